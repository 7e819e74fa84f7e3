import type { RequestContext } from '../../api/context.ts';
import type { ExploreAttachment, ExploreDataset } from '../../api/explore/explore-dataset.ts';
import type { Row } from '../../api/reading/declare/type-source.ts';
import { sourceColumns } from '../../api/reading/select.ts';
import { callerParameters } from '../../api/session/caller.ts';
import { parseJson } from '../../kernel/json.ts';
import { sql, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { unionOfSecurities } from '../access/index.ts';
import { attachments } from '../attachments/index.ts';
import { catalogDatasets, type CatalogDataset } from '../datasets/index.ts';
import { schemaOfDataset } from '../explore/index.ts';
import { metadataValuesOfCatalogDataset } from '../metadata/index.ts';

/** A dataset as the statement returns it. */
interface FoundDataset {
  readonly dataset: Row<CatalogDataset>;
  readonly attachments: readonly ExploreAttachment[];
}

/**
 * Reads datasets in batches, from one snapshot. The statement `uids` returns rows with a `dataset_uid`; the datasets come
 * in the order of these rows.
 */
export async function* streamDatasets(
  { streams, session }: RequestContext,
  uids: Sql,
  signal: AbortSignal,
): AsyncGenerator<readonly ExploreDataset[]> {
  const t = sqlText('t');
  const columns = sql`select ${sourceColumns(catalogDatasets, t, session)}`;
  const found = sql`select json_build_object('dataset', (select to_json(shown) from (${columns}) shown), 'attachments', ${attachmentsOf(t)})::text
    from ${sqlName(catalogDatasets.table)} t where t.uid = listed.row::json ->> 'dataset_uid'`;
  // Each row has a subquery. A join could change the order, or read all datasets before it returns the first.
  const statement = sql`select (${found}) from (${uids}) listed`;
  for await (const batch of streams.streamTexts(statement, callerParameters(session), signal))
    yield batch.map((text) => describe(parseJson(text) as FoundDataset));
}

const attachmentsOf = (dataset: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('uid', a.uid, 'filename', a.filename, 'mimetype', a.mimetype) order by a.created_at, a.uid), '[]')
  from ${sqlName(attachments.table)} a where a.dataset_uid = ${dataset}.uid)`;

const describe = ({ dataset, attachments }: FoundDataset): ExploreDataset =>
  Object.assign(dataset, {
    schema: schemaOfDataset(dataset, {}),
    attachments: { nodes: attachments },
    dataAccess: unionOfSecurities(dataset.grantedSecurities),
    metadata: metadataValuesOfCatalogDataset(dataset, { withExtras: false }),
  });
