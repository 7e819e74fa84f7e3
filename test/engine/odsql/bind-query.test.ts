import { describe, expect, test } from '@jest/globals';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Scope } from '#engine/odsql/scope.ts';
import { cityFields, cityScope, scopeOf } from './cities.ts';

interface Clauses {
  readonly select?: string;
  readonly where?: string;
  readonly groupBy?: string;
  readonly orderBy?: string;
}

const bound = ({ select = '', where = '', groupBy = '', orderBy = '' }: Clauses, scope: Scope = cityScope) =>
  bindQuery(
    {
      select: parseSelect(select),
      where: parseWhere(where),
      groupBy: parseGroupBy(groupBy),
      orderBy: parseOrderBy(orderBy),
    },
    scope,
  );

const filterOf = (where: string, scope: Scope = cityScope) =>
  bindFilter(parseWhere(where) ?? { kind: 'and', filters: [] }, scope);
const names = (clauses: Clauses) => bound(clauses).items.map(({ name }) => name);

describe('a query is malformed', () => {
  test.each<[Clauses, string]>([
    [{ where: 'nope = 1' }, 'Unknown field: nope. Clause(s) containing the error(s): where.'],
    [{ select: 'nope' }, 'Unknown field: nope. Clause(s) containing the error(s): select.'],
    [{ select: 'max(name)' }, 'StatAggregation only supports numeric or date expression. Clause(s)'],
    [{ select: 'sum(founded)' }, 'StatAggregation only supports numeric or date expression. Clause(s)'],
    [
      { groupBy: 'position' },
      'Aggregation on geo point field is not possible. Use the geo_cluster(position, int_precision) aggregation function instead. Clause(s) containing the error(s): group_by.',
    ],
    [{ groupBy: 'shape' }, 'Aggregation on geo_shape field is not possible'],
    [{ groupBy: 'ifnull(position, null)' }, 'Aggregation on geo point field is not possible'],
    [{ groupBy: 'ifnull(photo, photo)' }, 'Aggregation on file field is not possible'],
    [{ groupBy: 'year(founded) as y', select: 'count(*) as y' }, "Alias 'y' is declared several times"],
    [{ groupBy: 'country', select: 'name' }, 'name is not in group_by'],
    [{ groupBy: 'country', orderBy: 'name' }, 'name is not in group_by. Clause(s) containing the error(s): order_by.'],
    [{ groupBy: 'population + 1' }, 'group_by does not accept population + 1'],
    [{ groupBy: 'length(name)' }, 'group_by does not accept length()'],
    [{ where: 'count(*) > 1' }, 'count(*) is an aggregate, which where does not accept here'],
    [{ where: 'sum(population) > 1' }, 'is an aggregate'],
    [{ select: 'sum(max(population))' }, 'max(population) is an aggregate'],
    [{ where: 'json_format(name) = 1' }, 'where does not accept json_format()'],
    [{ orderBy: 'json_format(name)' }, 'order_by does not accept json_format()'],
    [{ select: 'name + 1' }, 'name is not a number'],
    [{ select: 'length(population)' }, 'length() does not accept population of type int'],
    [{ select: 'length(tags)' }, 'tags has several values'],
    [{ select: 'year()' }, 'year(): year() has 1 argument'],
    [{ select: 'ifnull(name, 1)' }, 'have different types'],
    [{ select: "date_format(founded, 'yyy')" }, 'date_format() needs a pattern'],
    [{ select: 'sum(*)' }, 'sum(*) has no meaning'],
    [{ select: 'percentile(area, 101)' }, 'percentile() needs a number from 0 to 100'],
    [{ select: 'now(eons=1)' }, 'now() has no argument eons'],
    [{ select: 'now(month=13)' }, 'now(month=13) is not a time'],
    [{ orderBy: 'tags' }, 'tags has no order'],
    [{ orderBy: 'position' }, 'position has no order'],
    [{ orderBy: 'count(*)' }, 'count(*) is an aggregate, which needs group_by'],
    [{ groupBy: 'range(name, 10)' }, 'a range with a width needs a number'],
    [{ groupBy: 'range(founded, 2 months)' }, 'use 1 with week, month, quarter and year'],
    [{ groupBy: 'range(area, 3, 2)' }, 'the ends of ranges must ascend'],
    [{ groupBy: "range(area, date'2020', *)" }, 'the ends of ranges must have the type of the field'],
    [{ groupBy: 'geo_cluster(position, 26)' }, 'the zoom must be from 0 to 25'],
    [{ where: 'search(population, "a")' }, 'search() needs text fields; population is of type int'],
    [{ where: 'in_bbox(name, 1, 2, 3, 4)' }, 'name is of type text, not a geo field'],
    [{ where: `"${'a '.repeat(101)}"` }, 'A search has more than 100 words'],
    [{ where: `within_distance(position, geom'LINESTRING(1 1, 2 2)', 1)` }, 'within_distance() needs a point'],
    [{ select: "distance(position, 'x')" }, 'distance() needs a point'],
    [{ select: 'envelope(shape)' }, 'envelope() does not accept the type geo_shape'],
    [{ select: 'now(2)' }, 'now() has named arguments only'],
    [{ select: 'sum(distinct area)' }, 'sum() does not accept distinct'],
    [{ where: "1 = distance(position, geom'POINT(1 1)')" }, 'where does not accept distance()'],
    [{ groupBy: "'x'" }, "'x' is not a field"],
    [{ groupBy: 'country', orderBy: 'random(1)' }, 'random() orders records, not groups'],
    [{ groupBy: 'country', orderBy: 'range(area, 2)' }, 'range(area, 2) is not in group_by'],
    [{ where: 'name like "%"' }, 'The pattern of like needs a word'],
  ])('a query is malformed: %j', (clauses, message) => {
    expect(() => bound(clauses)).toThrow(message);
  });
});

test('a geometry has at most 10,000 points', () => {
  const line = (count: number) => ({
    geometry: { type: 'LineString' as const, coordinates: Array(count).fill([1, 1]) },
  });
  const filter = (count: number) =>
    ({ kind: 'geometry', field: 'position', geometry: line(count), mode: 'within' }) as const;
  expect(bindFilter(filter(10_000), cityScope)).toMatchObject({ kind: 'geometry' });
  expect(() => bindFilter(filter(10_001), cityScope)).toThrow('A geometry has more than 10000 points');
});

test.each([
  'population = "1"',
  'founded = "2024"',
  'founded = 2024',
  'name = 1',
  'name < "a"',
  'name in ["a".."b"]',
  'name = population',
  'founded = population',
  'population = true',
  'population like "1"',
  'population is true',
  'population',
  'position = "1"',
  'photo = "a.png"',
  'population in (1, "2")',
  "name in [date'2020'..date'2021']",
])('%s compares incompatible types', (where) => {
  expect(() => filterOf(where)).toThrow(/^Incompatible types .*Clause\(s\) containing the error\(s\): where\.$/);
});

describe('a date literal', () => {
  const range = (where: string, timezone = 'UTC') => filterOf(where, scopeOf(cityFields, { timezone }));
  test.each([
    ["updated = date'2024-02'", 'UTC', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ["updated = date'2024-02'", 'Europe/Paris', '2024-01-31T23:00:00.000Z', '2024-02-29T23:00:00.000Z'],
    ["updated = date'2024-03-31'", 'Europe/Paris', '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
    ["updated = '2024-02-01T10:00+02:00'", 'Europe/Paris', '2024-02-01T08:00:00.000Z', '2024-02-01T08:00:00.001Z'],
    ["updated = date'9999'", 'UTC', '9999-01-01T00:00:00.000Z', 'infinity'],
    ["updated = date'0000'", 'UTC', '-infinity', '0001-01-01T00:00:00.000Z'],
    ["founded = date'2024'", 'Asia/Tokyo', '2024-01-01', '2025-01-01'],
    ["founded = '2024-02-29'", 'UTC', '2024-02-29', '2024-03-01'],
    ["founded = date'2024-02-29T12:00'", 'UTC', '2024-03-01', '2024-03-01'],
  ])('a date literal: %s in %s', (where, timezone, start, end) => {
    expect(range(where, timezone)).toMatchObject({
      kind: 'range',
      from: { value: start, isIncluded: true },
      to: { value: end, isIncluded: false },
    });
  });
});

describe('now()', () => {
  const now = (written: string, timezone = 'UTC') =>
    bound({ select: `${written} as n` }, scopeOf(cityFields, { timezone })).items[0]?.expression;
  test.each([
    ['now()', '2024-02-29T10:30:45.123Z'],
    ['now(year=2001)', '2001-02-28T10:30:45.123Z'],
    ['now(years=-1, month=1, day=31)', '2023-01-31T10:30:45.123Z'],
    ['now(month=4, day=31)', '2024-04-30T10:30:45.123Z'],
    ['now(hour=0, minute=0, second=0, microsecond=0)', '2024-02-29T00:00:00.000Z'],
    ['now(microsecond=123456)', '2024-02-29T10:30:45.123456Z'],
    ['now(microseconds=-123001)', '2024-02-29T10:30:44.999999Z'],
    ['now(microseconds=1, seconds=1)', '2024-02-29T10:30:46.123001Z'],
    ['now(weekday=3)', '2024-02-29T10:30:45.123Z'],
    ['now(weekday=0)', '2024-03-04T10:30:45.123Z'],
    ['now(mondays=-1)', '2024-02-26T10:30:45.123Z'],
    ['now(mondays=+2)', '2024-03-11T10:30:45.123Z'],
    ['now(days=1, days=2)', '2024-03-02T10:30:45.123Z'],
  ])('now(): %s', (written, value) => expect(now(written)).toEqual({ kind: 'literal', type: 'datetime', value }));

  test('sets parts in the timezone', () => {
    expect(now('now(hour=0)', 'Europe/Paris')).toMatchObject({ value: '2024-02-28T23:30:45.123Z' });
  });
});

describe('select', () => {
  test.each<[Clauses, string[]]>([
    [{}, cityFields.map(({ name }) => name)],
    [{ select: 'include(p*), population as n, exclude(photo)' }, ['population', 'path', 'position', 'n']],
    [{ select: 'exclude(p*)' }, ['name', 'country', 'area', 'founded', 'updated', 'tags', 'shape']],
    [{ select: 'name, name, lower(name)' }, ['name', 'lower(name)']],
    [{ groupBy: 'country' }, ['country']],
    [{ groupBy: 'country', select: 'count(*) as n, sum(population)' }, ['country', 'n', 'sum(population)']],
    [{ groupBy: 'country, year(founded) as y', select: 'y, count(*)' }, ['country', 'y', 'count(*)']],
    [
      { groupBy: 'range(area, 10)', select: 'range(area,10), count(*)' },
      ['range(area, 10)', 'range(area,10)', 'count(*)'],
    ],
    [{ groupBy: 'country', select: 'country as c' }, ['country', 'c']],
  ])('%j has these columns', (clauses, columns) => expect(names(clauses)).toEqual(columns));

  test('resolves aliases and grouped expressions in order_by', () => {
    const { order, keys } = bound({
      groupBy: 'year(founded) as y, country',
      select: 'count(*) as n',
      orderBy: 'n desc, YEAR(founded), country, -(n * 2)',
    });
    expect(keys).toHaveLength(2);
    expect(order).toMatchObject([
      { expression: { kind: 'aggregate', name: 'count' }, isDescending: true },
      { expression: { kind: 'key', index: 0 }, isDescending: false },
      { expression: { kind: 'key', index: 1 } },
      { expression: { kind: 'arithmetic', left: { kind: 'aggregate' } }, isDescending: true },
    ]);
  });

  test('is aggregated when it contains an aggregate and nothing is grouped', () => {
    expect(bound({ select: 'name, count(*) * 2' }).isAggregated).toBe(true);
    expect(bound({ select: 'name' }).isAggregated).toBe(false);
    expect(bound({ select: 'count(*)', groupBy: 'name' }).isAggregated).toBe(false);
  });
});
