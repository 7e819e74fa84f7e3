import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import {
  type ColumnEngine,
  DerivedFileDamaged,
  type GenerationTable,
  type RowFile,
  type RowOrder,
  type RowFileSource,
  type TextRow,
} from '#platform/columns/column-engine.ts';
import { EngineFixture, technicalColumns, textColumn } from './engine-fixture.ts';

/** Row files have the rows of a generation, and order files their orders. They are made when they are first asked for, and again when they are damaged. */
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

async function madeOrder(source: RowFileSource, orderBy: string): Promise<RowOrder> {
  for (let tries = 0; tries < 4_000; tries++) {
    const order = (await made(source)).order(sqlText(orderBy));
    if (order) return order;
    await sleep(5);
  }
  throw new Error(`The order file is not made: ${fixture.logged.join('\n')}`);
}

async function rowsAt(file: RowFile, positions: readonly number[]): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  for await (const batch of file.rows(positions)) rows.push(...batch);
  return rows;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const pathOf = async (table: GenerationTable, extension = '.rows'): Promise<string> => {
  const found = (await readdir(fixture.cacheFolder)).find(
    (name) => name.startsWith(table.name) && name.endsWith(extension),
  );
  return join(fixture.cacheFolder, found ?? 'none');
};

test('rows are read in the order of the positions that are asked for, also of many blocks', async () => {
  const table = await publish(Array.from({ length: 3_000 }, (_, index) => `é"\n${String(index)}`));
  const file = await made(sourceOf(table, 3_000));
  const row = (index: number) => [String(index), `"${idAt(index)}"`, JSON.stringify(`é"\n${String(index)}`)];
  for (const positions of [[], [2_999, 16, 15, 0, 16], upTo(3_000).reverse(), upTo(180).map((index) => index * 16)])
    expect(await rowsAt(file, positions)).toEqual(positions.map(row));
  await expect(rowsAt(file, [3_000])).rejects.toBeInstanceOf(DerivedFileDamaged);
});

test('the rows with an identifier are those whose identifiers begin alike', async () => {
  const table = await publish(Array.from({ length: 2_501 }, (_, index) => `id ${String(index)}`));
  const file = await made(sourceOf(table, 2_501));
  for (const index of [0, 1, 511, 1_023, 1_024, 2_498]) {
    const pair = [index - (index % 2), index - (index % 2) + 1];
    expect(await file.positionsOf(idAt(index))).toEqual(pair);
  }
  expect(await file.positionsOf(idAt(2_500))).toEqual([2_500]);
  expect(await file.positionsOf('f'.repeat(40))).toEqual([]);
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
  const ask = async () => rowsAt(await made(source), upTo(200));
  await expect(ask()).rejects.toBeInstanceOf(DerivedFileDamaged);
  expect((await ask()).map((row) => row[2])).toEqual(texts.map((text) => `"${text}"`));
});

test('a row file with a damaged index of identifiers answers nothing', async () => {
  const table = await publish(Array.from({ length: 100 }, (_, index) => `index ${String(index)}`));
  const source = sourceOf(table, 100);
  await made(source);
  const path = await pathOf(table);
  const bytes = await readFile(path);
  bytes.fill(0, bytes.length - 100, bytes.length - 40);
  await writeFile(path, bytes);
  await expect((await made(source)).positionsOf(idAt(3))).rejects.toBeInstanceOf(DerivedFileDamaged);
});

test('an order file has the positions of all rows in the order, and ties in that of publication', async () => {
  const texts = Array.from({ length: 3_000 }, (_, index) => `text ${String((index * 7) % 11)}`);
  const source = sourceOf(await publish(texts), 3_000);
  const expected = upTo(3_000).sort((one, other) => ((other * 7) % 11) - ((one * 7) % 11) || one - other);
  const order = await madeOrder(source, 'length(t.c0) desc, t.c0 desc');
  const positions = await order.positions(0, 10_000);
  const byLength = (index: number): number => Number((index * 7) % 11 === 10);
  expect(positions).toEqual(expected.sort((one, other) => byLength(other) - byLength(one)));
  expect(await order.positions(2_998, 5)).toEqual(positions.slice(2_998));
  expect(await order.positions(3_000, 5)).toEqual([]);
  for (const number of [0, 2_999, 0]) expect((await order.row(number))[0]).toBe(String(positions[number]));
});

test.each([
  ['is cut off', (path: string) => truncate(path, 100)],
  ['is empty', (path: string) => truncate(path, 0)],
  ['has other bytes', (path: string) => writeFile(path, Buffer.alloc(40), { flag: 'r+' })],
])('an order file that %s answers nothing, and is made again', async (how, damage) => {
  const source = sourceOf(await publish(upTo(100).map((index) => `${how} ${String(index)}`)), 100);
  await madeOrder(source, 't._position desc');
  await damage(await pathOf(source.table, '.order'));
  const ask = async () => (await madeOrder(source, 't._position desc')).positions(0, 100);
  await expect(ask()).rejects.toBeInstanceOf(DerivedFileDamaged);
  expect(await ask()).toEqual(upTo(100).reverse());
});

test('a table has a bounded number of order files', async () => {
  const source = sourceOf(await publish(upTo(40).map((index) => `bounded ${String(index)}`)), 40);
  for (let asked = 0; asked < 16; asked++) await madeOrder(source, `t._position % ${String(asked + 2)}`);
  const file = await made(source);
  for (let tries = 0; tries < 3; tries++) {
    expect(file.order(sqlText('t._position % 99'))).toBeUndefined();
    await madeOrder(source, 't._position % 5');
  }
  const names = await readdir(fixture.cacheFolder);
  expect(names.filter((name) => name.startsWith(source.table.name) && name.endsWith('.order'))).toHaveLength(16);
});
