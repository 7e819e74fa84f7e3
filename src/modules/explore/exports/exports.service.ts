import { hash } from 'node:crypto';
import type { RequestContext } from '../../../api/context.ts';
import { prepareStream } from '../../../api/prepared-stream.ts';
import { computed } from '../../../api/reading/declare/computed.ts';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import { callerParameters } from '../../../api/session/caller.ts';
import { clientIdentity } from '../../../api/session/client-identity.ts';
import type { OdsqlInput } from '../../../api/types/explore/odsql.inputs.ts';
import { recordIdKey, type ExportColumn, type ExportFormat } from '../../../engine/exports/export-format.ts';
import { exportFormats, type FormatName } from '../../../engine/exports/export-formats.ts';
import { findTargetSystem } from '../../../engine/geo/processing/project-geometry.ts';
import type { BoundGroupKey, BoundItem } from '../../../engine/odsql/bind/bound/bound-query.ts';
import type { SqlField } from '../../../engine/odsql/sql/scope.ts';
import { fail, failFields } from '../../../kernel/fail.ts';
import { bindValues, type ParameterValues, type Sql } from '../../../kernel/sql.ts';
import { catalogDatasets, type CatalogDataset } from '../../datasets/index.ts';
import { recordIdField, type VisibleRecords } from '../../records/index.ts';
import { openRecords } from '../reading/open-records.ts';
import { rowTexts } from '../reading/read-rows.ts';
import { bindRows } from '../rows/rows.service.ts';
import type { Export, ExportOptionsInput } from './export.type.ts';

/** The delay after which a caller with too many running exports may try again. */
const retryAfterSeconds = 5;

const delimiters = [';', ',', '\t', '|'];
const maxListSeparatorLength = 10;

/** The field `exports` of a dataset. */
export const exportsOfDataset = computed({
  source: catalogDatasets,
  field: 'exports',
  needs: ['datasetId', 'fields'],
  value: (dataset) =>
    Object.entries(exportFormats)
      .filter(([, format]) => isOffered(format, dataset))
      .map(([name, format]) => describeExport(dataset.datasetId, name, format)),
});

/** Whether a dataset is offered in a format: some formats need a geographic field that the caller may see. */
const isOffered = ({ needsGeometry }: ExportFormat, { fields }: Pick<Row<CatalogDataset>, 'fields'>): boolean =>
  !needsGeometry || fields.some(({ type }) => type === 'geo_point_2d' || type === 'geo_shape');

/** The path of a dataset in the Explore API. */
const pathOf = (datasetId: string): string => `/api/explore/v2.1/catalog/datasets/${encodeURIComponent(datasetId)}`;

const describeExport = (datasetId: string, name: string, { mediaType, extension }: ExportFormat): Export => ({
  format: name,
  mediaType,
  filename: `${datasetId}.${extension}`,
  url: `${pathOf(datasetId)}/exports/${name}`,
});

/** The query to export, the format of the file, and how it is written. */
export interface ExportRequest {
  readonly format: FormatName;
  readonly odsql: OdsqlInput;
  readonly options: ExportOptionsInput;
}

/**
 * Checks the query of an export and prepares its stream. The stream holds and reads nothing before the REST layer opens it; opening fails
 * TOO_MANY_EXPORTS where too many exports are running. Fails RESOURCE_NOT_FOUND for a format that the dataset is not offered in, and as
 * `rows` does.
 */
export async function prepareExport(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  { format, odsql, options }: ExportRequest,
): Promise<Export> {
  const { app, session } = ctx;
  if (!isOffered(exportFormats[format], dataset)) fail('RESOURCE_NOT_FOUND', { resource: 'format', name: format });
  const { records } = await openRecords(ctx, dataset);
  const { selection, query: bound } = bindRows(dataset, records, odsql);
  checkExport(odsql, options);
  const system = findTargetSystem(options.epsg) ?? unknownSystem();
  const columns = bound.items.map((item) => columnOf(item, bound.keys, records));
  const hasRecordIds = exportFormats[format].needsRecordIds && bound.keys === null;
  const query = hasRecordIds ? { ...bound, items: [...bound.items, recordIdItem] } : bound;
  const writeOptions = {
    delimiter: options.delimiter,
    listSeparator: options.listSeparator,
    isQuoted: options.quoteAll,
    hasByteOrderMark: options.withBom,
    hasLabels: options.useLabels,
    system,
  };
  const row = exportFormats[format].rowSql?.(query, selection.scope.timezone, writeOptions);
  const statement = rowTexts(selection, query, { limit: odsql.limit === -1 ? null : odsql.limit, offset: 0, row });
  const parameters = callerParameters(session);
  const exported = { address: `${session.address ?? ''}${pathOf(dataset.datasetId)}` };
  prepareStream(ctx, {
    tag: tagOf(statement, parameters, {
      ...{ format, dataset: exported, columns, options: writeOptions },
      revision: records.revision,
    }),
    open() {
      const close =
        app.exportSlots(JSON.stringify(clientIdentity(session))) ??
        fail('TOO_MANY_EXPORTS', { seconds: retryAfterSeconds });
      const rows = app.streamTexts(statement, parameters);
      const source = { dataset: exported, columns, options: writeOptions, areWritten: row !== undefined, rows };
      return { chunks: exportFormats[format].write(source), close };
    },
  });
  return describeExport(dataset.datasetId, format, exportFormats[format]);
}

/**
 * The tag of an export. The statement names the generation, which only pushed records change, and its values are those that the caller's
 * access and the query give it; so two exports with one tag are the same file.
 */
function tagOf(statement: Sql, parameters: ParameterValues, file: object): string {
  const { text, values } = statement.render();
  return hash('sha256', JSON.stringify([file, text, bindValues(values, parameters)]), 'base64url');
}

/** The item that adds the identifier of a record to its row. */
const recordIdItem: BoundItem<SqlField> = {
  name: recordIdKey,
  expression: { kind: 'field', type: 'text', field: recordIdField },
};

function checkExport({ limit }: OdsqlInput, { delimiter, listSeparator }: ExportOptionsInput): void {
  if (limit < -1)
    failFields({
      'odsql.limit': [`Invalid value for limit API parameter: ${String(limit)} was found but -1 <= limit is expected.`],
    });
  if (!delimiters.includes(delimiter))
    failFields({ 'options.delimiter': ['Give a semicolon, a comma, a tab or a bar.'] });
  if (listSeparator.length > maxListSeparatorLength)
    failFields({ 'options.listSeparator': [`Give at most ${String(maxListSeparatorLength)} characters.`] });
}

const unknownSystem = (): never =>
  failFields({ 'options.epsg': ['Give the EPSG code of a coordinate reference system, such as 2154.'] });

function columnOf(
  { name, expression }: BoundItem<SqlField>,
  keys: readonly BoundGroupKey<SqlField>[] | null,
  { fields }: VisibleRecords,
): ExportColumn {
  const key = expression.kind === 'key' ? keys?.[expression.index] : undefined;
  return {
    name,
    label: fields.find((field) => field.name === name)?.label ?? name,
    type: key?.type ?? expression.type,
    isMultivalued: expression.kind === 'field' && expression.field.isMultivalued,
  };
}
