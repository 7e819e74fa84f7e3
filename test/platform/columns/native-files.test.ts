import { copyFile, mkdir, open, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { idsOf, type GenerationTable } from '#platform/columns/column-engine.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  EngineFixture,
  idOf,
  limits,
  numberedRows,
  statementOf,
  tableName,
  technicalColumns,
  textColumn,
  textOf,
  until,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
afterAll(() => fixture.close());

/** How often the engines have read the storage in a test. */
let readCount = 0;
/** How the engines read the storage. */
const readNow: Storage['read'] = (...options) => fixture.storage.read(...options);
let read = readNow;
afterEach(() => {
  readCount = 0;
  read = readNow;
});
const storage: Pick<Storage, 'read'> = {
  read: (...options) => {
    readCount++;
    return read(...options);
  },
};

/** Two engines over one folder, because a start of their processes costs more than most tests; an engine that opened a file keeps it open. */
const engine = await fixture.engine({ storage });
const reader = await fixture.engine({ storage });

const columns = [...technicalColumns, textColumn];
const nativePath = (key: string, folder = fixture.cacheFolder) => join(folder, `${key}.duckdb`);
const blobPath = (key: string) => join(fixture.folder, 'storage', key.slice(0, 2), key.slice(2));
const nativeFiles = async (folder = fixture.cacheFolder) =>
  (await readdir(folder)).filter((name) => name.endsWith('.duckdb'));
const countOf = (table: GenerationTable) => statementOf(sql`count(*)::text`, table);

/** Reads the storage late. */
const readAfter =
  (ms: number): Storage['read'] =>
  async (...options) => {
    await sleep(ms);
    return fixture.storage.read(...options);
  };

test('a native file that is missing is built once for all statements', async () => {
  read = readAfter(50);
  const table = await fixture.publish(engine, columns, numberedRows(5_000), { keepsNative: false });
  const before = await nativeFiles();
  // Statements over one table share its definition; two tables share the file.
  const tables = [table, { ...table, name: tableName(table.file.key, '_tail') }];
  const counts = await Promise.all([...tables, ...tables].map((each) => textOf(engine, countOf(each))));
  expect([...new Set(counts)]).toEqual(['5000']);
  expect(readCount).toBe(1);
  expect(new Set(await nativeFiles())).toEqual(new Set([...before, `${table.file.key}.duckdb`]));
  expect(before).not.toContain(`${table.file.key}.duckdb`);
  const key = sql`${`0x${idOf(77).slice(0, 16)}`}::ubigint`;
  const found = sql`where _position in (select position from ${idsOf(table)} where key = ${key})`;
  expect(await textOf(engine, statementOf(sql`c0`, table, found))).toBe('text 77');
  expect((await stat(nativePath(table.file.key))).size).toBeLessThan(1_000_000);
});

test('engines share a folder', async () => {
  const first = await fixture.engine();
  const table = await fixture.publish(engine, columns, numberedRows(100), { keepsNative: false });
  const counts = await Promise.all([first, engine].map((each) => textOf(each, countOf(table))));
  expect(counts).toEqual(['100', '100']);
  const other = await fixture.publish(engine, columns, numberedRows(200));
  expect(await textOf(first, countOf(other))).toBe('200');
  await first.close();
  expect(await textOf(engine, countOf(other))).toBe('200');
});

test('a native file that cannot be opened is built again', async () => {
  // The number of the version follows the checksum and the magic bytes.
  const toOtherVersion = async (path: string) => {
    const file = await open(path, 'r+');
    await file.write(Buffer.from([255, 1]), 0, 2, 12);
    await file.close();
  };
  const damages = [
    async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2)),
    (path: string) => truncate(path, 0),
    (path: string) => writeFile(path, 'x'.repeat(100_000)),
    toOtherVersion,
  ];
  for (const [index, damage] of damages.entries()) {
    const table = await fixture.publish(engine, columns, numberedRows(5_000 + index));
    await damage(nativePath(table.file.key));
    const count = String(5_000 + index);
    expect(await textOf(reader, countOf(table))).toBe(count);
    expect(await textOf(reader, countOf(table))).toBe(count);
    expect(readCount).toBe(index + 1);
  }
});

test('a native file whose blocks are damaged is built again when a statement finds it', async () => {
  const table = await fixture.publish(engine, columns, numberedRows(100_000));
  const file = await open(nativePath(table.file.key), 'r+');
  const { size } = await file.stat();
  for (let at = 300_000; at < size - 300_000; at += 100_000) await file.write(Buffer.alloc(1_000, 0xff), 0, 1_000, at);
  await file.close();
  const sum = statementOf(sql`sum(length(c0))::text`, table);
  const expected = String(numberedRows(100_000).reduce((total, [, , text]) => total + (text?.length ?? 0), 0));
  expect(await textOf(reader, sum)).toBe(expected);
  expect(await textOf(reader, sum)).toBe(expected);
  expect(readCount).toBe(1);
  await truncate(nativePath(table.file.key), 0);
  expect(await textOf(reader, statementOf(sql`count(*)::text`, { ...table, name: 'again' }))).toBe('100000');
});

test('a lost, damaged or replaced blob fails for now, and is named in the log', async () => {
  const lost = await fixture.publish(engine, columns, numberedRows(10), { keepsNative: false });
  const damaged = await fixture.publish(engine, columns, numberedRows(11), { keepsNative: false });
  const replaced = await fixture.publish(engine, columns, numberedRows(15), { keepsNative: false });
  const fine = await fixture.publish(engine, columns, numberedRows(12));
  const before = await readdir(fixture.cacheFolder);
  await rm(blobPath(lost.file.key));
  await truncate(blobPath(damaged.file.key), 100);
  await copyFile(blobPath(fine.file.key), blobPath(replaced.file.key));
  for (const table of [lost, damaged, replaced]) {
    await expect(engine.rows(countOf(table), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(fixture.logged.join()).toContain(table.file.key);
  }
  expect(await textOf(engine, countOf(fine))).toBe('12');
  expect(await readdir(fixture.cacheFolder)).toEqual(before);
});

test('small files are built at the same time as one that is no Parquet, and after it', async () => {
  const sizes = [1, 20, 300];
  const publish = (size: number) => fixture.publish(engine, columns, numberedRows(size), { keepsNative: false });
  const tables = await Promise.all(sizes.map(publish));
  const { key } = await fixture.storage.write(Readable.from(['no Parquet']), { limit: 1e6 });
  const broken = { name: 'broken', file: { key, recordCount: 1 }, columns, readTail: null };
  const ask = (table: GenerationTable) => textOf(engine, countOf(table)).catch((error: unknown) => error);
  const answers = await Promise.all([broken, ...tables].map(ask));
  expect(answers).toEqual([expect.objectContaining({ code: 'UNAVAILABLE' }), ...sizes.map(String)]);
  expect(await ask(await publish(40))).toBe('40');
});

test('a file is read once its storage is back', async () => {
  let isAway = true;
  read = (...options) =>
    isAway ? Promise.reject(new CatalogError('STORAGE_UNAVAILABLE')) : fixture.storage.read(...options);
  const table = await fixture.publish(engine, columns, numberedRows(13), { keepsNative: false });
  await expect(engine.rows(countOf(table), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  isAway = false;
  await until(() => textOf(engine, countOf(table)).then(Boolean, () => false));
});

test('a statement does not wait longer than it may for its file, which is then there for the next one', async () => {
  read = readAfter(600);
  const table = await fixture.publish(engine, columns, numberedRows(14), { keepsNative: false });
  await expect(engine.rows(countOf(table), { ...limits, timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMED_OUT' });
  expect(await textOf(engine, countOf(table))).toBe('14');
});

test('the files that were not used for longest are removed beyond a size, and built again', async () => {
  const cacheFolder = join(fixture.folder, 'small');
  const small = await fixture.engine({ storage, cacheFolder, cacheBytes: 400_000 });
  const tables: (GenerationTable & { readonly file: { readonly key: string } })[] = [];
  for (let size = 1; size <= 6; size++) {
    const table = await fixture.publish(small, columns, numberedRows(1_000 + size));
    tables.push(table);
    // Distinct times, whichever resolution the disk has.
    await utimes(nativePath(table.file.key, cacheFolder), size, size).catch(() => undefined);
    expect(await textOf(small, countOf(table))).toBe(String(1_000 + size));
  }
  const kept = await nativeFiles(cacheFolder);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(6);
  expect(kept).toContain(`${tables.at(-1)?.file.key ?? ''}.duckdb`);
  // An open file is read after its removal.
  for (const [index, table] of tables.entries())
    expect(await textOf(small, countOf(table))).toBe(String(1_001 + index));
  expect(readCount).toBe(0);
  const other = await fixture.engine({ storage, cacheFolder, cacheBytes: 400_000 });
  for (const [index, table] of tables.entries())
    expect(await textOf(other, countOf(table))).toBe(String(1_001 + index));
  expect(readCount).toBeGreaterThan(0);
});

test('what killed processes left is removed after an hour, and nothing else', async () => {
  const cacheFolder = join(fixture.folder, 'killed');
  const old = join(cacheFolder, 'work-old');
  const recent = join(cacheFolder, 'work-recent');
  for (const folder of [old, recent]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'part.duckdb'), 'x');
  }
  const hours = new Date(Date.now() - 7_200_000);
  await utimes(old, hours, hours);
  const next = await fixture.engine({ cacheFolder });
  expect((await readdir(cacheFolder)).filter((name) => !name.includes('-recent'))).toHaveLength(1);
  expect(await readdir(recent)).toEqual(['part.duckdb']);
  await next.close();
  expect(await readdir(cacheFolder)).toEqual(['work-recent']);
});
