import { afterAll, expect, test } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sql, sqlName } from '#kernel/sql.ts';
import { idsOf, textRow, type GenerationTable } from '#platform/columns/column-engine.ts';
import {
  EngineFixture,
  idOf,
  limits,
  batchOf,
  linesOf,
  numberedRows,
  statementOf,
  tableName,
  technicalColumns,
  textColumn,
  textOf,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
/** Tails may take an eighth of the memory of queries: 16 MB. */
const engine = await fixture.engine({ memoryLimit: 128e6, writerMemoryLimit: 256e6 });
afterAll(() => fixture.close());

const columns = [...technicalColumns, textColumn];
const all = textRow([sql`_position::text`, sql`c0`]);

/** The table with a tail in addition. */
const withTail = (
  table: Pick<GenerationTable, 'file' | 'columns'>,
  name: string,
  rows: readonly (readonly (string | null)[])[],
): GenerationTable => ({ ...table, name, readTail: () => Promise.resolve(linesOf(rows)) });

test('a table has the records of the file and of the tail, and finds both by row and identifier', async () => {
  const table = await fixture.publish(engine, columns, numberedRows(3));
  const tailed = withTail(table, tableName(table.file.key, '_tail'), numberedRows(5).slice(3));
  expect(await engine.rows(statementOf(all, tailed, sql`order by _position`), limits)).toEqual(
    [0, 1, 2, 3, 4].map((position) => [String(position), `text ${position}`]),
  );
  const chosen = sql`where _row in (select _row from ${sqlName(tailed.name)} order by c0 desc limit 3) order by c0`;
  expect(await engine.rows(statementOf(sql`c0`, tailed, chosen), limits)).toEqual([['text 2'], ['text 3'], ['text 4']]);
  for (const position of [1, 4]) {
    const key = sql`${`0x${idOf(position).slice(0, 16)}`}::ubigint`;
    const found = sql`where _position in (select position from ${idsOf(tailed)} where key = ${key})`;
    expect(await textOf(engine, statementOf(sql`c0`, tailed, found))).toBe(`text ${position}`);
  }
  expect(await textOf(engine, statementOf(sql`count(*)::text`, table))).toBe('3');
});

test('a table with nothing but a tail, and one without records', async () => {
  const tail = withTail({ file: null, columns }, 'only_tail', numberedRows(2));
  expect(await engine.rows(statementOf(all, tail), limits)).toEqual([
    ['0', 'text 0'],
    ['1', 'text 1'],
  ]);
  const none = { name: 'nothing', file: null, columns, readTail: null };
  expect(await engine.rows(statementOf(all, none), limits)).toEqual([]);
  const ids = { tables: [none], statement: sql`select count(*)::text from ${idsOf(none)}` };
  expect(await textOf(engine, ids)).toBe('0');
});

test('a table has the columns and types of its generation now, whichever the file has', async () => {
  const table = await fixture.publish(
    engine,
    [...columns, { name: 'c1', type: 'BIGINT' }],
    [
      ['0', idOf(0), 'a', '5'],
      ['1', idOf(1), null, null],
    ],
  );
  const changed = withTail(
    {
      file: table.file,
      columns: [
        ...technicalColumns,
        { name: 'c0', type: 'VARCHAR[]' },
        { name: 'c1', type: 'DOUBLE' },
        { name: 'c2', type: 'DATE' },
      ],
    },
    tableName(table.file.key, '_changed'),
    [['2', idOf(2), '["b","c"]', '0.5', '2024-01-01']],
  );
  const row = textRow([sql`c0::text`, sql`c1::text`, sql`c2::text`]);
  expect(await engine.rows(statementOf(row, changed, sql`order by _position`), limits)).toEqual([
    ['[a]', '5.0', null],
    [null, null, null],
    ['[b, c]', '0.5', '2024-01-01'],
  ]);
});

test('a statement names several tables, and one twice', async () => {
  const left = await fixture.publish(engine, columns, numberedRows(3));
  const right = await fixture.publish(engine, columns, numberedRows(5));
  const statement = sql`select count(*)::text from ${sqlName(left.name)} a join ${sqlName(right.name)} b using (c0) join ${sqlName(left.name)} c using (c0)`;
  expect(await engine.rows({ tables: [left, right, left], statement }, limits)).toEqual([['3']]);
});

test('tables beyond the number and the bytes that stay open close, those in use excepted', async () => {
  const table = await fixture.publish(engine, columns, numberedRows(100));
  const held = withTail(table, 'held', numberedRows(101).slice(100));
  const large = sql`repeat('x', 10000) from ${sqlName('held')}`;
  const stream = engine.stream({ tables: [held], statement: sql`select ${large}` }, { timeoutMs: 60_000, end: '' });
  const reader = stream[Symbol.asyncIterator]();
  await reader.next();
  const megabyte = 'x'.repeat(1_000_000);
  const tail = (version: number) => withTail({ file: null, columns }, `large_${version}`, [['0', idOf(0), megabyte]]);
  for (let version = 0; version < 20; version++)
    expect(await textOf(engine, statementOf(sql`length(c0)::text`, tail(version)))).toBe('1000000');
  const many = Array.from({ length: 302 }, (_, version) => ({ ...table, name: `many_${version}` }));
  for (let from = 0; from < many.length; from += 50) {
    const { statement } = statementOf(sql`count(*)::text`, many[from]);
    expect(await textOf(engine, { tables: many.slice(from, from + 50), statement })).toBe('100');
  }
  const views = statementOf(sql`count(*)::text from duckdb_views() where not internal`);
  expect(Number(await textOf(engine, views))).toBeLessThanOrEqual(2 * 301);
  const tails = statementOf(sql`count(*)::text from duckdb_tables() where table_name like 'large%'`);
  expect(Number(await textOf(engine, tails))).toBeLessThanOrEqual(16);
  expect(await textOf(engine, statementOf(sql`count(*)::text`, tail(0)))).toBe('1');
  let rest = 0;
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) rest += next.value.length;
  expect(rest).toBeGreaterThan(900_000);
});

test('concurrent statements over tables that open and close', async () => {
  const tables = await Promise.all(
    Array.from({ length: 6 }, (_, index) => fixture.publish(engine, columns, numberedRows(10 + index))),
  );
  const counts = await Promise.all(
    Array.from({ length: 400 }, (_, index) => {
      const { name, ...table } = tables[index % 6] ?? tables[0] ?? { name: '', file: null, columns, readTail: null };
      return textOf(engine, statementOf(sql`count(*)::text`, { ...table, name: `${name}_${index % 350}` }));
    }),
  );
  expect(counts).toEqual(counts.map((_count, index) => String(10 + (index % 6))));
});

test('a table has all records with long texts, however its file was written', async () => {
  const longText = (position: number) => `${String(position)} ${'long text '.repeat(40_000)}`;
  const sized = [...technicalColumns, { name: '_size', type: 'BIGINT' }, textColumn];
  const withSize = ([position = '', id = '', text = null]: readonly (string | null)[]) => [
    position,
    id,
    String(text?.length ?? 0),
    text,
  ];
  const rows = numberedRows(47_000, (position) => {
    if (position % 100 === 0 && position > 40_000) return longText(position);
    return position > 40_000 && position !== 46_999 ? null : `text ${String(position)} ${'x'.repeat(850)}`;
  }).map(withSize);
  // the first portion, of 32 MiB, has no long text
  const writer = await engine.createWriter(sized);
  for (let from = 0; from < rows.length; from += 100) await writer.load([batchOf(rows.slice(from, from + 100))]);
  const signal = AbortSignal.timeout(60_000);
  const written = await writer.finish({ identify: () => [], signal });
  const { key } = await fixture.storage.write(createReadStream(written.path), { limit: 1e9 });
  await written.adopt(key);
  const { recordCount } = written;
  await writer.close();
  const widened = { name: tableName(key), file: { key, recordCount }, columns: sized, readTail: null };
  const built = await fixture.engine({ cacheFolder: join(fixture.folder, 'built') });
  const tailed = withTail(
    widened,
    tableName(key, '_tail'),
    numberedRows(recordCount + 1)
      .slice(recordCount)
      .map(withSize),
  );

  for (const reader of [engine, built]) {
    const found = await reader.rows(
      statementOf(
        textRow([
          sql`count(*)::text`,
          sql`count(c0)::text`,
          sql`sum(length(c0))::text`,
          sql`count(*) filter (where c0 like '% long text long text %')::text`,
        ]),
        widened,
      ),
      limits,
    );
    const length = rows.reduce((sum, [, , , text]) => sum + (text?.length ?? 0), 0);
    expect(found).toEqual([['47000', '40071', String(length), '69']]);
    const positions = reader.stream(statementOf(sql`_position::text`, tailed), { end: ' ', timeoutMs: 60_000 });
    let text = '';
    for await (const batch of positions) text += batch;
    expect(text).toBe(Array.from({ length: 47_001 }, (_, position) => `${String(position)} `).join(''));
    const last = sql`where _row in (select _row from ${sqlName(tailed.name)} order by _position desc limit 2) order by _position`;
    expect(await reader.rows(statementOf(sql`left(c0, 12)`, tailed, last), limits)).toEqual([
      ['text 46999 x'],
      ['text 47000'],
    ]);
  }
});
