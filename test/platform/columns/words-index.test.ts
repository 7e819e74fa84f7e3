import { afterAll, expect, test } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, sqlName } from '#kernel/sql.ts';
import { minIndexedRecords, textRow, wordsOf, type GenerationTable } from '#platform/columns/column-engine.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { segmentRows } from '#platform/columns/process/words-index.ts';
import {
  batchOf,
  EngineFixture,
  idOf,
  limits,
  linesOf,
  tableName,
  technicalColumns,
  textColumn,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
afterAll(() => fixture.close());

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

const written = await fixture.publish(await fixture.engine(), columns, rows(0, count));
const nativePath = join(fixture.cacheFolder, `${written.file.key}.duckdb`);

async function dropIndex(): Promise<void> {
  const instance = await DuckDBInstance.create(nativePath);
  const connection = await instance.connect();
  await connection.run('drop table words');
  connection.closeSync();
  instance.closeSync();
}

test.each([
  ['as it is written', 0, async () => undefined],
  ['that is missing and built again', 1, () => rm(nativePath)],
  ['without an index, as a version before wrote it, which is built again', 1, dropIndex],
])('a file %s has an index of its words, and the table of those of its tail', async (_which, builds, change) => {
  await change();
  let reads = 0;
  const read: Storage['read'] = (...options) => {
    reads++;
    return fixture.storage.read(...options);
  };
  const engine = await fixture.engine({ storage: { read } });
  const table = withTail(written);
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
  expect(reads).toBe(builds);
  await engine.close();
});

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

test('the words of a segment are indexed while records follow, also with new columns', async () => {
  const engine = await fixture.engine();
  const indexed = segmentRows + 100;
  const earlier = columns.slice(0, -1);
  const writer = await engine.createWriter(earlier);
  try {
    const early = rows(0, indexed).map((row) => row.slice(0, earlier.length));
    for (let from = 0; from < indexed; from += 20_000) await writer.load([batchOf(early.slice(from, from + 20_000))]);
    await writer.addColumns(columns.slice(-1));
    // The second one has the identifier of a record of the segment.
    const late = rows(indexed, indexed + 50).map((row) => row.with(4, ' reed '));
    await writer.load([batchOf(late.with(1, late[1]?.with(1, idOf(3)) ?? []))]);
    const identify = (repeated: readonly unknown[]) => repeated.map(() => 'ff'.repeat(20));
    const finished = await writer.finish({ identify, signal: AbortSignal.timeout(60_000) });
    const { key } = await fixture.storage.write(createReadStream(finished.path), { limit: 1e9 });
    await finished.adopt(key);
    const table = { name: tableName(key), file: { key, recordCount: indexed + 50 }, columns, readTail: null };
    expect(await engine.rows(positionsOf(table, 'no7'), limits)).toEqual(
      Array.from({ length: 14 }, (_, index) => ['c0_words', String(index * 20_000 + 7)]).slice(1),
    );
    expect(await engine.rows(positionsOf(table, 'reed'), limits)).toEqual(
      late.map(([position]) => ['c1_words', position]),
    );
    const ids = { tables: [table], statement: sql`select ${textRow([sql`hex(_id)`])} from ${sqlName(table.name)}` };
    const found = (
      await engine.rows({ ...ids, statement: sql`${ids.statement} where _position in (3, ${indexed + 1})` }, limits)
    ).flat();
    expect(found).toEqual([idOf(3).toUpperCase(), 'FF'.repeat(20)]);
  } finally {
    await writer.close();
  }
});

test('a table whose file has few records has no words', async () => {
  const table = await fixture.publish(await fixture.engine(), columns, rows(0, 10));
  expect(wordsOf(table)).toBeUndefined();
  expect(wordsOf({ name: 'tail', file: null })).toBeUndefined();
});
