import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { wireRequest } from '../load/driver.ts';
import { cpuOf, memoryOf } from '../load/process-usage.ts';
import { median, runRound, type RoundTools } from '../load/run-round.ts';
import { graph } from '../operations/operation.ts';
import type { Server } from '../servers/server.ts';
import { recordFields } from './make-records.ts';

/** How the export of all records in a format did. Seconds; CPU of the gateway in seconds, memory in MB, times of an answer in ms. */
export interface MeasuredExport {
  readonly format: string;
  readonly seconds: number;
  readonly rowsPerSecond: number;
  /** Of COPY of the same rows to the same format; for Parquet, which PostgreSQL does not write, to its binary format. */
  readonly copySeconds: number;
  readonly megabytes: number;
  readonly cpu: number;
  /** What the gateway holds more at its most than before. */
  readonly memoryGrowth: number;
  /** Of a small query of the graph meanwhile. */
  readonly p99: number;
}

/** The speed of a page of records by REST, as a part of the speed of the same page in the graph. */
export interface MeasuredPage {
  readonly restPerSecond: number;
  readonly graphPerSecond: number;
}

/** Exports the dataset in turns with COPY, then once more beside small queries. The gateway has exported before, so that its code is compiled. */
export async function measureExports(
  tools: RoundTools,
  gateway: Server,
  uid: string,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<MeasuredExport[]> {
  const found: MeasuredExport[] = [];
  for (const [format, copy] of Object.entries(await copyStatements(tools))) {
    const path = `/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`;
    await download(gateway, `${path}?limit=50000`);
    const before = { cpu: cpuOf(gateway.pid), memory: memoryOf(gateway.pid).now };
    let most = before.memory;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(gateway.pid).now)), 50);
    const [own, copied]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      own.push(await secondsOf(async () => (bytes = await download(gateway, path))));
      copied.push(await secondsOf(() => readCopy(tools.database.url, copy)));
    }
    clearInterval(watch);
    const cpu = (cpuOf(gateway.pid) - before.cpu) / 1_000 / rounds;
    const seconds = median(own);
    const query = graph('{ portalSettings { isMarketplaceEnabled } }', {});
    const requests = [wireRequest(gateway, query, 'anonymous')];
    const [beside] = await Promise.all([
      runRound(tools, gateway, { requests, connections: 4, seconds: Math.min(seconds, 10) }),
      download(gateway, path),
    ]);
    const measured = {
      seconds,
      rowsPerSecond: rows / seconds,
      copySeconds: median(copied),
      megabytes: bytes / 1e6,
      cpu,
    };
    found.push({ format, ...measured, memoryGrowth: most - before.memory, p99: beside.p99 });
  }
  return found;
}

/** Asks for pages by REST and in the graph, in turns. No two requests are the same, because a count of the one would be cached for the other. */
export async function measureRestPage(
  tools: RoundTools,
  gateway: Server,
  uid: string,
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<MeasuredPage> {
  const query = `query Page($uid: ID!, $where: String!) { catalogDataset(uid: $uid) {
    records(first: 20, where: $where, orderBy: [{ field: "reading" }]) { totalCount nodes { values } } } }`;
  const calls = {
    rest: (where: string) => ({
      path: `/api/explore/v2.1/catalog/datasets/${uid}/records?limit=20&order_by=reading&where=${encodeURIComponent(where)}`,
    }),
    graph: (where: string) => graph(query, { uid, where }),
  };
  const found: Record<keyof typeof calls, number[]> = { rest: [], graph: [] };
  for (let round = 0; round <= rounds; round++)
    for (const [turn, way] of (['rest', 'graph'] as const).entries()) {
      const first = (round * 2 + turn) * 2_000;
      // counting all records would take most of the time
      const requests = Array.from({ length: 2_000 }, (_, at) =>
        wireRequest(
          gateway,
          calls[way](`reading in [${String(first + at)}..${String(first + at + 500)}]`),
          'anonymous',
        ),
      );
      const { perSecond } = await runRound(tools, gateway, { requests, seconds, connections });
      if (round > 0) found[way].push(perSecond);
    }
  return { restPerSecond: median(found.rest), graphPerSecond: median(found.graph) };
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
};

/** Reads an answer to its end; returns its bytes. */
async function download({ origin }: Server, path: string): Promise<number> {
  const { ok, body } = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!ok || !body) throw new Error(`${path} was not answered.`);
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

/** Reads what a COPY statement writes, as `psql \copy` does, to its end. */
async function readCopy(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for await (const chunk of client.query(copyTo(statement))) void chunk;
  await client.end();
}

/** COPY of the newest generation, with the values that the exports write. */
async function copyStatements({ database }: RoundTools): Promise<Readonly<Record<string, string>>> {
  const [generation] = await database.rows<{ id: string }>('select id::text from generation order by id desc limit 1');
  const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS+00:00')`;
  const columns = Object.entries(recordFields).map(([name, type], at) => {
    const column = `c${String(at)}`;
    if (type === 'datetime') return { name, column, cell: time(column), json: time(column) };
    const [lat, lon] = [`${column}[1]`, `${column}[0]`];
    return type === 'geo_point_2d'
      ? { name, column, cell: `${lat} || ', ' || ${lon}`, json: `json_build_object('lon', ${lon}, 'lat', ${lat})` }
      : { name, column, cell: column, json: column };
  });
  const select = (part: 'cell' | 'json' | 'column') =>
    `select ${columns.map((column) => `${column[part]} as ${column.name}`).join(', ')} from records.g${generation?.id ?? ''} order by _position`;
  return {
    csv: `copy (${select('cell')}) to stdout (format csv, header, delimiter ';')`,
    jsonl: `copy (select row_to_json(r) from (${select('json')}) r) to stdout`,
    parquet: `copy (${select('column')}) to stdout (format binary)`,
  };
}
