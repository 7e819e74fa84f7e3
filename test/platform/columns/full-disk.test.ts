import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import type { GenerationTable, RowFileSource } from '#platform/columns/column-engine.ts';
import { testIf } from '#test/support/test-if.ts';
import {
  EngineFixture,
  limits,
  batchOf,
  numberedRows,
  statementOf,
  technicalColumns,
  textColumn,
  textOf,
  until,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
const disk = join(fixture.folder, 'disk');
const isMounted = mount();
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['--lazy', disk]);
  await fixture.close();
});

/** Mounts a disk of 24 MB. */
function mount(): boolean {
  try {
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const columns = [...technicalColumns, { name: '_size', type: 'BIGINT' }, textColumn];
const sized = (rows: ReturnType<typeof numberedRows>) =>
  rows.map(([position = null, id = null, text = null]) => [position, id, String(text?.length ?? 0), text]);
const randomRows = (count: number) => sized(numberedRows(count, () => Math.random().toString(36).repeat(8)));

const rowsOf = (table: GenerationTable): RowFileSource => ({
  ...{ name: table.name, table, rowCount: table.file?.recordCount ?? 0, from: sql`${sqlName(table.name)} t` },
  texts: [sqlText('t._position::text'), sqlText('to_json(lower(hex(t._id)))::text'), sqlText('to_json(t.c0)::text')],
});

testIf(isMounted, 'the right to mount a file system')('a full disk fails what writes, and nothing else', async () => {
  const engine = await fixture.engine({ cacheFolder: disk, memoryLimit: 64e6 });
  const small = await fixture.publish(engine, columns, sized(numberedRows(100)));
  const large = await fixture.publish(engine, columns, randomRows(20_000));
  const missing = await fixture.publish(engine, columns, randomRows(20_000), { keepsNative: false });
  const full = { code: 'STORAGE_FULL' };

  const writer = await engine.createWriter(columns);
  const lines = batchOf(randomRows(20_000));
  const write = async () => {
    for (let portion = 0; portion < 20; portion++) await writer.load([lines]);
    await writer.finish({ identify: () => [], signal: AbortSignal.timeout(60_000) });
  };
  await expect(write()).rejects.toMatchObject(full);
  expect(await textOf(engine, statementOf(sql`count(*)::text`, small))).toBe('100');
  await expect(engine.rows(statementOf(sql`count(*)::text`, missing), limits)).rejects.toMatchObject(full);
  // Its row file is not made, and leaves nothing: the columns go on answering.
  expect(engine.rowFile(rowsOf(large))).toBeUndefined();
  await until(() => fixture.logged.some((line) => line.includes('A row file or order file was not made')));
  await until(async () => !(await readdir(disk, { recursive: true })).some((name) => name.endsWith('.rows')));
  expect(await textOf(engine, statementOf(sql`count(*)::text`, large))).toBe('20000');
  const copy = statementOf(sql`md5(i::text) as a, md5((i + 1)::text) as b from range(3000000) t(i)`);
  await expect(
    engine.writeParquet(copy, { timeoutMs: 60_000, compression: 'uncompressed', metadata: {} }),
  ).rejects.toMatchObject(full);
  await writer.close();
  const fold = await engine.createWriter(columns);
  const foldMany = async () => {
    await fold.loadFile(small.file.key);
    for (let portion = 0; portion < 20; portion++) await fold.load([lines]);
    await fold.finish({ identify: () => [], signal: AbortSignal.timeout(60_000) });
  };
  await expect(foldMany()).rejects.toMatchObject(full);
  await fold.close();

  const sorted = statementOf(sql`min(a) from (select md5(i::text) as a from range(3000000) t(i) order by a offset 10)`);
  await expect(engine.rows(sorted, limits)).rejects.toMatchObject(full);
  expect(await textOf(engine, statementOf(sql`count(*)::text`, small))).toBe('100');
  await until(() => textOf(engine, statementOf(sql`count(*)::text`, missing)).then(Boolean, () => false));
  expect((await readdir(disk)).filter((name) => name.endsWith('.duckdb'))).toHaveLength(3);
});
