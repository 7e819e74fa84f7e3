import { expect, test } from '@jest/globals';
import { testApp } from '../../support/app.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { BulkLineWriter } from '../../../src/platform/database/bulk-line-writer.ts';

const app = await testApp({ WORKER: 'off' });
const { db, bulkLoader } = app.services;
await db.rows(sql`create table load (position int primary key check (position < 100), value jsonb)`);
await db.rows(
  sql`create function die() returns trigger language plpgsql as ${sqlText('$$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$')}`,
);
await db.rows(
  sql`create trigger die before insert on load for each row when (new.position = 50) execute function die()`,
);

const load = (guard: string, ...lines: readonly Buffer[]) =>
  bulkLoader.load(sqlText(guard), lines.length > 0 ? [{ columns: 'load (position, value)', lines }] : []);
const line = (position: number, value: unknown) => {
  const writer = new BulkLineWriter(1);
  writer.cell(String(position));
  writer.cell(JSON.stringify(value));
  writer.endLine();
  return writer.take();
};
const stored = async () =>
  (await db.rows<{ value: unknown }>(sql`select value from load order by position`)).map(({ value }) => value);

test('lines are loaded unchanged when the guard statement returns a row', async () => {
  const odd = ['\u0001\u0002\n"', '\\.', '\\N', '', null, { __proto__: '\t' }];
  expect(await load('select 7 as n', ...odd.map((value, position) => line(position, value)))).toEqual({ n: 7 });
  expect(await stored()).toEqual(odd);
  expect(await load('select 1 as n where false', line(9, 'x'))).toBeUndefined();
  expect(await load('select 8 as n')).toEqual({ n: 8 });
  expect(await stored()).toHaveLength(odd.length);
});

test.each([
  ['a line that the table does not take', 'select 1', 200],
  ['a connection that ends in the middle of the lines', 'select 1', 50],
  ['a connection that ends before them', 'select pg_terminate_backend(pg_backend_pid())', 20],
  ['a statement that fails', 'select 1/0', 20],
])('%s loads nothing, fails once, and costs the pool no connection', async (_name, guard, position) => {
  const before = await stored();
  // more often than the pool has places
  for (let times = 0; times < 25; times++)
    await expect(load(guard, line(10, 'a'), line(position, 'b'))).rejects.toThrow();
  expect(await stored()).toEqual(before);
  expect(await load('select 1 as n')).toEqual({ n: 1 });
});
