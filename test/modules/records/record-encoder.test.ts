import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { wordsOf } from '#engine/odsql/words.ts';
import { type DataRecord, type Field, textOf, toStorable, type Value } from '#engine/records/record.ts';
import { assignColumns, columnsOfGeneration } from '#records/record-field.ts';
import { RecordEncoder, RecordIdentity } from '#records/table/record-encoder.ts';
import { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';

const types: readonly Field['type'][] = [
  ...(['text', 'int', 'double', 'date', 'datetime', 'geo_point_2d', 'geo_shape', 'file', 'text'] as const),
];
const multivalued = [{ name: 'multivalued', args: [';'] }];
const fields = assignColumns(
  types.map((type, index) => ({
    name: `f${String(index)}`,
    label: '',
    type,
    description: '',
    annotations: index === 8 ? multivalued : [],
  })),
);
const columns = columnsOfGeneration(fields);
const identity = new RecordIdentity(Buffer.alloc(32, 7));
const madeAt = new Date('2026-01-31T08:00:00.120Z');

const folder = await mkdtemp(join(tmpdir(), 'catalograph-lines-'));
const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();
await connection.run("set TimeZone = 'UTC'");
afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  await rm(folder, { recursive: true });
});

/** The rows that the column engine reads from the lines of records. */
async function rowsOf(records: readonly DataRecord[]): Promise<Record<string, Value>[]> {
  const encoder = new RecordEncoder(fields, { identity, madeAt });
  const line = new CsvLineWriter(1);
  for (const [position, record] of records.entries()) encoder.writeLine(record, position, line);
  const path = join(folder, 'lines.csv');
  await writeFile(path, line.take());
  const read = columns.map(({ name, type }) => `'${name}': '${/\[|BLOB/.test(type) ? 'VARCHAR' : type}'`);
  const values = columns.map(({ name, type }) => {
    if (type === 'VARCHAR[]') return `from_json(${name}, '["VARCHAR"]') as ${name}`;
    if (type === 'TIMESTAMPTZ') return `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%fZ') as ${name}`;
    return name === '_id' ? `lower(hex(unhex(_id))) as _id` : name;
  });
  const reader = await connection.runAndReadAll(
    `select ${values.join(', ')} from read_csv('${path}', columns = {${read.join(', ')}}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
      nullstr = '\\N', allow_quoted_nulls = false, new_line = '\\n', max_line_size = 100_000_000, buffer_size = 200_000_000) order by _position`,
  );
  return JSON.parse(JSON.stringify(reader.getRowObjectsJson()));
}

const numberOf = (value: Value | undefined): Value => (typeof value === 'number' ? value + 0 : null);
const textsOf = (value: Value): string[] | null => {
  const values = (typeof value === 'string' ? value.split(';') : Array.isArray(value) ? value : [])
    .map((part) => (typeof part === 'string' ? part.trim() : ''))
    .filter((part) => part !== '');
  return values.length === 0 ? null : values;
};
const wordsText = (texts: readonly string[]): string | null => {
  const words = texts.flatMap(wordsOf);
  return words.length === 0 ? null : ` ${words.join(' ')} `;
};
const parsed = (text: Value | undefined) => (typeof text === 'string' ? JSON.parse(text) : null);
const json = (value: Value | undefined) => (value == null ? null : JSON.parse(JSON.stringify(value)));

/** The row of a record whose values all fit their types. */
function expectedOf(record: DataRecord): Record<string, Value> {
  const { f0, f1, f2, f3, f4, f5, f6, f7, f8 } = toStorable(record) as DataRecord;
  const [lon, lat] = f5 && typeof f5 === 'object' && !Array.isArray(f5) ? [f5['lon'], f5['lat']] : [];
  const [west, south] = f6 ? [1, 2] : [null, null];
  const texts = textsOf(f8 ?? null);
  return {
    ...{ c0: f0 ?? null, c0_words: wordsText([textOf(f0)]) },
    ...{ c1: f1 == null ? null : textOf(numberOf(f1)), c2: numberOf(f2), c3: f3 ?? null },
    c4: typeof f4 === 'string' ? `${f4.slice(0, 19)}.${(f4.slice(20, -1) + '000000').slice(0, 6)}Z` : null,
    ...{ c5_lon: numberOf(lon), c5_lat: numberOf(lat) },
    ...{
      c6: json(f6),
      c6_west: west,
      c6_south: south,
      c6_east: west,
      c6_north: south,
      c7: json(f7),
      c7_is_stored: f7 == null ? null : false,
    },
    ...{ c8: texts, c8_words: wordsText(texts ?? []) },
  };
}

const odd = [
  '\u0001',
  '\0',
  '\n',
  '\r\n',
  '"',
  ',',
  '\\N',
  'É',
  'ﬁ',
  'İ',
  'ΣΑΣ',
  '½',
  '\u0301',
  '\ud800',
  '😀',
  '𝐀',
  ' ',
];
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...odd)))
  .map((parts) => parts.join(''));
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values);
const days = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const record: fc.Arbitrary<DataRecord> = fc.record({
  f0: optional(text),
  f1: optional(fc.maxSafeInteger()),
  f2: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
  f3: optional(days.map((day) => day.toISOString().slice(0, 10))),
  f4: optional(
    fc
      .tuple(days, fc.constantFrom('', '.120', '.123456'))
      .map(([day, fraction]) => `${day.toISOString().slice(0, 19)}${fraction}Z`),
  ),
  f5: optional(
    fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
  ),
  f6: optional(text.map((name) => ({ type: 'Point', coordinates: [1, 2], name }))),
  f7: optional(text.map((filename) => ({ filename, mimetype: null }))),
  f8: optional(text),
});

test('the column engine reads from the lines of records what their fields hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
      const rows = await rowsOf(records);
      const cells = rows.map(({ _position, _id, _size, _timestamp, rest: _rest, ...own }) => ({
        ...own,
        c2: numberOf(own['c2']),
        c6: parsed(own['c6']),
        c7: parsed(own['c7']),
      }));
      expect(cells).toEqual(records.map(expectedOf));
      expect(rows.map(({ _position, _timestamp }) => [_position, _timestamp])).toEqual(
        records.map((_, index) => [String(index), '2026-01-31T08:00:00.120000Z']),
      );
    }),
    { numRuns: 100 },
  );
});

test('values that no column holds exactly are also in `rest`, and values that a type cannot hold are only there', async () => {
  const records: DataRecord[] = [
    {
      f0: { b: 1, a: ['é'] },
      f1: 1.5,
      f2: NaN,
      f3: '0000-02-29',
      f4: '2026-01-31T08:00:00.1234567Z',
      f5: { lat: 1, lon: NaN },
      f8: ' a; b',
    },
    { f1: 2 ** 53, f2: -0, f4: '0000-01-01T00:00:00Z', f8: ['x', ' y '] },
    { f0: 'a', f1: 1, f2: Infinity, f8: 'a;b' },
  ];
  const rows = await rowsOf(records);
  expect(rows.map(({ rest }) => parsed(rest))).toEqual([
    { f0: { a: ['é'], b: 1 }, f1: 1.5, f3: '0000-02-29', f4: '2026-01-31T08:00:00.1234567Z', f8: ' a; b' },
    { f1: 2 ** 53, f4: '0000-01-01T00:00:00Z', f8: ['x', ' y '] },
    null,
  ]);
  expect(rows).toMatchObject([
    {
      c0: '{"a":["é"],"b":1}',
      c0_words: ' a e b 1 ',
      c1: null,
      c2: null,
      c3: null,
      c4: '2026-01-31T08:00:00.123456Z',
      c5_lon: null,
      c5_lat: null,
      c8: ['a', 'b'],
    },
    { c1: null, c2: 0, c4: null, c8: ['x', 'y'], c8_words: ' x y ' },
    { c0: 'a', c1: '1', c2: null, c8: ['a', 'b'] },
  ]);
});

test('a cell may have ten million bytes, and a text of `\\N` is no null', async () => {
  const long = 'é"'.repeat(3_400_000);
  const [row] = await rowsOf([{ f0: long, f8: '\\N' }]);
  expect(row?.['c0'] === long).toBe(true);
  expect(row).toMatchObject({ c8: ['\\N'], c8_words: ' n ' });
});
