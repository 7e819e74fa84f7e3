import { afterAll, expect, test } from '@jest/globals';
import { prepareStatements } from '#platform/database/statements.ts';
import { testDatabase } from '#test/support/database/database.ts';
import { testPool } from '#test/support/database/pool.ts';

const database = await testDatabase();
const pool = testPool(database.url);
prepareStatements(pool, { maxStatements: 3, maxBytes: 1_000 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async (): Promise<string[]> =>
  (
    await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')
  ).rows.map(({ statement }) => statement);
const numbered = (n: number) => `select $1::int + ${String(n)} as n`;

test('a statement with values is prepared once, from its second use on, in a transaction and outside of one', async () => {
  expect((await pool.query(numbered(0), [1])).rows).toEqual([{ n: 1 }]);
  expect(await prepared()).toEqual([]);
  await pool.query(numbered(0), [1]);
  const client = await pool.connect();
  await client.query('begin');
  expect((await client.query(numbered(0), [5])).rows).toEqual([{ n: 5 }]);
  await client.query('commit');
  client.release();
  expect(await prepared()).toEqual([numbered(0)]);
});

test('a connection closes the least recently used statements', async () => {
  for (let n = 0; n < 10; n += 1) {
    for (let use = 0; use < 2; use += 1) await pool.query({ text: numbered(n), values: [1], rowMode: 'array' });
  }
  expect(await prepared()).toEqual([numbered(7), numbered(8), numbered(9)]);
  expect((await pool.query(numbered(1), [1])).rows).toEqual([{ n: 2 }]);
});

test('a statement that is evicted while a query with it waits for the connection is not prepared twice', async () => {
  const client = await pool.connect();
  for (const n of [20, 20, 21, 21, 22, 22, 23, 24, 25]) await client.query(numbered(n), [1]);
  const waiting = [20, 23, 24, 25, 20].map((n) => client.query(numbered(n), [1]));
  expect((await Promise.all([client.query('select 1'), ...waiting])).length).toBe(6);
  client.release();
  await pool.query(numbered(26), [1]);
  await pool.query(numbered(26), [1]);
  expect(await prepared()).toHaveLength(3);
});

test('a statement that is evicted in a failed transaction is prepared again', async () => {
  for (let n = 0; n < 3; n += 1) await pool.query(numbered(n), [1]);
  const client = await pool.connect();
  await client.query('begin');
  await expect(client.query('select 1/0')).rejects.toThrow();
  await expect(client.query(numbered(3), [1])).rejects.toThrow(/aborted/);
  await client.query('rollback');
  client.release();
  for (let n = 0; n < 4; n += 1) expect((await pool.query(numbered(n), [1])).rows).toEqual([{ n: n + 1 }]);
  expect(await prepared()).toHaveLength(3);
});

test('the texts of the prepared statements of a connection have a maximum length in all', async () => {
  const long = (n: number) => `${numbered(n)} /* ${'x'.repeat(600)} */`;
  for (const n of [0, 0, 1, 1]) await pool.query(long(n), [1]);
  expect(await prepared()).toEqual([long(1)]);
});

test('a statement whose text is very long is not prepared', async () => {
  const veryLong = `${numbered(0)} /* ${'x'.repeat(200_000)} */`;
  for (let use = 0; use < 3; use += 1) expect((await pool.query(veryLong, [1])).rows).toEqual([{ n: 1 }]);
  expect(await prepared()).not.toContain(veryLong);
});

const inColor = (value: number) => pool.query<{ id: number }>('select * from color where id = $1', [value]);

test('a statement that a new column made stale is prepared again and run', async () => {
  await pool.query('create table color (id int); insert into color values (1)');
  expect((await inColor(1)).rows).toEqual([{ id: 1 }]);
  await pool.query("alter table color add column name text default 'red'");
  expect((await inColor(1)).rows).toEqual([{ id: 1, name: 'red' }]);
  const client = await pool.connect();
  expect((await client.query('select * from color where id = $1', [1])).rows).toHaveLength(1);
  await client.query('alter table color add column hue int');
  const [viaCallback] = await new Promise<{ hue: number | null }[]>((resolve, reject) => {
    client.query<{ hue: number | null }>(
      'select * from color where id = $1',
      [1],
      (failure: Error | undefined, result) => {
        if (failure) reject(failure);
        else resolve(result.rows);
      },
    );
  });
  client.release();
  expect(viaCallback).toEqual({ id: 1, name: 'red', hue: null });
});

test('in a transaction a stale statement fails once, and all statements of the connection are prepared again', async () => {
  await inColor(1);
  await pool.query('alter table color add column depth int');
  const client = await pool.connect();
  const inTransaction = async () => {
    await client.query('begin');
    try {
      return (await client.query('select * from color where id = $1', [1])).rows;
    } finally {
      await client.query('rollback');
    }
  };
  await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' });
  await expect(inTransaction()).resolves.toHaveLength(1);
  client.release();
  // the new text is not one that a pooler has prepared already
  expect(await prepared()).toEqual([expect.stringMatching(/^\/\* \S+ \*\/ select \* from color where id = \$1$/)]);
});

test('a connection that lost its statements prepares them again', async () => {
  await inColor(1);
  await pool.query('deallocate all');
  expect((await inColor(1)).rows).toHaveLength(1);
});

test('a pipeline that evicts a statement and runs it again prepares nothing twice and fails nothing', async () => {
  const pipelined = testPool(database.url, { max: 1, pipeline: true });
  prepareStatements(pipelined, { maxStatements: 2, maxBytes: 1_000 });
  for (const n of [30, 31, 32]) for (let use = 0; use < 2; use += 1) await pipelined.query(numbered(n), [1]);
  const client = await pipelined.connect();
  await client.query('begin');
  const answers = await Promise.all([30, 31, 32, 30, 31].map((n) => client.query<{ n: number }>(numbered(n), [1])));
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([31, 32, 33, 31, 32]);
  await client.query('commit');
  client.release();
  await pipelined.end();
});
