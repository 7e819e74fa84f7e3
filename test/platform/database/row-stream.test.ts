import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createRowStream, type StreamTexts } from '../../../src/platform/database/row-stream.ts';
import { sql } from '../../../src/kernel/sql.ts';
import { testDatabase, type TestDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let administration: pg.Pool;
let streamTexts: StreamTexts;
let fetched: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    Reflect.set(client, 'query', (statement: string | pg.QueryConfig) => {
      if (typeof statement !== 'string' && statement.text.startsWith('fetch')) fetched.push(statement.text);
      return typeof statement === 'string' ? query(statement) : query(statement);
    });
  });
  administration = new pg.Pool({ connectionString: database.url, max: 1 });
  streamTexts = createRowStream(pool, (id) => administration.query('select pg_cancel_backend($1)', [id]));
});
afterAll(async () => {
  await Promise.all([pool.end(), administration.end()]);
  await database.drop();
});

const repeated = (length: number, count: number) =>
  streamTexts(sql`select repeat('x', ${length}::int) from generate_series(1, ${count}::int)`, {});

test('batches have few rows where rows are long, and at most 1,000', async () => {
  const sizesOf = async (rows: AsyncIterable<readonly string[]>) => {
    const sizes = [];
    for await (const batch of rows) sizes.push(batch.length);
    return sizes;
  };
  const short = await sizesOf(repeated(10, 5_000));
  expect(short.reduce((sum, size) => sum + size, 0)).toBe(5_000);
  expect([short[0], Math.max(...short)]).toEqual([50, 1_000]);
  const long = await sizesOf(repeated(100_000, 100));
  expect(long.reduce((sum, size) => sum + size, 0)).toBe(100);
  expect(Math.max(...long.slice(1))).toBe(5);
});

test('the database computes one batch while the reader handles another, and no more', async () => {
  fetched = [];
  const rows = repeated(10, 100_000);
  expect((await rows.next()).value).toHaveLength(50);
  expect(fetched).toHaveLength(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetched).toHaveLength(2);
  await rows.next();
  expect(fetched).toHaveLength(3);
  await rows.return(undefined);
  // the pool has one connection
  for await (const batch of repeated(1, 1)) expect(batch).toEqual(['x']);
});

test('a failure in a later batch reaches the reader, and the connection is replaced', async () => {
  const rows = streamTexts(sql`select (100 / (60 - n))::text from generate_series(1, 100) n`, {});
  await rows.next();
  await expect(rows.next()).rejects.toThrow('division by zero');
  for await (const batch of repeated(1, 1)) expect(batch).toEqual(['x']);
});

test.each(['waits for the next batch', 'handles a batch'])(
  'a client that goes away while it %s ends the query that computes the next one',
  async (moment) => {
    const closed = new AbortController();
    // the second batch takes longer than any test waits
    const slow = sql`select n::text from generate_series(1, 100) n where n <= 50 or pg_sleep(600) is not null`;
    const rows = streamTexts(slow, {}, closed.signal);
    await rows.next();
    const next = moment === 'handles a batch' ? undefined : expect(rows.next()).rejects.toThrow('canceling statement');
    const ended = rows.return(undefined);
    closed.abort();
    await Promise.all([next, ended]);
    for await (const batch of repeated(1, 1)) expect(batch).toEqual(['x']);
    const { rows: left } = await administration.query("select from pg_stat_activity where query like 'fetch%'");
    expect(left).toEqual([]);
  },
);
