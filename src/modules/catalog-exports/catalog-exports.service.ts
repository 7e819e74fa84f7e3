import { Readable } from 'node:stream';
import type { RequestContext } from '#api/context.ts';
import { callerParameters, exploreBasePath, joinExploreUrl, type Session } from '#api/session.ts';
import type { CallerAddress } from '#api/reading/type-source.ts';
import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { exportColumns } from '#engine/exports/export-format.ts';
import { exportFormats } from '#engine/exports/export-formats.ts';
import { failFields } from '#kernel/fail.ts';
import { type Sql, sql, sqlName, sqlRecord, sqlText } from '#kernel/sql.ts';
import { bindCatalog, type CatalogQuery, catalogRowTexts, catalogRowUids } from '#catalog/index.ts';
import {
  exploreValues,
  type ExportOptionsInput,
  parseExportLimit,
  parseExportOptions,
  prepareFile,
} from '#explore/index.ts';
import type { CatalogExport } from './catalog-export.type.ts';
import type { CatalogExportFormat } from './catalog-export-format.ts';
import { catalogExportFormats, type CatalogFormatName } from './catalog-export-formats.ts';
import { type DistributionOptions, type ExportedDataset, exportedFields } from './describe-dataset.ts';
import { sourceColumns } from '#api/reading/select.ts';
import { parseJson } from '#kernel/json.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isDataVisible } from '#access/index.ts';
import { alternativeExports, attachments } from '#attachments/index.ts';
import { type CatalogDataset, catalogDatasets } from '#datasets/index.ts';
import { metadataValues } from '#metadata/index.ts';
import { type CatalogIdentity, readCatalogIdentity } from '#portal/index.ts';

/** The exports of the catalog. */
export const catalogExports = (caller: CallerAddress): CatalogExport[] =>
  Object.entries(catalogExportFormats).map(([name, format]) => describeExport(caller, name, format));

const describeExport = (
  { address = '' }: CallerAddress,
  name: string,
  { mediaType, extension, pathName = name }: CatalogExportFormat,
): CatalogExport => ({
  format: name,
  mediaType,
  filename: `catalog.${extension}`,
  url: joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'exports', pathName),
});

/** The query to export, the format of the file, and how it is written. */
interface CatalogExportRequest {
  readonly format: CatalogFormatName;
  readonly odsql: OdsqlInput;
  readonly options: ExportOptionsInput;
}

/** Checks the query of an export of the catalog and prepares its stream. Fails INVALID_INPUT or as ODSQL does. */
export async function prepareCatalogExport(
  ctx: RequestContext,
  { format: name, odsql, options }: CatalogExportRequest,
): Promise<CatalogExport> {
  const format: CatalogExportFormat = catalogExportFormats[name];
  const { writeRows, writeDatasets } = format;
  const range = { limit: parseExportLimit(odsql), offset: parseOffset(odsql) };
  const writeOptions = parseExportOptions(options);
  const distributions = parseDistributions(options);
  if (writeRows) {
    const { query, statement } = await selectRows(ctx, format, odsql, range);
    prepareFile(ctx, {
      write: (signal) =>
        writeRows({
          dataset: { address: joinExploreUrl(`${ctx.session.address ?? ''}${exploreBasePath}`, 'catalog') },
          columns: exportColumns(query),
          options: writeOptions,
          disk: ctx.app.exportDisk,
          rows: ctx.streams.streamTexts(statement, callerParameters(ctx.session), signal),
        }),
    });
  } else if (writeDatasets) {
    const uids = catalogRowUids(await bindCatalog(ctx, odsql, {}), range);
    prepareFile(ctx, {
      write: (signal) =>
        writeWithIdentity(ctx, (catalog) =>
          writeDatasets({
            datasets: streamDatasets(ctx, uids, signal),
            address: ctx.session.address ?? '',
            distributions,
            catalog,
          }),
        ),
    });
  }
  return describeExport(ctx.session, name, format);
}

/** Writes what begins with the title of the catalog and its publisher. */
async function* writeWithIdentity<Chunk>(
  ctx: RequestContext,
  write: (catalog: CatalogIdentity) => AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  yield* write(await readCatalogIdentity(ctx));
}

/** The statement for the rows of an export: what the query selects, else whole datasets or their fields. */
async function selectRows(
  ctx: RequestContext,
  { hasWholeDatasets }: CatalogExportFormat,
  odsql: OdsqlInput,
  range: { readonly limit: number | null; readonly offset: number },
): Promise<{ readonly query: CatalogQuery['query']; readonly statement: Sql }> {
  const bound = await bindCatalog(ctx, odsql);
  const { query } = bound;
  if (odsql.select?.trim() || odsql.groupBy?.trim()) return { query, statement: catalogRowTexts(bound, range) };
  if (hasWholeDatasets) return { query, statement: datasetTexts(ctx.session, catalogRowUids(bound, range)) };
  const named = withTemplates(query);
  return { query: named, statement: catalogRowTexts({ ...bound, query: named }, range) };
}

function parseDistributions({ includeExports, useLabelsInExports }: ExportOptionsInput): DistributionOptions {
  const unknown = includeExports?.find((format) => !Object.hasOwn(exportFormats, format));
  if (unknown !== undefined)
    failFields({
      'options.includeExports': [`Give formats of exports of records: ${Object.keys(exportFormats).join(', ')}.`],
    });
  return { formats: includeExports ?? null, hasLabels: useLabelsInExports };
}

function parseOffset({ offset }: Pick<OdsqlInput, 'offset'>): number {
  if (offset < 0)
    failFields({
      'odsql.offset': [
        `Invalid value for offset API parameter: ${String(offset)} was found but 0 <= offset is expected.`,
      ],
    });
  return offset;
}

/** Fields of a dataset that are not metadata. */
const ownFields = new Set(['dataset_id', 'dataset_uid', 'has_records', 'features']);

/** The query in which each metadata field is prefixed with its template: `title` becomes `default.title`. */
const withTemplates = (query: CatalogQuery['query']): CatalogQuery['query'] => ({
  ...query,
  items: query.items.map((item) =>
    ownFields.has(item.name) || item.name.includes('.') ? item : { ...item, name: `default.${item.name}` },
  ),
});

const t = sqlText('t');

/** A statement for the texts of datasets as the Explore API lists them. The statement `uids` returns the uids, in their order. */
const datasetTexts = (session: Session, uids: Sql): Sql =>
  ofEach(uids, exploreValues(t, session, { withExtras: false, withLinks: false }));

// Each row has a subquery. A join could change the order, or read all datasets before it returns the first.
const ofEach = (uids: Sql, text: Sql): Sql =>
  sql`select (select ${text} from ${sqlName(catalogDatasets.table)} t where t.uid = listed.row) from (${uids}) listed`;

/** A dataset as the statement returns it. */
type FoundDataset = Omit<ExportedDataset, 'metadata'> & Pick<CatalogDataset, 'metadata'>;

/**
 * Reads datasets in batches, from one snapshot. The statement `uids` returns the uids of the datasets, in their order.
 */
async function* streamDatasets(
  { streams, session }: RequestContext,
  uids: Sql,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedDataset[]> {
  const statement = exportedTexts(session, uids);
  for await (const batch of streams.streamTexts(statement, callerParameters(session), signal))
    yield batch.map(parseExported);
}

/**
 * The RDF of one dataset in DCAT-AP 3, as the caller sees it. `uid` is that of a dataset that the caller sees, and `portalAddress` is the address of
 * the pages for people, one of which is its landing page. Undefined where the dataset has been unpublished in the meantime.
 */
export async function readDatasetRdf(
  ctx: RequestContext,
  uid: string,
  format: 'rdf' | 'ttl',
  portalAddress: string | undefined,
): Promise<string | undefined> {
  const statement = sql`select row from (${exportedTexts(ctx.session, sql`select ${uid}::text as row`)}) found(row)`;
  const found = await firstRow<{ row: string | null }>(ctx.exploreDb, statement);
  if (found?.row == null) return undefined;
  const dataset = parseExported(found.row);
  const pieces = catalogExportFormats[format].writeDatasets({
    catalog: await readCatalogIdentity(ctx),
    datasets: Readable.from([[dataset]]),
    address: ctx.session.address ?? '',
    distributions: { formats: null, hasLabels: false },
    portalAddress,
  });
  return (await Array.fromAsync(pieces)).join('');
}

/** A statement for the texts of datasets as the exports of metadata need them. */
function exportedTexts(session: Session, uids: Sql): Sql {
  const columns = sourceColumns(catalogDatasets, t, session, new Set([...exportedFields, 'metadata']));
  return ofEach(
    uids,
    sql`(select to_json(shown)::text from (select ${columns}, ${attachmentsOf(t)} as attachments,
      ${alternativeExportsOf(t)} as "alternativeExports", ${isDataVisible(session, t)} as "isDataVisible") shown)`,
  );
}

const attachmentsOf = (dataset: Sql): Sql =>
  sql`array(select ${sqlRecord({
    uid: sql`a.uid`,
    filename: sql`a.filename`,
    mimetype: sql`a.mimetype`,
  })} from ${sqlName(attachments.table)} a where a.dataset_uid = ${dataset}.uid order by a.created_at, a.uid)`;

const alternativeExportsOf = (dataset: Sql): Sql =>
  sql`array(select ${sqlRecord({
    uid: sql`e.uid`,
    title: sql`e.title`,
    description: sql`e.description`,
    url: sql`e.url`,
    mimetype: sql`e.mimetype`,
  })} from ${sqlName(alternativeExports.table)} e where e.dataset_uid = ${dataset}.uid order by e.created_at, e.uid)`;

function parseExported(text: string): ExportedDataset {
  const dataset = parseJson(text) as FoundDataset;
  return {
    ...dataset,
    alternativeExports: dataset.isDataVisible ? dataset.alternativeExports : [],
    metadata: metadataValues(dataset.metadata, false),
  };
}
