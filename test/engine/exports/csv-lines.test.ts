import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import { csvExport, csvLines } from '#engine/exports/csv-export.ts';
import { exportColumns, type ExportOptions, type ExportQuery } from '#engine/exports/export-format.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { anyExpression } from '../odsql/sql/any-expression.ts';
import { timezones } from '../odsql/sql/any-record.ts';
import { exportQueryOf } from './export-query.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable({
    ...{ name: 'text', tags: 'text[]', n: 'int', x: 'double', d: 'date', t: 'datetime' },
    ...{ p: 'geo_point_2d', photo: 'file', shape: 'geo_shape' },
  });
});
afterAll(() => table.close());

const anyText = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      '東',
      '🌳',
      ' ',
      '"',
      ';',
      ',',
      '|',
      '\t',
      '\r',
      '\n',
      '\\',
      '%',
      "'",
      '{',
      'null',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '－',
    ),
  )
  .map((characters) => characters.join(''));
const anyDouble = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    0.1,
    1e-4,
    1e-5,
    1.5e-6,
    1e-7,
    -2.5e-10,
    1e-100,
    999999999999999,
    1e15,
    1.25e17,
    1e20,
    1e21,
    1e22,
  ),
  fc.integer().map((whole) => whole / 1_000),
);
const anyTime = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((time) => time.toISOString());
const optional = (values: fc.Arbitrary<string>) => fc.option(values, { freq: 4 });
const pair = fc.tuple(anyDouble, anyDouble);
const anyRow = fc.tuple(
  optional(anyText),
  optional(fc.array(anyText, { maxLength: 3 }).map((items) => JSON.stringify(items))),
  optional(fc.maxSafeInteger().map(String)),
  optional(anyDouble.map((value) => (Object.is(value, -0) ? '-0' : String(value)))),
  optional(anyTime.map((time) => time.slice(0, 10))),
  optional(anyTime),
  optional(pair.map(([lon, lat]) => `(${String(lon)},${String(lat)})`)),
  optional(anyText.map((url) => JSON.stringify({ filename: 'a.png', url }))),
  optional(pair.map((position) => JSON.stringify({ coordinates: [position, [1, 2.5]], type: 'MultiPoint' }))),
);
const plainOptions: ExportOptions = {
  ...{
    delimiter: ';',
    listSeparator: ',',
    isQuoted: false,
    hasEscapedFormulas: false,
    hasByteOrderMark: false,
    hasLabels: false,
  },
  ...{ nameField: null, descriptionFields: [], hasExtensions: true, system: wgs84System, parquetCompression: 'snappy' },
};
const anyOptions: fc.Arbitrary<ExportOptions> = fc
  .record({
    delimiter: fc.constantFrom(';', ',', '\t', '|'),
    listSeparator: fc.constantFrom(',', '', '"', ' | '),
    isQuoted: fc.boolean(),
    hasEscapedFormulas: fc.boolean(),
    hasByteOrderMark: fc.boolean(),
    hasLabels: fc.boolean(),
  })
  .map((options) => ({ ...plainOptions, ...options }));

async function* batchesOf<Batch>(...batches: readonly Batch[]): AsyncGenerator<Batch> {
  for (const batch of batches) yield batch;
}

/** The csv of a query: the engine writes its lines, or they are written from the JSON of the records. */
async function csvOf(query: ExportQuery, options: ExportOptions, isOfEngine: boolean, from = table): Promise<string> {
  const statement = isOfEngine ? csvLines(query, options) : query.rows(query.items);
  if (!statement) throw new Error('The engine writes no lines of this query.');
  const found = (await from.run(statement)).map(({ row }) => String(row));
  const source = {
    dataset: { address: '' },
    columns: exportColumns(query, (name) => `The "${name}"`),
    ...{ options, disk: new DiskBudget(2 ** 30) },
    rows: batchesOf(found.slice(0, 1), found.slice(1)),
  };
  const lines = batchesOf(found.map((line) => `${line}\r\n`).join(''));
  return text(csvExport.write(isOfEngine ? { ...source, lines } : source));
}

test('the csv that the column engine writes has the bytes of the csv that is written from the JSON of the records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 2, maxLength: 6 }),
      fc.array(
        fc.oneof(fc.constantFrom('n / 3', 'x - 1', '-(n)', 'length(name)'), anyExpression.text, anyExpression.time),
        { maxLength: 4 },
      ),
      anyOptions,
      fc.constantFrom(...timezones),
      async (records, expressions, options, timezone) => {
        await table.clear();
        await table.insert(records);
        const select = [
          'name, tags, n, x, d, t, p, photo, shape',
          ...expressions.map((each, at) => `${each} as v${String(at)}`),
        ];
        const query = exportQueryOf(table, { select: select.join(', '), timezone });
        expect(await csvOf(query, options, true)).toBe(await csvOf(query, options, false));
      },
    ),
    { numRuns: 80 },
  );
});

test('a single column and many columns are lines, in the order of the query', async () => {
  await table.clear();
  await table.insert(['b', '', 'a;"', null].map((name) => [name, ...Array<null>(8).fill(null)]));
  const lines = async (select: string) =>
    (await csvOf(exportQueryOf(table, { select, orderBy: 'name' }), plainOptions, true)).split('\r\n');
  expect(await lines('name')).toEqual(['name', '', '"a;"""', 'b', '', '']);
  expect(await lines('n, name')).toEqual(['n;name', ';', ';"a;"""', ';b', ';', '']);
  const names = Array.from({ length: 1_000 }, (_each, at) => `c${String(at)}`);
  const wide = await columnTable(Object.fromEntries(names.map((name) => [name, 'text'])));
  await wide.insert([names]);
  const csv = await csvOf(exportQueryOf(wide, {}), plainOptions, true, wide);
  wide.close();
  expect(csv).toBe(`${names.join(';')}\r\n`.repeat(2));
});

test('other JSON, groups and aggregates are written from the JSON of the rows', () => {
  const isWritten = (select: string, groupBy = '') =>
    csvLines(exportQueryOf(table, { select, groupBy }), plainOptions) !== undefined;
  expect(isWritten('name, n * 2 as twice, shape')).toBe(true);
  expect(isWritten('n, json_format(name) as json')).toBe(false);
  expect(isWritten('name, count(*) as n')).toBe(false);
  expect(isWritten('count(*) as n', 'name')).toBe(false);
});
