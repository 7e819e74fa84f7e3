import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { sql } from '#kernel/sql.ts';
import { minIndexedRecords, textRow, wordsOf, type GenerationTable } from '#platform/columns/column-engine.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineFixture, idOf, limits, linesOf, technicalColumns, textColumn } from './engine-fixture.ts';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await EngineFixture.create();
});
afterEach(() => fixture.close());

const columns = [
  ...technicalColumns,
  textColumn,
  { name: 'c0_words', type: 'VARCHAR' },
  { name: 'c1_words', type: 'VARCHAR' },
];
const count = minIndexedRecords + 5_000;

/** Each record has its number as a word, every third a tree, the last a river in the other column, and one has no words. */
const rowOf = (position: number) => {
  const words = position === 7 ? null : ` no${position % 20_000} ${position % 3 === 0 ? 'tree tree ' : ''}`;
  return [String(position), idOf(position), words, words, position === count - 1 ? ' river ' : null];
};
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => rowOf(from + index));

const positionsOf = (table: GenerationTable, word: string) => ({
  tables: [table],
  statement: sql`
    select ${textRow([sql`field`, sql`position::text`])}
    from (select distinct field, position from ${wordsOf(table) ?? sql`missing`} where word = ${word}::text)
    order by position`,
});

const withTail = (table: GenerationTable): GenerationTable => ({
  ...table,
  name: `${table.name}_tailed`,
  readTail: () => Promise.resolve(linesOf(rows(count, count + 3).map((row) => row.with(4, ' river lake ')))),
});

test.each([true, false])(
  'the index has the words of the file, and the table those of its tail (kept: %s)',
  async (keepsNative) => {
    const engine = await fixture.engine();
    const table = withTail(await fixture.publish(engine, columns, rows(0, count), { keepsNative }));
    expect(await engine.rows(positionsOf(table, 'no7'), limits)).toEqual([['c0_words', '20007']]);
    expect(await engine.rows(positionsOf(table, 'no8'), limits)).toEqual([
      ['c0_words', '8'],
      ['c0_words', '20008'],
    ]);
    expect(await engine.rows(positionsOf(table, 'river'), limits)).toEqual(
      [-1, 0, 1, 2].map((index) => ['c1_words', String(count + index)]),
    );
    const trees = Array.from({ length: count + 3 }, (_, position) => position).filter((position) => position % 3 === 0);
    expect(await engine.rows(positionsOf(table, 'tree'), limits)).toEqual(
      trees.map((position) => ['c0_words', String(position)]),
    );
    expect(await engine.rows(positionsOf(table, ''), limits)).toEqual([]);
  },
);

test('a file with long texts has an index too', async () => {
  const engine = await fixture.engine();
  const long = (position: number) => rowOf(position).with(3, ` ${'reed '.repeat(60_000)}`);
  const all = rows(0, count).with(100, long(100)).with(30_000, long(30_000));
  const table = await fixture.publish(engine, columns, all);
  expect(await engine.rows(positionsOf(table, 'reed'), limits)).toEqual([
    ['c0_words', '100'],
    ['c0_words', '30000'],
  ]);
  expect(await engine.rows(positionsOf(table, 'river'), limits)).toEqual([['c1_words', String(count - 1)]]);
});

test('a file without an index, as a version before wrote it, is built again', async () => {
  const table = await fixture.publish(await fixture.engine(), columns, rows(0, count));
  const instance = await DuckDBInstance.create(join(fixture.cacheFolder, `${table.file.key}.duckdb`));
  const connection = await instance.connect();
  await connection.run('drop table words');
  connection.closeSync();
  instance.closeSync();
  let reads = 0;
  const read: Storage['read'] = (...options) => {
    reads++;
    return fixture.storage.read(...options);
  };
  const engine = await fixture.engine({ storage: { read } });
  expect(await engine.rows(positionsOf(table, 'no7'), limits)).toEqual([['c0_words', '20007']]);
  expect(reads).toBe(1);
});

test('a table whose file has few records has no words', async () => {
  const table = await fixture.publish(await fixture.engine(), columns, rows(0, 10));
  expect(wordsOf(table)).toBeUndefined();
  expect(wordsOf({ name: 'tail', file: null })).toBeUndefined();
});
