import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tableFromIPC, type Table } from 'apache-arrow';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { readParquet } from 'parquet-wasm/node';
import wkx from 'wkx';
import { type ExportOptions, parquetCompressions } from '#engine/exports/export-format.ts';
import { parquetExport } from '#engine/exports/parquet-export.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import { columnTable, type Clauses, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { timezones } from '../odsql/sql/any-record.ts';
import { exportQueryOf } from './export-query.ts';

let table: ColumnTable;
const path = join(tmpdir(), `catalograph-parquet-${process.pid}.parquet`);
beforeAll(async () => {
  table = await columnTable({
    ...{ name: 'text', tags: 'text[]', n: 'int', x: 'double', d: 'date', t: 'datetime' },
    ...{ p: 'geo_point_2d', photo: 'file', shape: 'geo_shape' },
  });
});
afterAll(async () => {
  table.close();
  await rm(path, { force: true });
});

const options = (parquetCompression: ExportOptions['parquetCompression'] = 'snappy'): ExportOptions => ({
  ...{
    delimiter: ';',
    listSeparator: ',',
    isQuoted: false,
    hasEscapedFormulas: false,
    hasByteOrderMark: false,
    hasLabels: false,
  },
  ...{ nameField: null, descriptionFields: [], hasExtensions: true, system: wgs84System, parquetCompression },
});

/** The file of a query, as the format sends it. */
async function fileOf(
  clauses: Clauses,
  compression?: ExportOptions['parquetCompression'],
  from = table,
): Promise<Buffer<ArrayBuffer>> {
  const selected = parquetExport.select?.(exportQueryOf(from, clauses), options(compression));
  if (selected?.kind !== 'table') throw new Error('The engine writes no table of this query.');
  const { geo } = selected.metadata;
  const metadata = geo === undefined ? '' : `, kv_metadata {geo: '${geo.replaceAll("'", "''")}'}`;
  const form = `format parquet, compression ${selected.compression}${metadata}`;
  const writeParquet = async () => {
    await from.run(sql`copy (${selected.statement}) to '${sqlText(path)}' (${sqlText(form)})`);
    return path;
  };
  const source = { dataset: { address: '' }, columns: [], options: options(), disk: new DiskBudget(2 ** 30) };
  const parts: Uint8Array[] = [];
  for await (const part of parquetExport.write({ ...source, rows: noRows(), writeParquet }))
    parts.push(Buffer.from(part));
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  return Buffer.concat(parts);
}

async function* noRows(): AsyncGenerator<readonly string[]> {
  // Parquet reads none.
}

const tableOf = (file: Uint8Array): Table => tableFromIPC(readParquet(new Uint8Array(file)).intoIPCStream());
const rowsOf = (read: Table): Record<string, unknown>[] => read.toArray().map((row) => row.toJSON());
const typesOf = (read: Table) => Object.fromEntries(read.schema.fields.map(({ name, type }) => [name, String(type)]));

const anyText = fc.array(fc.constantFrom('a', 'é', '東', '🌳', '"', '\n', '\\', ',', '{')).map((each) => each.join(''));
const anyDouble = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 0.1, 1e300));
const anyTime = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((time) => time.toISOString());
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 4 });
const anyRow = fc.record({
  name: optional(anyText),
  tags: optional(fc.array(anyText, { minLength: 1, maxLength: 3 })),
  n: optional(fc.maxSafeInteger()),
  x: optional(anyDouble),
  d: optional(anyTime.map((time) => time.slice(0, 10))),
  t: optional(anyTime),
  p: optional(fc.tuple(anyDouble, anyDouble)),
  photo: optional(fc.option(anyText, { nil: undefined })),
  shape: optional(fc.tuple(anyDouble, anyDouble)),
});
type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never;

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const cellsOf = ({ name, tags, n, x, d, t, p, photo, shape }: AnyRow): (string | null)[] => [
  name,
  tags && JSON.stringify(tags),
  n === null ? null : String(n),
  x === null ? null : numberText(x),
  d,
  t,
  p && `(${p.map(numberText).join(',')})`,
  photo === null ? null : JSON.stringify({ filename: 'a.png', url: photo }),
  shape && `{"coordinates":[[${shape.map(numberText).join(',')}],[1,2.5]],"type":"MultiPoint"}`,
];

/** A value as the independent reader returns it, for comparisons. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return wkx.Geometry.parse(Buffer.from(value)).toGeoJSON();
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}

test('an independent reader finds the values and nulls of every column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { maxLength: 6 }),
      fc.constantFrom(...parquetCompressions),
      async (records, compression) => {
        await table.clear();
        await table.insert(records.map(cellsOf));
        const read = tableOf(await fileOf({}, compression));
        const found = rowsOf(read).map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
        );
        expect(found).toEqual(
          records.map(({ n, d, t, p, photo, shape, ...row }) => ({
            ...{ ...row, n: n === null ? null : n + 0 },
            ...{ d: d && Date.parse(d), t: t && Date.parse(t), photo: photo === undefined ? '' : photo },
            p: p && { type: 'Point', coordinates: p },
            shape: shape && { type: 'MultiPoint', coordinates: [shape, [1, 2.5]] },
          })),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('the columns have the types of the contract', async () => {
  await table.clear();
  const file = await fileOf({});
  expect(typesOf(tableOf(file))).toEqual({
    ...{ name: 'Utf8', tags: 'List<Utf8>', n: 'Int64', x: 'Float64', d: 'Date32<DAY>' },
    ...{ t: 'Timestamp<MICROSECOND, UTC>', p: 'Binary', photo: 'Utf8', shape: 'Binary' },
  });
  const { key_value_metadata: metadata } = parquetMetadata(
    file.buffer.slice(file.byteOffset, file.byteOffset + file.length),
  );
  expect(metadata?.map(({ key, value }) => [key, JSON.parse(value ?? '')])).toEqual([
    [
      'geo',
      {
        version: '1.1.0',
        primary_column: 'shape',
        columns: {
          p: { encoding: 'WKB', geometry_types: ['Point'] },
          shape: { encoding: 'WKB', geometry_types: [] },
        },
      },
    ],
  ]);
});

test('groups, whose values are read from JSON, have the values and types of rows', async () => {
  await fc.assert(
    fc.asyncProperty(anyRow, fc.constantFrom(...timezones), async (record, timezone) => {
      await table.clear();
      await table.insert([cellsOf(record)]);
      const keys = 'name, n, x, d, t';
      const rows = tableOf(await fileOf({ select: `${keys}, n as o, x as y, d as e, t as u`, timezone }));
      const most = 'max(n) as o, max(x) as y, max(d) as e, max(t) as u';
      const groups = tableOf(await fileOf({ select: `${keys}, ${most}`, groupBy: keys, timezone }));
      expect(typesOf(groups)).toEqual(typesOf(rows));
      // JSON has no negative zero
      const withoutSign = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === 0 ? 0 : value]));
      expect(rowsOf(groups).map(withoutSign)).toEqual(rowsOf(rows).map(withoutSign));
    }),
    { numRuns: 50 },
  );
});

test('aggregates next to lists, points and shapes, and JSON are columns', async () => {
  await table.clear();
  const row = { name: ' {"a": [1, 2]}', tags: ['a'], n: 2 ** 53 - 1, x: 1.5, d: null, t: null, photo: 'u' };
  await table.insert([cellsOf({ ...row, p: [1, 2], shape: [3, 4] }), Array<null>(9).fill(null)]);
  const select = 'tags, p, shape, photo, sum(n) as total, json_format(name) as json, json_format("7") as seven';
  const [first, second] = rowsOf(tableOf(await fileOf({ select }))).map((each) => Object.values(each).map(plain));
  const point = { type: 'Point', coordinates: [1, 2] };
  const shape = {
    type: 'MultiPoint',
    coordinates: [
      [3, 4],
      [1, 2.5],
    ],
  };
  expect(first).toEqual([['a'], point, shape, 'u', 2 ** 53 - 1, '{"a":[1,2]}', '7']);
  expect(second).toEqual([null, null, null, null, 2 ** 53 - 1, null, '7']);
  expect(rowsOf(tableOf(await fileOf({ select: 'json_format(name) as json' }))).map(({ json }) => json)).toEqual([
    '{"a":[1,2]}',
    null,
  ]);
});

test('names that differ only in case are numbered, and any other names are kept', async () => {
  await table.clear();
  await table.insert([['Ada', ...Array<null>(8).fill(null)]]);
  expect(
    rowsOf(tableOf(await fileOf({ select: 'name, length(name) as Name, name as NAME, n as `a "b\' $.c`' }))),
  ).toEqual([{ name: 'Ada', Name_2: 3n, NAME_3: 'Ada', 'a "b\' $.c': null }]);
  expect(rowsOf(tableOf(await fileOf({ select: 'count(*) as name', groupBy: 'name' })))).toEqual([{ name: 1n }]);
});

test('a thousand columns are written', async () => {
  const names = Array.from({ length: 1_000 }, (_each, at) => `field ${String(at)}`);
  const wide = await columnTable(Object.fromEntries(names.map((name) => [name, 'int'])));
  await wide.insert([names.map((_name, at) => String(at))]);
  const [row = {}] = rowsOf(tableOf(await fileOf({}, 'zstd', wide)));
  wide.close();
  expect(Object.entries(row)).toEqual(names.map((name, at) => [name, BigInt(at)]));
});

test('a result without columns is refused', async () => {
  await expect(fileOf({ select: 'exclude(*)' })).rejects.toMatchObject({ code: 'EXPORT_NOT_POSSIBLE' });
});

test('a file beyond the disk budget of exports is refused, and deleted', async () => {
  await table.run(sql`copy (select 1 as a) to '${sqlText(path)}' (format parquet)`);
  const source = { dataset: { address: '' }, columns: [], options: options(), disk: new DiskBudget(10) };
  const file = parquetExport.write({ ...source, rows: noRows(), writeParquet: async () => path });
  await expect(file.next()).rejects.toMatchObject({ code: 'TOO_MANY_EXPORTS' });
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(source.disk.takenBytes).toBe(0);
});
