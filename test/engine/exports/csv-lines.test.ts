import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DiskBudget } from '../../../src/platform/storage/disk-budget.ts';
import { csvExport } from '../../../src/engine/exports/csv-export.ts';
import { copyCsv } from '../../../src/engine/exports/copy-csv.ts';
import type { CopiedRows, ExportOptions } from '../../../src/engine/exports/export-format.ts';
import { wgs84System } from '../../../src/engine/geo/processing/project-geometry.ts';
import { rowsStatement } from '../../../src/engine/odsql/sql/query-sql.ts';
import { sql } from '../../../src/kernel/sql.ts';
import { odsqlTable, type OdsqlTable } from '../../support/datasets/odsql-table.ts';
import { anyExpression } from '../odsql/sql/any-expression.ts';
import { timezones } from '../odsql/sql/any-record.ts';

let table: OdsqlTable;
beforeAll(async () => {
  table = await odsqlTable({
    ...{ name: 'text', tags: 'text[]', n: 'int', x: 'double', d: 'date', t: 'datetime' },
    ...{ p: 'geo_point_2d', photo: 'file', shape: 'geo_shape' },
  });
});
afterAll(() => table.close());

const anyText = fc
  .array(fc.constantFrom('a', 'é', '東', '🌳', ' ', '"', ';', ',', '|', '\t', '\r', '\n', '\\', '%', "'", '{', 'null'))
  .map((characters) => characters.join(''));
const anyDouble = fc.oneof(
  // beyond, PostgreSQL may write a digit more than JavaScript
  fc.double({ noNaN: true, min: -(2 ** 53), max: 2 ** 53 }),
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
const listOf = (items: readonly string[]) => `{${items.map((item) => JSON.stringify(item)).join(',')}}`;
const optional = (values: fc.Arbitrary<string>) => fc.option(values, { freq: 4 });
const anyRow = fc.tuple(
  optional(anyText),
  optional(fc.array(anyText, { maxLength: 3 }).map(listOf)),
  optional(fc.maxSafeInteger().map(String)),
  optional(anyDouble.map((value) => (Object.is(value, -0) ? '-0' : String(value)))),
  optional(anyTime.map((time) => time.slice(0, 10))),
  optional(anyTime),
  optional(fc.tuple(anyDouble, anyDouble).map(([lon, lat]) => `(${String(lon)},${String(lat)})`)),
  optional(anyText.map((url) => JSON.stringify({ filename: 'a.png', url }))),
  fc.constant(null),
);
const anyOptions: fc.Arbitrary<ExportOptions> = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  listSeparator: fc.constantFrom(',', '', '"', ' | '),
  isQuoted: fc.boolean(),
  hasEscapedFormulas: fc.constant(false),
  hasByteOrderMark: fc.boolean(),
  hasLabels: fc.boolean(),
  ...{ system: fc.constant(wgs84System), nameField: fc.constant(null) },
  ...{ descriptionFields: fc.constant([]), hasExtensions: fc.constant(true) },
  parquetCompression: fc.constant('snappy' as const),
});

/** The rows in two batches. */
async function* batchesOf(rows: readonly string[]): AsyncGenerator<readonly string[]> {
  yield rows.slice(0, 1);
  if (rows.length > 1) yield rows.slice(1);
}

test('the csv that PostgreSQL writes has the bytes of the csv that is written from the JSON of the records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 6 }),
      fc.array(
        fc.oneof(fc.constantFrom('n / 3', 'x - 1', '-(n)', 'length(name)'), anyExpression.text, anyExpression.time),
        {
          maxLength: 4,
        },
      ),
      anyOptions,
      fc.constantFrom(...timezones),
      async (records, expressions, options, timezone) => {
        await table.run(sql`truncate t restart identity`);
        await table.insert(records);
        const select = [
          'name, tags, n, x, d, t, p, photo',
          ...expressions.map((each, at) => `${each} as v${String(at)}`),
        ];
        const query = table.bind({ select: select.join(', '), timezone });
        const columns = query.items.map(({ name, expression }) => ({
          ...{ name, label: `The "${name}"`, type: expression.type },
          isMultivalued: expression.kind === 'field' && expression.field.isMultivalued,
        }));
        const write = async (copy?: CopiedRows) => {
          const range = { from: table.from, limit: null, offset: 0 };
          const found = await table.run(rowsStatement(query, range));
          const source = {
            dataset: { address: '' },
            columns,
            options,
            disk: new DiskBudget(2 ** 30),
            rows: batchesOf(found.map((each) => String(each['row']))),
            copied: copy && table.copy(rowsStatement(query, { ...range, columns: copy.columns }), copy.form),
          };
          return text(csvExport.write(source));
        };
        const copy = copyCsv(query, timezone, options);
        expect(copy).toBeDefined();
        expect(await write(copy)).toBe(await write());
      },
    ),
    { numRuns: 200 },
  );
});

test('shapes, other JSON, groups, aggregates and a single column are written from the JSON of the records', () => {
  const texts = {
    delimiter: ';',
    listSeparator: ',',
    isQuoted: false,
    hasEscapedFormulas: false,
    hasByteOrderMark: false,
    hasLabels: false,
  };
  const gpx = { nameField: null, descriptionFields: [], hasExtensions: true };
  const options: ExportOptions = { ...texts, ...gpx, system: wgs84System, parquetCompression: 'snappy' };
  const isWritten = (select: string, groupBy = '') =>
    copyCsv(table.bind({ select, groupBy }), 'UTC', options) !== undefined;
  expect(isWritten('name, n * 2 as twice')).toBe(true);
  expect(isWritten('name, shape')).toBe(false);
  expect(isWritten('name')).toBe(false);
  expect(isWritten('n, json_format(name) as json')).toBe(false);
  expect(isWritten('name, count(*) as n')).toBe(false);
  expect(isWritten('count(*) as n', 'name')).toBe(false);
});
