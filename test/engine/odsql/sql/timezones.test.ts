import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IANAZone } from 'luxon';
import { resolveTimezone } from '../../../../src/engine/odsql/timezone.ts';
import { sql, sqlText } from '../../../../src/kernel/sql.ts';
import { columnTable, type ColumnTable } from '../../../support/datasets/column-table.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable({ name: 'text' });
});
afterAll(() => table.close());

const times = ['1985-07-01T00:00:00Z', '2005-01-01T00:00:00Z', '2015-07-01T00:00:00Z', '2024-01-01T00:00:00Z'];

test('clocks of every accepted time zone show the same in the column engine as in JavaScript', async () => {
  const known = await table.run(sqlText('select name from pg_timezone_names()'));
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...known.map(({ name }) => String(name))])];
  const zones = [...new Set(names.flatMap((name) => resolveTimezone(name) ?? []))];
  expect(zones.length).toBeGreaterThan(300);
  const found = await table.run(
    sql`select zone, array_agg(odsql.offset_minutes(instant, zone) order by instant) as minutes
      from unnest(${zones}::text[]) as zones (zone) cross join unnest(${times}::timestamptz[]) as times (instant) group by zone`,
  );
  const expected = zones.map((zone) => ({
    zone,
    minutes: times.map((time) => IANAZone.create(zone).offset(Date.parse(time))),
  }));
  const byName = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
    String(one['zone']) < String(other['zone']) ? -1 : 1;
  expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
});

test.each(['Nowhere/City', '+02:00', 'UTC+2', 'BST', 'IST', 'PST', 'AET', 'Z', '', 'Europe/Paris; drop'])(
  '%s is no time zone',
  (name) => expect(resolveTimezone(name)).toBeUndefined(),
);

test.each([
  ['CET', 'Europe/Brussels'],
  ['wet', 'Europe/Lisbon'],
  ['Etc/UTC', 'UTC'],
  ['europe/paris', 'Europe/Paris'],
])('%s is %s', (name, zone) => expect(resolveTimezone(name)).toBe(zone));
