import type { RequestContext } from '#api/context.ts';
import { sourceColumns } from '#api/reading/select.ts';
import { callerParameters, type Session } from '#api/session.ts';
import { parseJson } from '#kernel/json.ts';
import { sql, sqlName, sqlRecord, sqlText, type Sql } from '#kernel/sql.ts';
import { isDataVisible } from '#access/index.ts';
import { attachments } from '#attachments/index.ts';
import { catalogDatasets, type CatalogDataset } from '#datasets/index.ts';
import { exploreValues } from '#explore/index.ts';
import { metadataValues } from '#metadata/index.ts';
import { exportedFields, type ExportedDataset } from './exported-dataset.ts';

const t = sqlText('t');

/** A statement for the texts of datasets as the Explore API lists them. The statement `uids` returns the uids, in their order. */
export const datasetTexts = (session: Session, uids: Sql): Sql =>
  ofEach(uids, exploreValues(t, session, { withExtras: false, withLinks: false }));

// Each row has a subquery. A join could change the order, or read all datasets before it returns the first.
const ofEach = (uids: Sql, text: Sql): Sql =>
  sql`select (select ${text} from ${sqlName(catalogDatasets.table)} t where t.uid = listed.row) from (${uids}) listed`;

/** A dataset as the statement returns it. */
type FoundDataset = Omit<ExportedDataset, 'metadata'> & Pick<CatalogDataset, 'metadata'>;

/**
 * Reads datasets in batches, from one snapshot. The statement `uids` returns the uids of the datasets, in their order.
 */
export async function* streamDatasets(
  { streams, session }: RequestContext,
  uids: Sql,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedDataset[]> {
  const columns = sourceColumns(catalogDatasets, t, session, new Set([...exportedFields, 'metadata']));
  const dataset = sql`(select to_json(shown)::text from (select ${columns}, ${attachmentsOf(t)} as attachments,
    ${isDataVisible(session, t)} as "isDataVisible") shown)`;
  for await (const batch of streams.streamTexts(ofEach(uids, dataset), callerParameters(session), signal))
    yield batch.map((text) => describe(parseJson(text) as FoundDataset));
}

const attachmentsOf = (dataset: Sql): Sql =>
  sql`array(select ${sqlRecord({
    uid: sql`a.uid`,
    filename: sql`a.filename`,
    mimetype: sql`a.mimetype`,
  })} from ${sqlName(attachments.table)} a where a.dataset_uid = ${dataset}.uid order by a.created_at, a.uid)`;

const describe = (dataset: FoundDataset): ExportedDataset => ({
  ...dataset,
  metadata: metadataValues(dataset.metadata, false),
});
