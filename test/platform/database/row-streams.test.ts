import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createRowStreams, type RowStreams } from '#platform/database/row-streams.ts';
import { sql, SqlParameter } from '#kernel/sql.ts';
import { noTracing, type Tracing } from '#platform/telemetry.ts';
import { testDatabase, type TestDatabase } from '#test/support/database/database.ts';
import { testPool } from '#test/support/database/pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
let administration: pg.Pool;
let streams: RowStreams;
beforeAll(async () => {
  database = await testDatabase();
  pool = testPool(database.url);
  administration = testPool(database.url);
  streams = createRowStreams(pool, { timeoutMs: 60_000 });
});
afterAll(async () => {
  await Promise.all([pool.end(), administration.end()]);
  await database.drop();
});

const repeated = (length: number, count: number) =>
  streams.streamTexts(sql`select repeat('x', ${length}::int) from generate_series(1, ${count}::int)`, {});

const batchesOf = async <Batch>(rows: AsyncIterable<Batch>): Promise<Batch[]> => {
  const batches = [];
  for await (const batch of rows) batches.push(batch);
  return batches;
};

/** Waits until no query of another connection runs. */
const running = async () =>
  (
    await administration.query(
      "select from pg_stat_activity where state = 'active' and query like '%copy (%' and pid <> pg_backend_pid()",
    )
  ).rows;

test.each([10, 3_000, 100_000, 5_000_000])(
  'rows of %d characters come in batches bound by their bytes',
  async (length) => {
    const count = Math.ceil(1_000_000 / length) + 2;
    const batches = await batchesOf(repeated(length, count));
    expect(batches.flat()).toHaveLength(count);
    expect(batches.flat().every((text) => text.length === length)).toBe(true);
    // what one read of the socket brings in addition is at most one row, or 64 KiB
    for (const batch of batches) expect(batch.join('').length).toBeLessThan(200 * 1024 + 2 * length);
  },
);

test('the database waits while the reader handles a batch', async () => {
  const sequence = sql`select nextval('copied')::text || repeat('x', 1_000) from generate_series(1, 100_000)`;
  await administration.query('create sequence copied');
  const rows = streams.streamTexts(sequence, {});
  await rows.next();
  const progress = async () => Number((await administration.query('select last_value from copied')).rows[0].last_value);
  let before = -1;
  for (let now = await progress(); now !== before; now = await progress()) {
    before = now;
    await administration.query('select pg_sleep(0.2)');
  }
  expect(before).toBeLessThan(50_000);
  await rows.return(undefined);
  expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
});

const megabytes = sql`select repeat('x', 1_000) from generate_series(1, 20_000)`;

test('a reader that is slower than the pace loses its query and its connection, before it asks for more rows', async () => {
  const paced = createRowStreams(pool, { timeoutMs: 60_000, pace: { bytesPerSecond: 2 ** 20, maxBehindMs: 100 } });
  const rows = paced.streamTexts(megabytes, {});
  await rows.next();
  // the pool has one connection
  expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
  expect(await running()).toEqual([]);
  await expect(rows.next()).rejects.toMatchObject({ code: 'CLIENT_DISCONNECTED' });
});

test('a reader that pauses, and is fast enough on average, receives all rows', async () => {
  const paced = createRowStreams(pool, { timeoutMs: 60_000, pace: { bytesPerSecond: 1_024, maxBehindMs: 10_000 } });
  let count = 0;
  let batches = 0;
  for await (const batch of paced.streamTexts(megabytes, {})) {
    count += batch.length;
    if (++batches % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(count).toBe(20_000);
});

test('a stream that waits too long for a connection fails UNAVAILABLE', async () => {
  const waiting = createRowStreams(pool, { timeoutMs: 60_000, waitMs: 50 });
  const rows = repeated(1_000, 20_000);
  await rows.next();
  await expect(batchesOf(waiting.streamTexts(megabytes, {}))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await rows.return(undefined);
});

test('a stream that fails before its query is sent gives its connection back', async () => {
  const tracing: Tracing = {
    ...noTracing,
    isEnabled: true,
    startSpan: () => {
      throw new Error('no span');
    },
  };
  const traced = createRowStreams(pool, { timeoutMs: 60_000, tracing });
  await expect(batchesOf(traced.streamTexts(megabytes, {}))).rejects.toThrow('no span');
  // the pool has one connection
  expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
});

test('values are literals of their types, whatever characters they have', async () => {
  const hostile = [`it's`, String.raw`\\'`, '"$1"', "'; drop table t; --", '🌳', '', '{a,"b"}'];
  const statement = sql`select json_build_array(${hostile}::text[], ${hostile.join('')}::text, ${12.5}::double precision, ${true}::boolean,
    ${null}::text, ${new SqlParameter('name')}::text, ${[1, null]}::int[], ${[]}::text[])::text`;
  const [row = ''] = (await batchesOf(streams.streamTexts(statement, { name: "O'Neil" }))).flat();
  expect(JSON.parse(row)).toEqual([hostile, hostile.join(''), 12.5, true, null, "O'Neil", [1, null], []]);
  await expect(streams.streamTexts(sql`select ${'a\0b'}::text`, {}).next()).rejects.toThrow('NUL');
  await expect(streams.streamTexts(sql`select ${{ a: 1 }}::text`, {}).next()).rejects.toThrow('NUL');
});

test('a failure in a later batch reaches the reader, and the connection is replaced', async () => {
  const rows = streams.streamTexts(sql`select repeat('x', 10_000 / (60 - n)) from generate_series(1, 100) n`, {});
  await expect(batchesOf(rows)).rejects.toThrow('division by zero');
  expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
});

test.each(['waits for the next batch', 'handles a batch'])(
  'a client that goes away while it %s ends the query that computes the next one',
  async (moment) => {
    const closed = new AbortController();
    // the next row takes longer than any test waits
    const slow = sql`select repeat('x', 20_000) from generate_series(1, 100) n where n <= 5 or pg_sleep(600) is not null`;
    const rows = streams.streamTexts(slow, {}, closed.signal);
    await rows.next();
    const ended =
      moment === 'handles a batch'
        ? rows.return(undefined)
        : expect(batchesOf(rows)).rejects.toThrow('canceling statement');
    closed.abort();
    await ended;
    expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
    while ((await running()).length > 0) await administration.query('select pg_sleep(0.05)');
  },
);

test('a query without a row for longer than its limit is cancelled', async () => {
  const impatient = createRowStreams(pool, { timeoutMs: 100 });
  await expect(impatient.streamTexts(sql`select pg_sleep(600)::text`, {}).next()).rejects.toMatchObject({
    code: '57014',
  });
  expect((await batchesOf(repeated(1, 1))).flat()).toEqual(['x']);
});
