import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IANAZone } from 'luxon';
import { resolveTimezone } from '#engine/odsql/timezone.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';

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

const hour = 3_600_000;
const oddZones = ['America/St_Johns', 'Antarctica/Troll', 'Asia/Gaza', 'Australia/Lord_Howe', 'Pacific/Apia'];

test.each(['Europe/Paris', ...oddZones])(
  'the clocks of a column in %s show the same as in JavaScript',
  async (zone) => {
    const years = Array.from({ length: 90 * 53 }, (_, week) => Date.UTC(1960, 0, 1) + week * 167 * hour);
    const instants = [Date.UTC(1, 0, 2), ...years, Date.UTC(9998, 0, 1)];
    const found = await table.run(
      sql`select array_agg(round(epoch_us(odsql.clock(instant, ${sqlText(`'${zone}'`)})) / 1000 - epoch_ms(instant))::double precision / 60000 order by instant) as minutes
      from unnest(${instants.map((instant) => new Date(instant).toISOString())}::timestamptz[]) as instants (instant)`,
    );
    const offsets = instants.map((instant) => IANAZone.create(zone).offset(instant));
    expect(found).toEqual([{ minutes: offsets.map((offset) => expect.closeTo(offset, 0)) }]);
  },
);

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
