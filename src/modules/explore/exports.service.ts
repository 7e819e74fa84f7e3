import { hash } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { clientIdentity, exploreBasePath, joinExploreUrl } from '#api/session.ts';
import { computed } from '#api/reading/declare-fields.ts';
import { extra } from '#api/reading/declare-source.ts';
import type { CallerAddress, Row } from '#api/reading/type-source.ts';
import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import {
  type ExportColumn,
  exportColumns,
  type ExportFormat,
  type ExportOptions,
  type ExportQuery,
  type ExportSource,
  parquetCompressions,
  recordIdKey,
  type SelectedLines,
  type SelectedTable,
} from '#engine/exports/export-format.ts';
import { copyColumns, type CopiedColumn, type ParquetFile } from '#engine/exports/parquet/copy-columns.ts';
import { exportFormats, type FormatName } from '#engine/exports/export-formats.ts';
import type { BoundItem, BoundQuery } from '#engine/odsql/bind/bound.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { CatalogError, fail, failFields } from '#kernel/fail.ts';
import { type Sql, sql } from '#kernel/sql.ts';
import { type CatalogDataset, catalogDatasets, type DatasetMetadata } from '#datasets/index.ts';
import { recordIdField, type VisibleRecords } from '#records/index.ts';
import { conditionOf, filterOf, openRecords, type RecordSelection } from './selection.ts';
import type { ParquetOptions } from '#platform/columns/column-engine.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { bindRows } from './records.service.ts';
import { Export, type ExportOptionsInput } from './export.type.ts';
import type { RecordReader } from '#api/record-reader.ts';
import { rowTexts } from './run-reads.ts';
import { missingSubjectColumns, type RecordMapping } from '#engine/exports/rdf/mapping/record-mapping.ts';
import { rmlMappingOf } from '#metadata/index.ts';
import { findTargetSystem } from '#engine/geo/coordinate-systems.ts';

computed({
  source: catalogDatasets,
  field: 'exports',
  type: () => [Export],
  description: 'The exports of all records, one for each format; none for a dataset without fields.',
  needs: ['datasetId', 'fields'],
  value: (dataset, _args, caller) =>
    Object.entries(exportFormats)
      .filter(([, format]) => dataset.fields.length > 0 && isOffered(format, dataset))
      .map(([name, format]) => describeExport(caller, dataset.datasetId, name, format)),
});

/** Whether a dataset is offered in a format: some formats need a geographic field that the caller may see. */
const isOffered = ({ needsGeometry }: ExportFormat, { fields }: Pick<Row<CatalogDataset>, 'fields'>): boolean =>
  !needsGeometry || fields.some(({ type }) => type === 'geo_point_2d' || type === 'geo_shape');

/** The address of a dataset in the Explore API. */
const addressOf = ({ address = '' }: CallerAddress, datasetId: string): string =>
  joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'datasets', datasetId);

const describeExport = (
  caller: CallerAddress,
  datasetId: string,
  name: string,
  { mediaType, extension }: ExportFormat,
): Export => ({
  format: name,
  mediaType,
  filename: `${datasetId}.${extension}`,
  url: `${addressOf(caller, datasetId)}/exports/${name}`,
});

/** The query to export, the format of the file, and how it is written. */
interface ExportRequest {
  readonly format: FormatName;
  readonly odsql: OdsqlInput;
  readonly options: ExportOptionsInput;
}

/**
 * Checks the query of an export and prepares its stream. The stream holds and reads nothing before the REST layer opens it; opening fails
 * TOO_MANY_EXPORTS where too many exports are running. Fails RESOURCE_NOT_FOUND for a format that the dataset is not offered in, INVALID_MAPPING, and as
 * `rows` does.
 */
export async function prepareExport(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  { format, odsql, options }: ExportRequest,
): Promise<Export> {
  const { app, session } = ctx;
  const file: ExportFormat = exportFormats[format];
  if (!isOffered(file, dataset)) fail('RESOURCE_NOT_FOUND', { resource: 'format', name: format });
  const records = await openRecords(ctx, dataset);
  const { selection, query: bound } = bindRows(dataset, records, odsql);
  const columns = exportColumns(bound, (name) => records.fields.find((field) => field.name === name)?.label);
  const hasRecordIds = file.needsRecordIds && bound.keys === null;
  const items = hasRecordIds ? [...bound.items, recordIdItem] : bound.items;
  const writeOptions = parseExportOptions(options);
  checkNamedColumns(options, columns);
  const mapping = file.isLinkedData ? await mappingOf(dataset) : undefined;
  if (mapping) checkMappedColumns(mapping, columns, records);
  const query: ExportedQuery = {
    ...{ selection, query: bound, items, limit: parseExportLimit(odsql) },
    select: (rows) => file.select?.(rows, writeOptions),
  };
  const exported = { address: addressOf(session, dataset.datasetId) };
  prepareFile(ctx, {
    tag: tagOf(exportStatement(query), { format, dataset: exported, columns, options: writeOptions, mapping }),
    write: (signal) =>
      file.write({
        ...{ dataset: exported, columns, options: writeOptions, mapping, disk: app.exportDisk },
        ...exportRows(ctx.records, query, { signal, storage: app.storage }),
      }),
  });
  return describeExport(session, dataset.datasetId, format, file);
}

/**
 * The tag of an export: two exports with the same tag are the same file. The statement names the table of the records, whose name differs after
 * every change of them, and its values come from the query and the caller's access.
 */
function tagOf(statement: Sql, file: object): string {
  const { text, values } = statement.render();
  return hash('sha256', JSON.stringify([file, text, values]), 'base64url');
}

/** The item that adds the identifier of a record to its row. */
const recordIdItem: BoundItem<SqlField> = {
  name: recordIdKey,
  expression: { kind: 'field', type: 'text', field: recordIdField },
};

/** The query of an export. */
interface ExportedQuery {
  readonly selection: RecordSelection;
  readonly query: Pick<BoundQuery<SqlField>, 'keys' | 'items' | 'isAggregated' | 'order'>;
  /** The items of rows as JSON. */
  readonly items: readonly BoundItem<SqlField>[];
  /** Null for all rows. */
  readonly limit: number | null;
  /** How the format selects the rows. */
  readonly select: (query: ExportQuery) => SelectedLines | SelectedTable | undefined;
}

/** The line break after a row in JSON, which has none itself. */
const rowEnd = '\n';

/** The statement for all rows of an export. */
function exportStatement(exported: ExportedQuery): Sql {
  const query = queryOf(exported);
  return exported.select(query)?.statement ?? query.rows(exported.items);
}

/** The rows of an export, as its format reads them. Nothing is read before the format does. The signal ends the statements. */
function exportRows(
  records: RecordReader,
  exported: ExportedQuery,
  { signal, storage }: { readonly signal: AbortSignal; readonly storage: Pick<Storage, 'read' | 'size'> },
): Pick<ExportSource, 'rows' | 'lines' | 'copyStored' | 'writeParquet'> {
  const selected = exported.select(queryOf(exported));
  const tables = [exported.selection.records.table];
  const statement = exportStatement(exported);
  const rows = splitRows(records.stream({ tables, statement }, { end: rowEnd, signal }));
  if (selected?.kind === 'lines')
    return { rows, lines: records.stream({ tables, statement }, { end: selected.end, signal }) };
  if (selected?.kind !== 'table') return { rows };
  const { compression, metadata, copied } = selected;
  const key = storedFileOf(exported);
  return {
    rows,
    copyStored:
      copied && key !== undefined ? () => copyStored(storage, key, copied, { compression, metadata }) : undefined,
    writeParquet: () => records.writeParquet({ tables, statement }, { compression, metadata, signal }),
  };
}

/** The key of the stored file whose records are those of the export, in their order; undefined where it has others, or lacks some. */
function storedFileOf({ selection, query, limit }: ExportedQuery): string | undefined {
  const { file, readTail } = selection.records.table;
  const isWhole = limit === null && query.order.length === 0 && !conditionOf(selection, filterOf(selection));
  return isWhole && !readTail ? file?.key : undefined;
}

async function* splitRows(batches: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  for await (const batch of batches) yield batch.slice(0, -rowEnd.length).split(rowEnd);
}

/** The query of an export. */
const queryOf = ({ selection, query, limit }: ExportedQuery): ExportQuery => ({
  ...query,
  timezone: selection.scope.timezone,
  rows: (items, columns) => rowTexts(selection, { ...query, items }, { limit, offset: 0, columns }),
});

/**
 * The templates of the published metadata that exports apply. The metadata of the row lacks the mapping where it may name a field that the
 * caller does not see.
 */
export const mappingOfDataset = extra<CatalogDataset, DatasetMetadata | null>({
  source: catalogDatasets,
  name: '$mapping',
  value: (dataset) => sql`jsonb_build_object('semantic', coalesce(${dataset}.published_metadata -> 'semantic', '{}'))`,
});

/** The mapping in the metadata of a dataset; undefined without one. Fails INVALID_MAPPING. */
async function mappingOf(dataset: Row<CatalogDataset>): Promise<RecordMapping | undefined> {
  const text = rmlMappingOf(mappingOfDataset.valueIn(dataset) ?? dataset.metadata);
  if (text === undefined) return undefined;
  const { readMapping } = await import('#engine/exports/rdf/mapping/read-mapping.ts');
  return readMapping(text);
}

/**
 * Checks that a result has the columns of at least one subject. A column that it lacks otherwise has no values: the caller has not selected it,
 * or may not see it. Fails EXPORT_NOT_POSSIBLE; the reason names the columns that the caller sees.
 */
function checkMappedColumns(
  mapping: RecordMapping,
  columns: readonly ExportColumn[],
  { fields, allFields }: Pick<VisibleRecords, 'fields' | 'allFields'>,
): void {
  const missing = missingSubjectColumns(mapping, new Set(columns.map(({ name }) => name)));
  if (missing.length === 0) return;
  const visible = new Set(fields.map(({ name }) => name));
  const named = fields.length === allFields.length ? missing : missing.filter((name) => visible.has(name));
  const names = named.length === 0 ? '' : ` (${named.slice(0, 10).join(', ')})`;
  fail('EXPORT_NOT_POSSIBLE', {
    reason: `the semantic.rml_mapping makes subjects of columns that the result lacks${names}`,
  });
}

const delimiters = [';', ',', '\t', '|'];
const maxListSeparatorLength = 10;
const maxDescriptionFields = 100;

/** The maximum number of rows of an export; null for all. Fails INVALID_INPUT. */
export function parseExportLimit({ limit }: Pick<OdsqlInput, 'limit'>): number | null {
  if (limit < -1)
    failFields({
      'odsql.limit': [`Invalid value for limit API parameter: ${String(limit)} was found but -1 <= limit is expected.`],
    });
  return limit === -1 ? null : limit;
}

/** The options of an export. Fails INVALID_INPUT. */
export function parseExportOptions(options: ExportOptionsInput): ExportOptions {
  const { delimiter, listSeparator } = options;
  if (!delimiters.includes(delimiter))
    failFields({ 'options.delimiter': ['Give a semicolon, a comma, a tab or a bar.'] });
  if (listSeparator.length > maxListSeparatorLength)
    failFields({ 'options.listSeparator': [`Give at most ${String(maxListSeparatorLength)} characters.`] });
  return {
    delimiter,
    listSeparator,
    isQuoted: options.quoteAll,
    hasEscapedFormulas: options.escapeFormulas,
    hasByteOrderMark: options.withBom,
    hasLabels: options.useLabels,
    system: findTargetSystem(options.epsg) ?? unknownSystem(),
    nameField: options.nameField ?? null,
    descriptionFields: options.descriptionFieldList,
    hasExtensions: options.useExtension,
    parquetCompression: parquetCompressions.find((name) => name === options.parquetCompression) ?? unknownCompression(),
  };
}

/** Checks that the options name columns of the export. Fails INVALID_INPUT. */
function checkNamedColumns(
  { nameField = null, descriptionFieldList }: ExportOptionsInput,
  columns: readonly ExportColumn[],
): void {
  const isColumn = (name: string): boolean => columns.some((column) => column.name === name);
  if (nameField !== null && !isColumn(nameField)) failFields({ 'options.nameField': ['Give a column of the export.'] });
  if (descriptionFieldList.length > maxDescriptionFields || !descriptionFieldList.every(isColumn))
    failFields({
      'options.descriptionFieldList': [`Give at most ${String(maxDescriptionFields)} columns of the export.`],
    });
}

const unknownSystem = (): never =>
  failFields({ 'options.epsg': ['Give the EPSG code of a coordinate reference system, such as 2154.'] });

const unknownCompression = (): never =>
  failFields({ 'options.parquetCompression': [`Give ${parquetCompressions.join(' or ')}.`] });

/** The delay after which a caller with too many running exports may try again. */
const retryAfterSeconds = 5;

/** A file to export. */
interface ExportedFile {
  /** Identifies the content: two files with the same tag have the same bytes. Absent when only reading the content could tell. */
  readonly tag?: string;
  /** Starts to write the file, in pieces. The signal aborts when the client has received the whole file, or has disconnected. */
  readonly write: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
}

/**
 * Prepares the stream of an exported file, for the REST layer to send. The stream holds and reads nothing before it is opened; opening
 * fails TOO_MANY_EXPORTS where too many exports are running, and UNAVAILABLE where others use the connections for too long.
 */
export const prepareFile = (ctx: RequestContext, { tag, write }: ExportedFile): unknown =>
  (ctx.state.preparedStream = {
    ...(tag !== undefined && { tag }),
    async open() {
      const freeSlot =
        ctx.app.exportSlots(JSON.stringify(clientIdentity(ctx.session))) ??
        fail('TOO_MANY_EXPORTS', { seconds: retryAfterSeconds });
      const closed = new AbortController();
      const held = [freeSlot, () => closed.abort()];
      const close = () => {
        for (const free of held) free();
      };
      try {
        held.push(await ctx.admission.admitExport());
        return { chunks: write(closed.signal), close };
      } catch (error) {
        close();
        throw error;
      }
    },
  });

/** Copies columns of the stored file of a generation. Undefined where it cannot be copied: the column engine may still have the records. */
async function copyStored(
  storage: Pick<Storage, 'read' | 'size'>,
  key: string,
  columns: readonly CopiedColumn[],
  options: ParquetOptions,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const file: ParquetFile = { size: () => storage.size(key), read: (range) => storage.read(key, range) };
  try {
    return await copyColumns(file, columns, options);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}
