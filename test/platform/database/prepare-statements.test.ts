import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { prepareStatements } from '../../../src/platform/database/prepare-statements.ts';
import { testDatabase } from '../../support/database.ts';

const database = await testDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
prepareStatements(pool, 3);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async (): Promise<string[]> =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')).rows.map(({ statement }) => statement);
const numbered = (n: number) => `select $1::int + ${String(n)} as n`;

test('a statement with values is prepared once, in a transaction and outside of one', async () => {
  await pool.query(numbered(0), [1]);
  const client = await pool.connect();
  await client.query('begin');
  expect((await client.query(numbered(0), [5])).rows).toEqual([{ n: 5 }]);
  await client.query('commit');
  client.release();
  expect(await prepared()).toEqual([numbered(0)]);
});

test('a connection forgets what it used least recently', async () => {
  for (let n = 0; n < 10; n += 1) await pool.query({ text: numbered(n), values: [1], rowMode: 'array' });
  expect(await prepared()).toEqual([numbered(7), numbered(8), numbered(9)]);
  expect((await pool.query(numbered(1), [1])).rows).toEqual([{ n: 2 }]);
});

test('what cannot be forgotten in a transaction that has failed is used again', async () => {
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
