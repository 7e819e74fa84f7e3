import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exportColumns } from '../../../src/engine/exports/export-columns.ts';
import type { CopiedRows } from '../../../src/engine/exports/export-format.ts';
import { copyBinary } from '../../../src/engine/exports/parquet/copy-binary.ts';
import { ParquetEncoder } from '../../../src/engine/exports/parquet/parquet-encoder.ts';
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

const anyText = fc.array(fc.constantFrom('a', 'é', '東', '🌳', '"', '\n', '\\', ',', '{')).map((each) => each.join(''));
const anyDouble = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 0.1, 1e300));
const anyTime = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((time) => time.toISOString());
const microseconds = fc.integer({ min: 0, max: 999 }).map((digits) => String(digits).padStart(3, '0'));
const listOf = (items: readonly string[]) => `{${items.map((item) => JSON.stringify(item)).join(',')}}`;
const optional = (values: fc.Arbitrary<string>) => fc.option(values, { freq: 4 });
const doubleText = anyDouble.map((value) => (Object.is(value, -0) ? '-0' : String(value)));
const pair = fc.tuple(doubleText, doubleText);
const anyRow = fc.tuple(
  optional(anyText),
  optional(fc.array(anyText, { maxLength: 3 }).map(listOf)),
  optional(fc.maxSafeInteger().map(String)),
  optional(doubleText),
  optional(anyTime.map((time) => time.slice(0, 10))),
  optional(fc.tuple(anyTime, microseconds).map(([time, digits]) => time.replace('Z', `${digits}Z`))),
  optional(pair.map(([lon, lat]) => `(${lon},${lat})`)),
  optional(fc.option(anyText, { nil: undefined }).map((url) => JSON.stringify({ filename: 'a.png', url }))),
  optional(pair.map(([lon, lat]) => `{"type":"MultiPoint","coordinates":[[${lon},${lat}],[1,2]]}`)),
);

/** The file of a query, from the rows that PostgreSQL copies or from their JSON. */
async function fileOf(query: ReturnType<OdsqlTable['bind']>, copy?: CopiedRows): Promise<Buffer> {
  const range = { from: table.from, limit: null, offset: 0 };
  const encoder = new ParquetEncoder({ columns: exportColumns(query), compression: 'snappy' });
  const parts: Uint8Array[] = [];
  if (copy) {
    const rows = table.copy(rowsStatement(query, { ...range, columns: copy.columns }), copy.form);
    for await (const batch of rows) parts.push(encoder.addBinary(batch));
  } else {
    const found = await table.run(rowsStatement(query, range));
    parts.push(encoder.addJson(found.map((each) => String(each['row']))));
  }
  return Buffer.concat([...parts, encoder.end()]);
}

test('the file that is made of binary rows has the bytes of the file that is made of the JSON of the records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 6 }),
      fc.array(
        fc.oneof(
          fc.constantFrom('n / 3', 'x - 1', '-(n)', 'length(name)', 'year(d)'),
          anyExpression.text,
          anyExpression.time,
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom(...timezones),
      async (records, expressions, timezone) => {
        await table.run(sql`truncate t restart identity`);
        await table.insert(records);
        const added = expressions.map((each, at) => `${each} as v${String(at)}`);
        const select = ['name, tags, n, x, d, t, p, photo, shape', ...added].join(', ');
        const query = table.bind({ select, timezone });
        const copy = copyBinary(query);
        expect(copy).toBeDefined();
        expect((await fileOf(query, copy)).equals(await fileOf(query))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test('of two columns with one name the file has the last, in the place of the first', async () => {
  await table.run(sql`truncate t restart identity`);
  await table.insert([['Ada', ...Array<null>(8).fill(null)]]);
  const query = table.bind({ select: 'name, n, d as name' });
  expect((await fileOf(query, copyBinary(query))).equals(await fileOf(query))).toBe(true);
});

test('other JSON, groups and aggregates are read from the JSON of the rows', () => {
  const isBinary = (select: string, groupBy = '') => copyBinary(table.bind({ select, groupBy })) !== undefined;
  expect(isBinary('name, shape, n * 2 as twice')).toBe(true);
  expect(isBinary('json_format(name) as json')).toBe(false);
  expect(isBinary('count(*) as n')).toBe(false);
  expect(isBinary('count(*) as n', 'name')).toBe(false);
});
