import type { BenchDatabase } from '../database/bench-database.ts';
import { ask, type Server } from '../servers/server.ts';
import { graph, type Facts } from './operation.ts';

const samples = 500;

/** Finds out what the requests need to know about a catalog of this size. */
export async function factsOfCatalog(
  database: BenchDatabase,
  servers: readonly Server[],
  size: number,
): Promise<Facts> {
  const deepOffset = size - 100;
  const uids = await database.rows<{ uid: string }>('select uid from dataset order by md5(uid) limit $1', [samples]);
  const [place] = await database.rows<{ createdAt: string; uid: string }>(
    'select created_at::text as "createdAt", uid from dataset order by created_at, uid limit 1 offset $1',
    [deepOffset - 1],
  );
  const cursors = { gateway: [''], postgraphile: [''], ceiling: [place?.createdAt ?? '', place?.uid ?? ''] };
  for (const server of servers) {
    if (server.name !== 'ceiling') cursors[server.name] = [await cursorAt(server, deepOffset - 1)];
  }
  return { uids: uids.map(({ uid }) => uid), deepOffset, cursors };
}

async function cursorAt(server: Server, offset: number): Promise<string> {
  const field =
    server.name === 'gateway'
      ? 'datasets(first: 1, offset: $offset)'
      : 'datasets: allDatasets(first: 1, offset: $offset, orderBy: [CREATED_AT_ASC, UID_ASC])';
  const answer = await ask(server, graph(`query ($offset: Int!) { ${field} { pageInfo { endCursor } } }`, { offset }));
  return (answer as { data: { datasets: { pageInfo: { endCursor: string } } } }).data.datasets.pageInfo.endCursor;
}
