import { afterAll, expect, test } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { sql, sqlName } from '#kernel/sql.ts';
import { idsOf, textRow, type Column } from '#platform/columns/column-engine.ts';
import {
  EngineFixture,
  idOf,
  limits,
  batchOf,
  numberedRows,
  statementOf,
  technicalColumns,
  textColumn,
  textOf,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
const engine = await fixture.engine();
afterAll(() => fixture.close());

/** Another reader of Parquet files. */
const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };

const signal = AbortSignal.timeout(300_000);
const workFiles = async () =>
  (await readdir(fixture.cacheFolder, { recursive: true })).filter((name) => /\.(csv|parquet)$|\/.*duckdb/.test(name));

test('values of each type come back as they are written', async () => {
  const columns: readonly Column[] = [
    ...technicalColumns,
    { name: 'c0', type: 'VARCHAR' },
    { name: 'c1', type: 'VARCHAR[]' },
    { name: 'c2', type: 'BIGINT' },
    { name: 'c3', type: 'DOUBLE' },
    { name: 'c4', type: 'DATE' },
    { name: 'c5', type: 'TIMESTAMPTZ' },
  ];
  const values = [
    [
      String.raw`\N`,
      String.raw`["\\N",null,"","a,\"b\"\n"]`,
      '-9223372036854775808',
      '-0',
      '0001-01-01',
      '0001-01-01T00:00:00Z',
    ],
    ['', '[]', '9223372036854775807', '1.7976931348623157e308', '9999-12-31', '9999-12-31T23:59:59.999999Z'],
    ['a "quoted",\r\nline\nand\ta\\', '["é\\u0000"]', '0', '5e-324', '2024-02-29', '2024-02-29T12:00:00.123456+02:00'],
    ['NULL', '["NULL"]', '1', 'NaN', '1970-01-01', '1970-01-01T00:00:00Z'],
    [null, null, null, null, null, null],
    ['\0é\u{1f600}', '["\u{1f600}"]', '2', '-Infinity', '2000-01-01', '2000-01-01T00:00:00Z'],
  ];
  const table = await fixture.publish(
    engine,
    columns,
    values.map((row, position) => [String(position), idOf(position), ...row]),
  );
  const select = textRow(['_position', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5'].map((name) => sql`${sqlName(name)}::text`));
  const expected = [
    [
      '0',
      String.raw`\N`,
      `['\\N', NULL, '', 'a,\"b\"\\n']`,
      '-9223372036854775808',
      '-0.0',
      '0001-01-01',
      '0001-01-01 00:00:00+00',
    ],
    ['1', '', '[]', '9223372036854775807', '1.7976931348623157e+308', '9999-12-31', '9999-12-31 23:59:59.999999+00'],
    ['2', 'a "quoted",\r\nline\nand\ta\\', "['é\\0']", '0', '5e-324', '2024-02-29', '2024-02-29 10:00:00.123456+00'],
    ['3', 'NULL', "['NULL']", '1', 'nan', '1970-01-01', '1970-01-01 00:00:00+00'],
    ['4', null, null, null, null, null, null],
    ['5', '\0é\u{1f600}', '[\u{1f600}]', '2', '-inf', '2000-01-01', '2000-01-01 00:00:00+00'],
  ];
  const rows = await engine.rows(statementOf(select, table, sql`order by _position`), limits);
  expect(rows.map((row) => [...row.slice(0, 2), ...row.slice(3)])).toEqual(
    expected.map((row) => [...row.slice(0, 2), ...row.slice(3)]),
  );
  const lists = await engine.rows(statementOf(sql`to_json(c1)::text`, table, sql`order by _position`), limits);
  expect(lists.map(([list]) => (list === null || list === undefined ? null : (JSON.parse(list) as unknown)))).toEqual([
    [String.raw`\N`, null, '', 'a,"b"\n'],
    [],
    ['é\0'],
    ['NULL'],
    null,
    ['\u{1f600}'],
  ]);
});

test('a generation has the columns that appear while it is written, and is read as Parquet by others', async () => {
  const writer = await engine.createWriter([...technicalColumns, textColumn]);
  await writer.load([batchOf(numberedRows(3))]);
  await writer.addColumns([{ name: 'c1', type: 'BIGINT' }]);
  await writer.load([batchOf([['3', idOf(3), 'text 3', '30']]), batchOf([['4', idOf(4), null, '40']])]);
  await writer.addColumns([{ name: 'c2', type: 'VARCHAR[]' }]);
  await writer.load([batchOf([['5', idOf(5), null, '50', '["a","b"]']])]);
  const { path, recordCount } = await writer.finish({ identify: () => [], signal });
  const bytes = await readFile(path);
  const file = new Uint8Array(bytes).buffer;
  expect(recordCount).toBe(6);
  expect(await parquetReadObjects({ file, compressors, columns: ['_position', 'c0', 'c1', 'c2'] })).toEqual([
    { _position: 0n, c0: 'text 0', c1: null, c2: undefined },
    { _position: 1n, c0: 'text 1', c1: null, c2: undefined },
    { _position: 2n, c0: 'text 2', c1: null, c2: undefined },
    { _position: 3n, c0: 'text 3', c1: 30n, c2: undefined },
    { _position: 4n, c0: null, c1: 40n, c2: undefined },
    { _position: 5n, c0: null, c1: 50n, c2: ['a', 'b'] },
  ]);
  const metadata = await parquetMetadataAsync(file);
  expect(metadata.row_groups[0]?.columns[0]?.meta_data?.codec).toBe('ZSTD');
  await writer.close();
  expect(await workFiles()).toEqual([]);
});

test('records with the identifier of an earlier one get another in their order', async () => {
  const ids = [1, 2, 1, 3, 1, 2];
  const writer = await engine.createWriter(technicalColumns);
  await writer.load(ids.map((id, position) => batchOf([[String(position), idOf(id)]])));
  const asked: unknown[] = [];
  const { path } = await writer.finish({
    identify: (repeated) => {
      asked.push(...repeated);
      return repeated.map(({ id, n }) => `ff${String(n).padStart(6, '0')}${id.slice(8)}`);
    },
    signal,
  });
  const file = new Uint8Array(await readFile(path)).buffer;
  await writer.close();
  expect(asked).toEqual([
    { id: idOf(1), n: 1 },
    { id: idOf(1), n: 2 },
    { id: idOf(2), n: 1 },
  ]);
  const found = await parquetReadObjects({ file, compressors, utf8: false });
  const hexOf = (bytes: unknown) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : bytes);
  const renamed = (id: number, n: number) => `ff${String(n).padStart(6, '0')}${idOf(id).slice(8)}`;
  expect(found.map(({ _id }) => hexOf(_id))).toEqual([
    ...[idOf(1), idOf(2), renamed(1, 1), idOf(3)],
    ...[renamed(1, 2), renamed(2, 1)],
  ]);
});

test('many equal records are identified in batches, and found by their identifiers', async () => {
  const writer = await engine.createWriter(technicalColumns);
  const rows = Array.from({ length: 25_001 }, (_, position) => [String(position), idOf(7)]);
  await writer.load([batchOf(rows)]);
  const batches: number[] = [];
  let next = 0;
  const written = await writer.finish({
    identify: (repeated) => {
      batches.push(repeated.length);
      return repeated.map(() => idOf(1_000 + next++));
    },
    signal,
  });
  expect(batches).toEqual([10_000, 10_000, 5_000]);
  const { key } = await fixture.storage.write(createReadStream(written.path), { limit: 1e9 });
  await written.adopt(key);
  await writer.close();
  const table = {
    name: 'equal',
    file: { key, recordCount: written.recordCount },
    columns: technicalColumns,
    readTail: null,
  };
  const count = await textOf(engine, statementOf(sql`count(distinct _id)::text`, table));
  expect(count).toBe('25001');
  const position = sql`(select position from ${idsOf(table)} where key = ${`0x${idOf(1_005).slice(0, 16)}`}::ubigint)`;
  expect(await textOf(engine, statementOf(sql`_position::text`, table, sql`where _position in ${position}`))).toBe('6');
});

test('a cell of 10 MB and a thousand columns are written and read', async () => {
  const cell = 'x"\n'.repeat(3_500_000);
  const large = await fixture.publish(
    engine,
    [...technicalColumns, textColumn],
    [
      ['0', idOf(0), cell],
      ['1', idOf(1), 'small'],
      ['2', idOf(2), cell],
    ],
  );
  expect(await engine.rows(statementOf(sql`length(c0)::text`, large, sql`order by _position`), limits)).toEqual([
    [String(cell.length)],
    ['5'],
    [String(cell.length)],
  ]);
  expect(await textOf(engine, statementOf(sql`c0`, large, sql`where _position = 2`))).toBe(cell);
  const fields = Array.from({ length: 1_000 }, (_, index) => ({
    name: `c${index}`,
    type: index % 2 ? 'VARCHAR' : 'BIGINT',
  }));
  const wide = await fixture.publish(
    engine,
    [...technicalColumns, ...fields],
    [0, 1].map((position) => [
      String(position),
      idOf(position),
      ...fields.map((_field, index) => String(index + position)),
    ]),
  );
  const [row] = await engine.rows(
    statementOf(textRow(fields.map(({ name }) => sql`${sqlName(name)}::text`)), wide, sql`where _position = 1`),
    limits,
  );
  expect(row).toEqual(fields.map((_field, index) => String(index + 1)));
});

test('an empty generation and one whose lines are wrong', async () => {
  const empty = await fixture.publish(engine, [...technicalColumns, textColumn], []);
  expect(await textOf(engine, statementOf(sql`count(*)::text`, empty))).toBe('0');
  const writer = await engine.createWriter([...technicalColumns, { name: 'c0', type: 'BIGINT' }]);
  await writer.load([batchOf([['0', idOf(0), 'no number']])]);
  await expect(writer.finish({ identify: () => [], signal })).rejects.toThrow('no number');
  await writer.close();
  expect(await workFiles()).toEqual([]);
});

test('a signal ends the writing, and closing removes its files', async () => {
  const writer = await engine.createWriter([...technicalColumns, textColumn]);
  await writer.load([batchOf(numberedRows(20_000))]);
  await writer.load([batchOf(numberedRows(10))]);
  await expect(
    writer.finish({ identify: () => [], signal: AbortSignal.abort(new Error('the run was stopped')) }),
  ).rejects.toThrow('the run was stopped');
  await writer.close();
  expect(await workFiles()).toEqual([]);
});
