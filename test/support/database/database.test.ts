import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from './database.ts';

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
};

test('every test has a database of its own, and databases can be created concurrently', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await ask(one.url, 'create table mark (n int)');
  expect(await ask(one.url, "select to_regclass('mark') is not null as there")).toEqual([{ there: true }]);
  expect(await ask(other.url, "select to_regclass('mark') is not null as there")).toEqual([{ there: false }]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(ask(one.url, 'select 1')).rejects.toThrow('does not exist');
});

test('a database is dropped although a client is still connected', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const losses: string[] = [];
  client.on('error', (error) => {
    losses.push(error.message);
  });
  await client.connect();
  await database.drop();
  expect(losses[0]).toMatch(/terminat/);
});
