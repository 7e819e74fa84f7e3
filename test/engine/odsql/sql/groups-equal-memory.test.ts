import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { timeOf, zonedDate } from '#engine/odsql/evaluate/compile-expression.ts';
import { facetsStatement } from '#engine/odsql/sql/facet-sql.ts';
import { rangeEndText } from '#engine/odsql/timezone.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { columns, fill, timezones } from './any-record.ts';
import { anyOrderKey, compare, evaluator, orderByOf, someRecords, sortedBy, type Key } from './evaluator.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(columns);
});
afterAll(() => table.close());

const timezone = fc.constantFrom(...timezones);

test('records have the same order in SQL as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.array(anyOrderKey, { minLength: 1, maxLength: 3 }),
      timezone,
      fc.option(fc.nat(5)),
      fc.nat(3),
      async (unnumbered, keys, zone, limit, offset) => {
        const records = unnumbered.map((record, index): DataRecord => ({ ...record, n: index }));
        await fill(table, records);
        const orderBy = orderByOf(keys);
        const found = await table.rows({
          select: 'n',
          orderBy,
          timezone: zone,
          offset,
          ...(limit === null ? {} : { limit }),
        });
        const expected = sortedBy(records, keys, zone);
        const part = expected.slice(offset, limit === null ? undefined : offset + limit);
        expect({ orderBy, order: found.map(({ n }) => n) }).toEqual({ orderBy, order: part.map(({ n }) => n) });
      },
    ),
    { numRuns: 30 },
  );
});

/** A key of groups: what groups are ordered by, and how rows write it. */
interface GroupKey {
  readonly order: Key;
  readonly written: unknown;
}
interface Grouping {
  readonly text: string;
  keysOf(record: DataRecord, zone: string): readonly GroupKey[];
  /** The keys that are listed without records too. */
  readonly listed?: readonly GroupKey[];
}

const none: GroupKey = { order: null, written: null };

const byExpression = (text: string): Grouping => ({
  text,
  keysOf: (record, zone) => {
    const { valueOf, keyOf } = evaluator(text, zone);
    const value = valueOf(record);
    const values = Array.isArray(value) ? [...new Set(value)] : [value];
    return values.map((value): GroupKey => ({ order: keyOf(value), written: value }));
  },
});

const byWidth = (width: number): Grouping => ({
  text: `range(n, ${width})`,
  keysOf: ({ n }) => {
    const start = typeof n === 'number' ? Math.floor(n / width) * width + 0 : null;
    return [start === null ? none : { order: start, written: `[${start}, ${start + width}[` }];
  },
});

const bySteps = (steps: readonly (number | null)[]): Grouping => {
  const write = (step: number | null) => (step === null ? '*' : String(step));
  const ranges = steps.slice(1).map((end, index): GroupKey & { readonly start: number; readonly end: number } => ({
    order: index,
    written: `[${write(steps[index] ?? null)}, ${write(end)}[`,
    start: steps[index] ?? -Infinity,
    end: end ?? Infinity,
  }));
  return {
    text: `range(n, ${steps.map(write).join(', ')})`,
    keysOf: ({ n }) => (typeof n === 'number' ? ranges.filter(({ start, end }) => start <= n && n < end) : [none]),
    listed: ranges,
  };
};

/** Ranges of the time that a clock shows. */
const byInterval = (
  field: 'd' | 't',
  interval: string,
  startOf: (shown: DateTime) => DateTime,
  length: object,
): Grouping => ({
  text: `range(${field}, ${interval})`,
  keysOf: (record, zone) => {
    const time = timeOf(record[field] ?? null);
    if (time === undefined) return [none];
    const type = field === 'd' ? 'date' : 'datetime';
    const start = startOf(DateTime.fromJSDate(zonedDate(time, type, zone), { zone: 'utc' }));
    const shownIn = type === 'date' ? 'UTC' : zone;
    const write = (end: DateTime) =>
      rangeEndText(end.setZone(shownIn, { keepLocalTime: true }).toJSDate().toISOString(), shownIn);
    return [{ order: start.toMillis(), written: `[${write(start)}, ${write(start.plus(length))}[` }];
  },
});

const sixHours = 6 * 60 * 60 * 1000;
const grouping = fc.constantFrom(
  ...['name', 'tags', 'n', 'x', 'd', 'year(t)', 'day(t)', 'month(d)', 'lower(name)', 'ifnull(n, 0)'].map(byExpression),
  ...[byExpression("date_format(t, 'yyyy-MM-dd')"), byWidth(7), bySteps([null, -5, 0, 10, null]), bySteps([-5, 5])],
  byInterval('t', '1 day', (shown) => shown.startOf('day'), { days: 1 }),
  byInterval('t', '1 week', (shown) => shown.startOf('week'), { weeks: 1 }),
  byInterval('d', '1 quarter', (shown) => shown.startOf('quarter'), { months: 3 }),
  byInterval(
    't',
    '6h',
    (shown) => DateTime.fromMillis(Math.floor(shown.toMillis() / sixHours) * sixHours, { zone: 'utc' }),
    { hours: 6 },
  ),
);

const numbersOf = (records: readonly DataRecord[]): number[] =>
  records.flatMap(({ n }) => (typeof n === 'number' ? [n] : [])).toSorted((a, b) => a - b);
const extreme = (records: readonly DataRecord[], field: string, index: 0 | -1): Value =>
  records
    .flatMap(({ [field]: value }) => (typeof value === 'number' || typeof value === 'string' ? [value] : []))
    .toSorted(compare)
    .at(index) ?? null;

function percentile(values: readonly number[], percent: number): number | null {
  const place = (percent / 100) * (values.length - 1);
  const [low, high] = [values[Math.floor(place)], values[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  const part = place - Math.floor(place);
  return low * (1 - part) + high * part;
}

const sumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);

const aggregates: Readonly<Record<string, (records: readonly DataRecord[]) => unknown>> = {
  'count(*)': (records) => records.length,
  'count(name)': (records) => records.filter(({ name }) => name !== null).length,
  'count(tags)': (records) => records.filter(({ tags }) => tags !== null).length,
  'count(distinct name)': (records) => new Set(records.flatMap(({ name }) => name ?? [])).size,
  'sum(n)': (records) => sumOf(numbersOf(records)),
  'avg(n)': (records) => {
    const numbers = numbersOf(records);
    return numbers.length === 0 ? null : (sumOf(numbers) ?? 0) / numbers.length;
  },
  'sum(n * 2) / count(n)': (records) => {
    const numbers = numbersOf(records);
    return numbers.length === 0 ? null : ((sumOf(numbers) ?? 0) * 2) / numbers.length;
  },
  'min(x)': (records) => extreme(records, 'x', 0),
  'max(d)': (records) => extreme(records, 'd', -1),
  'median(n)': (records) => percentile(numbersOf(records), 50),
  'percentile(n, 10)': (records) => percentile(numbersOf(records), 10),
};

/** The groups of records by several keys. */
function groupsOf(records: readonly DataRecord[], keys: readonly Grouping[], zone: string) {
  const groups = new Map<string, { readonly keys: readonly GroupKey[]; readonly records: DataRecord[] }>();
  const groupOf = (found: readonly GroupKey[]): DataRecord[] => {
    const name = JSON.stringify(found.map(({ written }) => written));
    const group = groups.get(name) ?? { keys: found, records: [] };
    groups.set(name, group);
    return group.records;
  };
  if (keys.length === 1) keys[0]?.listed?.forEach((key) => groupOf([key]));
  for (const record of records) {
    const combined = keys.reduce<readonly (readonly GroupKey[])[]>(
      (before, key) => before.flatMap((found) => key.keysOf(record, zone).map((value) => [...found, value])),
      [[]],
    );
    combined.forEach((found) => groupOf(found).push(record));
  }
  return [...groups.values()].toSorted((a, b) =>
    a.keys.reduce((order, { order: one }, index) => order || compare(one, b.keys[index]?.order ?? null), 0),
  );
}

test('groups and aggregates have the same values in SQL as in memory', async () => {
  const select = Object.keys(aggregates).join(', ');
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.uniqueArray(grouping, { minLength: 1, maxLength: 2, selector: ({ text }) => text }),
      timezone,
      async (records, keys, zone) => {
        await fill(table, records);
        const groupBy = keys.map(({ text }) => text).join(', ');
        const expected = groupsOf(records, keys, zone).map((group) => ({
          ...Object.fromEntries(keys.map(({ text }, index) => [text, group.keys[index]?.written])),
          ...Object.fromEntries(Object.entries(aggregates).map(([name, compute]) => [name, compute(group.records)])),
        }));
        expect(await table.rows({ groupBy, select, timezone: zone })).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

test('a facet counts the groups of its field but for null, the most frequent first', async () => {
  await fc.assert(
    fc.asyncProperty(someRecords, fc.constantFrom('name', 'tags', 'n'), async (records, name) => {
      await fill(table, records);
      const field = table.scope().find(name);
      if (!field) throw new Error(`There is no field ${name}.`);
      const options = {
        separator: null,
        sort: null,
        limit: 100,
        refined: [],
        excluded: [],
        shown: [],
        condition: null,
      };
      const found = await table.run(
        facetsStatement([{ name, field, ...options }], { from: table.from, timezone: 'UTC', sharesRows: true }),
      );
      const groups = groupsOf(records, [byExpression(name)], 'UTC').filter(({ keys }) => keys[0]?.order !== null);
      expect(found.map(({ value, count }) => ({ value, count }))).toEqual(
        groups
          .toSorted((a, b) => b.records.length - a.records.length)
          .map((group) => ({ value: String(group.keys[0]?.written), count: group.records.length })),
      );
    }),
    { numRuns: 20 },
  );
});
