import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import type { ColumnEngine, GenerationTable, RowFile, RowFileSource } from '#platform/columns/column-engine.ts';
import { EngineFixture, limits, technicalColumns, textColumn } from './engine-fixture.ts';

/** A row file has the rows of a generation, is made when it is first asked for, and is made again when it is damaged. */
let fixture: EngineFixture;
let engine: ColumnEngine;
beforeAll(async () => {
  fixture = await EngineFixture.create();
  engine = await fixture.engine();
});
afterAll(() => fixture.close());

/** Identifiers of which each two neighbours begin alike. */
const idAt = (index: number): string =>
  `${Math.floor(index / 2)
    .toString(16)
    .padStart(8, '0')}${String(index).padStart(32, '0')}`;

/** Publishes rows with texts. */
const publish = (texts: readonly string[]): Promise<GenerationTable> =>
  fixture.publish(
    engine,
    [...technicalColumns, textColumn],
    texts.map((text, index) => [String(index), idAt(index), text]),
  );

const sourceOf = (table: GenerationTable, rowCount: number): RowFileSource => ({
  name: table.name,
  table,
  rowCount,
  texts: [sqlText('t._position::text'), sqlText('to_json(lower(hex(t._id)))::text'), sqlText('to_json(t.c0)::text')],
  from: sql`${sqlName(table.name)} t`,
});

async function made(source: RowFileSource): Promise<RowFile> {
  for (let tries = 0; tries < 4_000; tries++) {
    const file = engine.rowFile(source);
    if (file) return file;
    await sleep(5);
  }
  throw new Error(`The row file is not made: ${fixture.logged.join('\n')}`);
}

const positions = (table: GenerationTable, condition: string) => ({
  tables: [table],
  statement: sql`select 'at', t._position::text from ${sqlName(table.name)} t where ${sqlText(condition)} order by t._position desc`,
});

const pathOf = async (table: GenerationTable): Promise<string> => {
  const found = (await readdir(fixture.cacheFolder)).find(
    (name) => name.startsWith(table.name) && name.endsWith('.rows'),
  );
  return join(fixture.cacheFolder, found ?? 'none');
};

test('the rows whose positions a statement selects come in its order, with what it selects', async () => {
  const table = await publish(Array.from({ length: 3_000 }, (_, index) => `é"\n${String(index)}`));
  const file = await made(sourceOf(table, 3_000));
  const found = await file.read(positions(table, 't._position in (0, 15, 16, 2999)'), limits);
  const row = (index: number) => ({
    place: ['at', String(index)],
    row: [String(index), `"${idAt(index)}"`, JSON.stringify(`é"\n${String(index)}`)],
  });
  expect(found).toEqual([2_999, 16, 15, 0].map(row));
});

test('the rows with an identifier are those whose identifiers begin alike', async () => {
  const table = await publish(Array.from({ length: 2_501 }, (_, index) => `id ${String(index)}`));
  const file = await made(sourceOf(table, 2_501));
  for (const index of [0, 1, 511, 1_023, 1_024, 2_498]) {
    const found = await file.read({ id: idAt(index) }, limits);
    const pair = [index - (index % 2), index - (index % 2) + 1];
    expect(found?.map(({ row }) => row[1])).toEqual(pair.map((one) => `"${idAt(one)}"`));
  }
  expect(await file.read({ id: idAt(2_500) }, limits)).toHaveLength(1);
  expect(await file.read({ id: 'f'.repeat(40) }, limits)).toEqual([]);
});

test('rows that are too long have no row file', async () => {
  const table = await publish([...Array.from({ length: 40 }, () => 'short'), 'x'.repeat(2 ** 21)]);
  const source = sourceOf(table, 41);
  expect(engine.rowFile(source)).toBeUndefined();
  // files are made one after another
  const next = await publish(['next']);
  await made(sourceOf(next, 1));
  expect(engine.rowFile(source)).toBeUndefined();
  expect(await pathOf(table)).toBe(join(fixture.cacheFolder, 'none'));
});

test.each([
  ['is cut off', (path: string) => truncate(path, 1_000)],
  ['is empty', (path: string) => truncate(path, 0)],
  [
    'has other bytes',
    async (path: string) => {
      const bytes = await readFile(path);
      bytes.fill(7, 100, 300);
      await writeFile(path, bytes);
    },
  ],
])('a row file that %s answers nothing, and is made again', async (_how, damage) => {
  const texts = Array.from({ length: 200 }, (_, index) => `${_how} ${String(index)}`);
  const table = await publish(texts);
  const source = sourceOf(table, 200);
  await made(source);
  await damage(await pathOf(table));
  const ask = async () => (await made(source)).read(positions(table, 'true'), limits);
  expect(await ask()).toBeUndefined();
  expect((await ask())?.map(({ row }) => row[2])).toEqual(texts.map((text) => `"${text}"`).reverse());
});

test('a row file with a damaged index of identifiers answers nothing', async () => {
  const table = await publish(Array.from({ length: 100 }, (_, index) => `index ${String(index)}`));
  const source = sourceOf(table, 100);
  await made(source);
  const path = await pathOf(table);
  const bytes = await readFile(path);
  bytes.fill(0, bytes.length - 100, bytes.length - 40);
  await writeFile(path, bytes);
  expect(await (await made(source)).read({ id: idAt(3) }, limits)).toBeUndefined();
});

test('an answer with more bytes than allowed is refused', async () => {
  const table = await publish(Array.from({ length: 100 }, () => 'a long text'));
  const file = await made(sourceOf(table, 100));
  await expect(file.read(positions(table, 'true'), { ...limits, maxBytes: 3_000 })).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
  });
});
