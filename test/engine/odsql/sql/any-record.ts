import fc from 'fast-check';
import { recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import { type DataRecord, textOf, type Value } from '#engine/records/record.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { ColumnTable } from '#test/support/datasets/column-table.ts';

/** The columns of generated records: a field of each type that conditions compare. */
export const columns = {
  name: 'text',
  tags: 'text[]',
  n: 'int',
  x: 'double',
  d: 'date',
  t: 'datetime',
  p: 'geo_point_2d',
  s: 'geo_shape',
} as const;

export const word = fc.constantFrom(
  'Genève',
  'geneve',
  'Lac',
  'lake',
  'ΟΔΟΣ',
  'été',
  'Straße',
  'ﬁn',
  'x',
  '12',
  'river',
  '東京',
  'TRUE',
  'İstanbul',
  'ǅ𝒳𐐀',
  '__proto__',
);
export const text = fc
  .array(word, { maxLength: 3 })
  .chain((words) => fc.constantFrom(' ', '-', '. ').map((mark) => words.join(mark)));
export const double = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const day = fc.constantFrom(
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '1999-06-15',
  '2024-01-31',
  '0987-12-31',
  '2021-01-03',
  '0001-01-01',
  '9999-12-31',
);
// with changes of clocks, an hour that occurs twice, and a fraction
const time = fc.constantFrom(
  '2023-12-31T23:30:00Z',
  '2024-01-01T00:00:00Z',
  '2024-02-29T12:00:00.5Z',
  '1999-06-15T22:59:59Z',
  '2024-03-31T00:59:59.999999Z',
  '2024-03-31T01:00:00Z',
  '2024-10-27T00:30:00Z',
  '2024-10-27T01:30:00Z',
  '1969-12-31T23:59:59.25Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
);
/** Time zones with clocks that change, that are off by minutes, and that skipped a day. */
export const timezones = [
  'UTC',
  'Europe/Paris',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
] as const;
const degree = (max: number) =>
  fc.integer({ min: -max * 1_000, max: max * 1_000 }).map((value) => value / 1_000 + 0.000_37);
export const place = fc.tuple(degree(20), degree(20));
export const ring = fc.tuple(place, place, place).map(([a, b, c]) => [a, b, c, a]);
const shape = fc.oneof(
  place.map((coordinates) => ({ type: 'Point', coordinates })),
  fc.array(place, { minLength: 2, maxLength: 4 }).map((coordinates) => ({ type: 'LineString', coordinates })),
  ring.map((coordinates) => ({ type: 'Polygon', coordinates: [coordinates] })),
  fc.array(place, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
);
export const anyRecord = fc.record({
  name: fc.option(text),
  tags: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(';'))),
  n: fc.option(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -20, max: 20 }) }, fc.maxSafeInteger())),
  x: fc.option(double),
  d: fc.option(day),
  t: fc.option(time),
  p: fc.option(place.map(([lon, lat]) => ({ lon, lat }))),
  s: fc.option(shape),
});

const cell = (value: Value | undefined): string | null => (value == null ? null : textOf(value));

/** Replaces the rows of the table. The position of a record is its index. */
export async function fill(table: ColumnTable, records: readonly DataRecord[]): Promise<void> {
  await table.clear();
  await table.insert(
    records.map((record) =>
      Object.keys(columns).map((name) => {
        const value = record[name];
        if (name === 'tags' && typeof value === 'string') return JSON.stringify(value.split(';'));
        if (name === 'p' && isJsonObject(value)) return `(${textOf(value['lon'])},${textOf(value['lat'])})`;
        return cell(value);
      }),
    ),
  );
}

/** The scope of the records in memory, at the same instant as that of the table. */
export const memory = {
  ...recordScope(
    Object.entries(columns).map(([name, type]) => ({
      name,
      type: type === 'text[]' ? ('text' as const) : type,
      annotations: type === 'text[]' ? [{ name: 'multivalued', args: [';'] }] : [],
    })),
  ),
  now: new Date('2026-01-01T00:00:00Z'),
};
