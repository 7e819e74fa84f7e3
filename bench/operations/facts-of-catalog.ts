import type { BenchDatabase } from '../database/bench-database.ts';
import { ask, type Server } from '../servers/server.ts';
import { graph, type Facts } from './operation.ts';

const samples = 500;
const fewer = 100;
const columnOf = async (database: BenchDatabase, text: string, ...values: readonly unknown[]): Promise<string[]> =>
  (await database.rows<{ uid: string }>(text, values)).map(({ uid }) => uid);

/** Finds out what the requests need to know about a catalog of this size. */
export async function factsOfCatalog(
  database: BenchDatabase,
  servers: readonly Server[],
  size: number,
): Promise<Facts> {
  const deepOffset = size - 100;
  const uids = await columnOf(database, 'select uid from dataset order by md5(uid) limit $1', samples);
  const targets = await columnOf(
    database,
    'select uid from dataset order by created_at, uid limit greatest($1 - 200, 1) offset 100',
    size,
  );
  const published = await columnOf(
    database,
    'select uid from dataset where is_published and not is_restricted order by md5(uid) limit $1',
    samples,
  );
  const histories = await database.rows<{ uid: string; from: string }>(
    `select d.uid, v.uid as from from (select uid from dataset order by md5(uid) desc limit $1) d
     join dataset_version v on v.dataset_uid = d.uid and v.revision = 1`,
    [fewer],
  );
  const [asset = ''] = await columnOf(database, `select catalog_fill.uid('da_', 2) as uid`);
  const [place] = await database.rows<{ createdAt: string; uid: string }>(
    'select created_at::text as "createdAt", uid from dataset order by created_at, uid limit 1 offset $1',
    [deepOffset - 1],
  );
  const cursors = { gateway: [''], postgraphile: [''], ceiling: [place?.createdAt ?? '', place?.uid ?? ''] };
  for (const server of servers) {
    if (server.dialect !== 'ceiling') cursors[server.dialect] = [await cursorAt(server, deepOffset - 1)];
  }
  return { uids, targets, published, histories, asset, deepOffset, cursors };
}

async function cursorAt(server: Server, offset: number): Promise<string> {
  const field =
    server.dialect === 'gateway'
      ? 'datasets(first: 1, offset: $offset)'
      : 'datasets: allDatasets(first: 1, offset: $offset, orderBy: [CREATED_AT_ASC, UID_ASC])';
  const answer = await ask(server, graph(`query ($offset: Int!) { ${field} { pageInfo { endCursor } } }`, { offset }));
  return (answer as { data: { datasets: { pageInfo: { endCursor: string } } } }).data.datasets.pageInfo.endCursor;
}
