import { expect, test } from '@jest/globals';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, services } = app;

// together larger than what the engine computes at a time, so that exports read slices; the largest is a slice by itself
const rows = Array.from({ length: 300 }, (_, n) => ({
  n,
  rank: (n * 7) % 300,
  kind: n % 3 === 0 ? 'oak tree' : 'tree',
  text: `${String(n)} ${'x'.repeat(n === 150 ? 5_000_000 : 100_000)}`,
}));
const csv = ['n,rank,kind,text', ...rows.map(({ n, rank, kind, text }) => [n, rank, kind, text].join(','))].join('\n');
const uid = await seedCsvDataset(admin, web.serve('/wide.csv', csv));
await runAndFinish(admin, 'publishDataset', uid);

async function exported(format: string, query: Record<string, string> = {}): Promise<Buffer> {
  const text = new URLSearchParams({ with_bom: 'false', delimiter: ',', ...query }).toString();
  const path = `/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}?${text}`;
  const { rawPayload, statusCode } = await app.http.inject(path);
  expect(statusCode).toBe(200);
  return rawPayload;
}

const parquetRows = (file: Buffer): unknown[] =>
  tableFromIPC(readParquet(new Uint8Array(file)).intoIPCStream())
    .toArray()
    .map((row) =>
      JSON.parse(JSON.stringify(row.toJSON(), (_key, value) => (typeof value === 'bigint' ? Number(value) : value))),
    );

/** Counts the statements of the column engine while an export is read. */
async function statementsOf(read: () => Promise<unknown>): Promise<number> {
  const { columnEngine } = services;
  let count = 0;
  const stream: typeof columnEngine.stream = (...query) => {
    count += 1;
    return columnEngine.stream(...query);
  };
  Object.assign(services, { columnEngine: { ...columnEngine, stream } });
  await read().finally(() => Object.assign(services, { columnEngine }));
  return count;
}

test('all rows are exported in the order of publication, in slices', async () => {
  let lines = '';
  const read = async () => {
    lines = (await exported('csv')).toString();
  };
  expect(await statementsOf(read)).toBeGreaterThan(4);
  expect(lines === `${csv.replaceAll('\n', '\r\n')}\r\n`).toBe(true);
  expect(parquetRows(await exported('parquet'))).toEqual(rows);
});

test('an order, a filter and a limit apply to the whole', async () => {
  const query = { where: 'n > 20', order_by: 'rank desc', limit: '250' };
  const expected = rows
    .filter(({ n }) => n > 20)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, 250);
  const found = (await exported('jsonl', query)).toString().trimEnd().split('\n');
  expect(found.map((line) => JSON.parse(line))).toEqual(expected);
});

test('the most relevant rows come first where a limit cuts the others off', async () => {
  const found = async (limit: string) => {
    const query = { where: 'search("tree")', limit, select: 'n, kind' };
    const lines = (await exported('jsonl', query)).toString().trimEnd().split('\n');
    return lines.map((line): { n: number; kind: string } => JSON.parse(line));
  };
  // the shorter text is the more relevant one
  expect((await found('200')).map(({ kind }) => kind)).toEqual(Array(200).fill('tree'));
  expect((await found('-1')).map(({ n }) => n)).toEqual(rows.map(({ n }) => n));
});

test('groups and aggregates are read at once', async () => {
  const query = { group_by: 'kind', select: 'count(*) as total' };
  expect(await statementsOf(() => exported('csv', query))).toBe(1);
  expect((await exported('csv', query)).toString()).toBe('kind,total\r\noak tree,100\r\ntree,200\r\n');
});
