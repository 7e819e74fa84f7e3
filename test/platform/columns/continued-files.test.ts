import { createReadStream } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { sql, sqlName } from '#kernel/sql.ts';
import { textRow, type Column, type GenerationTable } from '#platform/columns/column-engine.ts';
import {
  batchOf,
  EngineFixture,
  idOf,
  limits,
  statementOf,
  tableName,
  technicalColumns,
  textColumn,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
afterAll(() => fixture.close());
const engine = await fixture.engine();

const sized: readonly Column[] = [...technicalColumns, { name: '_size', type: 'BIGINT' }, textColumn];
const rowOf = (position: number, text: string | null, ...others: (string | null)[]) => [
  ...[String(position), idOf(position), String(text?.length ?? 0), text],
  ...others,
];
type Rows = readonly (readonly (string | null)[])[];

/** Stores a file with the records of another one, followed by rows. */
async function continued(key: string, columns: readonly Column[], rows: Rows): Promise<GenerationTable> {
  const writer = await engine.createWriter(columns);
  try {
    await writer.loadFile(key);
    await writer.load([batchOf(rows)]);
    const written = await writer.finish({ identify: () => [], signal: AbortSignal.timeout(60_000) });
    const stored = await fixture.storage.write(createReadStream(written.path), { limit: 1e9 });
    await written.adopt(stored.key);
    const file = { key: stored.key, recordCount: written.recordCount };
    return { name: tableName(stored.key), file, columns, readTail: null };
  } finally {
    await writer.close();
  }
}

test('a file begins with the records of another, with the columns and types of now', async () => {
  const before = [...sized, { name: 'c1', type: 'BIGINT' }, { name: 'c2', type: 'VARCHAR' }];
  const first = await fixture.publish(engine, before, [rowOf(0, 'a', '1', 'x'), rowOf(1, null, null, null)]);
  const now = [
    ...sized,
    { name: 'c1', type: 'DOUBLE' },
    { name: 'c2', type: 'VARCHAR[]' },
    { name: 'c3', type: 'DATE' },
  ];
  const table = await continued(first.file.key, now, [rowOf(2, 'b', '0.5', '["y","z"]', '2026-01-31')]);
  const items = ['_position', 'c0', 'c1', 'c2', 'c3'].map((name) => sql`${sqlName(name)}::text`);
  expect(await engine.rows(statementOf(textRow(items), table, sql`order by _position`), limits)).toEqual([
    ['0', 'a', '1.0', '[x]', null],
    ['1', null, null, null, null],
    ['2', 'b', '0.5', '[y, z]', '2026-01-31'],
  ]);
});

test('wide records stay in portions, with narrow and with wide ones after them, and narrow ones may get wide ones', async () => {
  const longText = (position: number) => `${position} ${'long text '.repeat(40_000)}`;
  // two portions of a writer
  const wide = Array.from({ length: 25 }, (_, position) => rowOf(position, longText(position)));
  const narrow = Array.from({ length: 5_000 }, (_, position) => rowOf(position, `text ${position}`));
  const after = (rows: Rows, by: number) =>
    rows.map(([position, , , text = null]) => rowOf(Number(position) + by, text));
  for (const [first, second] of [
    [wide, narrow],
    [wide, wide],
    [narrow, wide],
  ] as const) {
    const { file } = await fixture.publish(engine, sized, first);
    const table = await continued(file.key, sized, after(second, first.length));
    const rows = [...first, ...after(second, first.length)];
    const items = [sql`count(*)::text`, sql`sum(length(c0))::text`, sql`max(_position)::text`];
    expect(await engine.rows(statementOf(textRow(items), table), limits)).toEqual([
      [String(rows.length), String(rows.reduce((sum, [, , size]) => sum + Number(size), 0)), String(rows.length - 1)],
    ]);
    let positions = '';
    const stream = engine.stream(statementOf(sql`_position::text`, table), { end: ' ', timeoutMs: 60_000 });
    for await (const batch of stream) positions += batch;
    expect(positions).toBe(rows.map((_, position) => `${position} `).join(''));
  }
});

test('a damaged file is built again, and a lost one fails for now', async () => {
  const first = await fixture.publish(engine, sized, [rowOf(0, 'a')]);
  await truncate(join(fixture.cacheFolder, `${first.file.key}.duckdb`), 5_000);
  const table = await continued(first.file.key, sized, [rowOf(1, 'b')]);
  expect(await engine.rows(statementOf(sql`string_agg(c0, '' order by _position)`, table), limits)).toEqual([['ab']]);
  const lost = await fixture.publish(engine, sized, [rowOf(0, 'lost')], { keepsNative: false });
  await rm(join(fixture.folder, 'storage', lost.file.key.slice(0, 2), lost.file.key.slice(2)));
  await expect(continued(lost.file.key, sized, [rowOf(1, 'b')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
