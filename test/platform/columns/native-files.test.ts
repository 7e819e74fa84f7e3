import { mkdir, open, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
  technicalColumns,
  textColumn,
  textOf,
  until,
} from './engine-fixture.ts';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await EngineFixture.create();
});
afterEach(() => fixture.close());

const columns = [...technicalColumns, textColumn];
const nativePath = (key: string) => join(fixture.cacheFolder, `${key}.duckdb`);
const blobPath = (key: string) => join(fixture.folder, 'storage', key.slice(0, 2), key.slice(2));
const nativeFiles = async () => (await readdir(fixture.cacheFolder)).filter((name) => name.endsWith('.duckdb'));
const countOf = (table: GenerationTable) => statementOf(sql`count(*)::text`, table);

/** A storage that counts how often it is read, and is slow. */
function countedStorage(): { readonly storage: Pick<Storage, 'read'>; readonly count: () => number } {
  let count = 0;
  const read: Storage['read'] = async (...options) => {
    count++;
    await sleep(50);
    return fixture.storage.read(...options);
  };
  return { storage: { read }, count: () => count };
}

test('a native file that is missing is built once for all statements', async () => {
  const { storage, count } = countedStorage();
  const engine = await fixture.engine({ storage });
  const table = await fixture.publish(engine, columns, numberedRows(5_000), { keepsNative: false });
  expect(await nativeFiles()).toEqual([]);
  const counts = await Promise.all(Array.from({ length: 8 }, () => textOf(engine, countOf(table))));
  expect([...new Set(counts)]).toEqual(['5000']);
  expect(count()).toBe(1);
  expect(await nativeFiles()).toEqual([`${table.file.key}.duckdb`]);
  const key = sql`${`0x${idOf(77).slice(0, 16)}`}::ubigint`;
  const found = sql`where _position in (select position from ${idsOf(table)} where key = ${key})`;
  expect(await textOf(engine, statementOf(sql`c0`, table, found))).toBe('text 77');
  expect((await stat(nativePath(table.file.key))).size).toBeLessThan(1_000_000);
});

test('engines share a folder', async () => {
  const first = await fixture.engine();
  const second = await fixture.engine();
  const table = await fixture.publish(first, columns, numberedRows(100), { keepsNative: false });
  const counts = await Promise.all([first, second].map((engine) => textOf(engine, countOf(table))));
  expect(counts).toEqual(['100', '100']);
  const other = await fixture.publish(second, columns, numberedRows(200));
  expect(await textOf(first, countOf(other))).toBe('200');
  await first.close();
  expect(await textOf(second, countOf(other))).toBe('200');
});

test('a native file that cannot be opened is built again', async () => {
  const { storage, count } = countedStorage();
  const engine = await fixture.engine({ storage });
  const table = await fixture.publish(engine, columns, numberedRows(5_000));
  const path = nativePath(table.file.key);
  // The number of the version follows the checksum and the magic bytes.
  const ofOtherVersion = async () => {
    const file = await open(path, 'r+');
    await file.write(Buffer.from([255, 1]), 0, 2, 12);
    await file.close();
  };
  const damages = [
    async () => truncate(path, Math.floor((await stat(path)).size / 2)),
    () => truncate(path, 0),
    () => writeFile(path, 'x'.repeat(100_000)),
    ofOtherVersion,
  ];
  for (const [index, damage] of damages.entries()) {
    await damage();
    const reader = await fixture.engine({ storage });
    expect(await textOf(reader, countOf(table))).toBe('5000');
    expect(await textOf(reader, countOf(table))).toBe('5000');
    expect(count()).toBe(index + 1);
    await reader.close();
  }
});

test('a native file whose blocks are damaged is built again when a statement finds it', async () => {
  const { storage, count } = countedStorage();
  const table = await fixture.publish(await fixture.engine(), columns, numberedRows(100_000));
  const file = await open(nativePath(table.file.key), 'r+');
  const { size } = await file.stat();
  for (let at = 300_000; at < size - 300_000; at += 100_000) await file.write(Buffer.alloc(1_000, 0xff), 0, 1_000, at);
  await file.close();
  const engine = await fixture.engine({ storage });
  const sum = statementOf(sql`sum(length(c0))::text`, table);
  const expected = String(numberedRows(100_000).reduce((total, [, , text]) => total + (text?.length ?? 0), 0));
  expect(await textOf(engine, sum)).toBe(expected);
  expect(await textOf(engine, sum)).toBe(expected);
  expect(count()).toBe(1);
  await truncate(nativePath(table.file.key), 0);
  expect(await textOf(engine, statementOf(sql`count(*)::text`, { ...table, name: 'again' }))).toBe('100000');
});

test('a lost or damaged blob fails for now, and is named in the log', async () => {
  const engine = await fixture.engine();
  const lost = await fixture.publish(engine, columns, numberedRows(10), { keepsNative: false });
  const damaged = await fixture.publish(engine, columns, numberedRows(11), { keepsNative: false });
  const fine = await fixture.publish(engine, columns, numberedRows(12));
  await rm(blobPath(lost.file.key));
  await truncate(blobPath(damaged.file.key), 100);
  for (const table of [lost, damaged]) {
    await expect(engine.rows(countOf(table), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(fixture.logged.join()).toContain(table.file.key);
  }
  expect(await textOf(engine, countOf(fine))).toBe('12');
  expect(await readdir(fixture.cacheFolder)).toHaveLength(2);
});

test('small files are built at the same time as one that is no Parquet, and after it', async () => {
  const engine = await fixture.engine();
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
  const read: Storage['read'] = (...options) =>
    isAway ? Promise.reject(new CatalogError('STORAGE_UNAVAILABLE')) : fixture.storage.read(...options);
  const engine = await fixture.engine({ storage: { read } });
  const table = await fixture.publish(engine, columns, numberedRows(10), { keepsNative: false });
  await expect(engine.rows(countOf(table), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  isAway = false;
  await until(() => textOf(engine, countOf(table)).then(Boolean, () => false));
});

test('a statement does not wait longer than it may for its file, which is then there for the next one', async () => {
  const read: Storage['read'] = async (...options) => {
    await sleep(600);
    return fixture.storage.read(...options);
  };
  const engine = await fixture.engine({ storage: { read } });
  const table = await fixture.publish(engine, columns, numberedRows(10), { keepsNative: false });
  await expect(engine.rows(countOf(table), { ...limits, timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMED_OUT' });
  expect(await textOf(engine, countOf(table))).toBe('10');
});

test('the files that were not used for longest are removed beyond a size, and built again', async () => {
  const { storage, count } = countedStorage();
  const engine = await fixture.engine({ storage, cacheBytes: 400_000 });
  const tables: (GenerationTable & { readonly file: { readonly key: string } })[] = [];
  for (let size = 1; size <= 6; size++) {
    const table = await fixture.publish(engine, columns, numberedRows(1_000 + size));
    tables.push(table);
    // Distinct times, whichever resolution the disk has.
    await utimes(nativePath(table.file.key), size, size).catch(() => undefined);
    expect(await textOf(engine, countOf(table))).toBe(String(1_000 + size));
  }
  const kept = await nativeFiles();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(6);
  expect(kept).toContain(`${tables.at(-1)?.file.key ?? ''}.duckdb`);
  // An open file is read after its removal.
  for (const [index, table] of tables.entries())
    expect(await textOf(engine, countOf(table))).toBe(String(1_001 + index));
  expect(count()).toBe(0);
  const other = await fixture.engine({ storage, cacheBytes: 400_000 });
  for (const [index, table] of tables.entries())
    expect(await textOf(other, countOf(table))).toBe(String(1_001 + index));
  expect(count()).toBeGreaterThan(0);
});

test('what killed processes left is removed after an hour, and nothing else', async () => {
  const old = join(fixture.cacheFolder, 'work-old');
  const recent = join(fixture.cacheFolder, 'work-recent');
  for (const folder of [old, recent]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'part.duckdb'), 'x');
  }
  const hours = new Date(Date.now() - 7_200_000);
  await utimes(old, hours, hours);
  const engine = await fixture.engine();
  expect((await readdir(fixture.cacheFolder)).filter((name) => !name.includes('-recent'))).toHaveLength(1);
  expect(await readdir(recent)).toEqual(['part.duckdb']);
  await engine.close();
  expect(await readdir(fixture.cacheFolder)).toEqual(['work-recent']);
});
