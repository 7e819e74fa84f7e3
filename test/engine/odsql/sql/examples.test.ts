import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import {
  cities,
  cityColumns,
  columnTable,
  type Clauses,
  type ColumnTable,
} from '#test/support/datasets/column-table.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(cityColumns);
  await table.insert(cities);
});
afterAll(() => table.close());

const names = async (clauses: Clauses): Promise<unknown[]> =>
  (await table.rows({ ...clauses, select: 'name' })).map(({ name }) => name);

test.each<[string, string[]]>([
  ['country != "FR"', ['Bern', 'Genève', 'Quito']],
  ['tags = "river"', ['Paris', 'Lyon', 'Bern']],
  ['"river" in tags', ['Paris', 'Lyon', 'Bern']],
  ['tags != "capital"', ['Lyon', 'Genève']],
  ['not tags = "capital"', ['Lyon', 'Genève', 'Quito']],
  ['population in [134000..520000[', ['Bern', 'Genève']],
  ['population > 133999.5 and population <= 134000.5', ['Bern']],
  ['population = 134000.5 or population > 1e30 or population < -1e30', []],
  ['population < 1e30', ['Paris', 'Lyon', 'Bern', 'Genève']],
  ['population in (134000, 520000, 0.5)', ['Lyon', 'Bern']],
  ['area in (47.9)', ['Lyon']],
  ['country in ("EC", "CH")', ['Bern', 'Genève', 'Quito']],
  ['name = "lyon"', []],
  ['name like "LYON"', ['Lyon']],
  ['"geneve"', ['Genève']],
  ['name like "gen*"', ['Genève']],
  ['"capital river"', ['Paris', 'Bern']],
  ['suggest(name, "pa")', ['Paris']],
  ['startswith(name, "pa")', []],
  ['startswith(name, "Pa")', ['Paris']],
  ['startswith(tags, "ri")', ['Paris', 'Lyon', 'Bern']],
  ['search(name, "lyin x")', []],
  ['search("Lyin riv")', ['Lyon']],
  ['search(name, "gene")', ['Genève']],
  ['country = "FR" or country = "CH" and population < 200000', ['Paris', 'Lyon', 'Bern']],
  ['year(updated) = 2024', ['Paris', 'Lyon', 'Bern']],
  [`updated >= date'2024-02'`, ['Lyon', 'Bern']],
  ['founded is null', ['Genève']],
  ['tags is null', ['Quito']],
  ['founded < updated', ['Paris', 'Lyon', 'Bern', 'Quito']],
  ['population > area', ['Paris', 'Lyon', 'Bern']],
  [`within_distance(position, geom'POINT(4.8357 45.764)', 150km)`, ['Lyon', 'Genève']],
  ['in_bbox(position, 45, 2, 49, 8)', ['Paris', 'Lyon', 'Bern', 'Genève']],
  ['in_bbox(position, -10, 100, 50, 5)', ['Paris', 'Lyon', 'Quito']],
  [`within(position, geom'POLYGON((2 45, 8 45, 8 47, 2 47, 2 45))')`, ['Lyon', 'Bern', 'Genève']],
  [`disjoint(position, geom'POLYGON((2 45, 8 45, 8 47, 2 47, 2 45))')`, ['Paris', 'Quito']],
  [`lower(name) = "paris"`, ['Paris']],
  [`length(name) = 6`, ['Genève']],
  [`ifnull(population, 0) = 0`, ['Quito']],
  [`population * 1e300 * 1e300 > 1`, []],
  [`population / 0 = 1 or area / area = 1`, ['Paris', 'Lyon', 'Bern', 'Quito']],
])('where %s', async (where, expected) => {
  expect(await names({ where })).toEqual(expected);
});

test('dates are of the time zone', async () => {
  expect(await names({ where: 'year(updated) = 2024', timezone: 'Europe/Paris' })).toEqual([
    'Paris',
    'Lyon',
    'Bern',
    'Quito',
  ]);
  expect(await names({ where: `updated >= date'2024-02'`, timezone: 'Europe/Paris' })).toEqual([
    'Paris',
    'Lyon',
    'Bern',
  ]);
  expect(await table.rows({ select: 'updated', where: 'name = "Paris"', timezone: 'Europe/Paris' })).toEqual([
    { updated: '2024-02-01T00:30:00+01:00' },
  ]);
});

test('nulls are last in both directions', async () => {
  expect(await names({ orderBy: 'population desc' })).toEqual(['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']);
  expect(await names({ orderBy: 'population' })).toEqual(['Bern', 'Genève', 'Lyon', 'Paris', 'Quito']);
});

test('the same seed gives the same random order', async () => {
  const shuffled = await names({ orderBy: 'random(7)' });
  expect(await names({ orderBy: 'random(7)' })).toEqual(shuffled);
  expect(shuffled.toSorted()).toEqual(['Bern', 'Genève', 'Lyon', 'Paris', 'Quito']);
});

test('a row has each type in the form of the contract', async () => {
  expect(await table.rows({ where: 'country = "CH"', select: '*' })).toEqual([
    {
      name: 'Bern',
      country: 'CH',
      population: 134000,
      area: 51.6,
      founded: '1191-01-01',
      updated: '2024-02-29T12:00:00+00:00',
      tags: ['capital', 'river'],
      path: 'Europe/Switzerland/Bern',
      position: { lon: 7.4474, lat: 46.948 },
    },
    {
      name: 'Genève',
      country: 'CH',
      population: 203000,
      area: null,
      founded: null,
      updated: null,
      tags: ['lake'],
      path: 'Europe/Switzerland/Geneve',
      position: { lon: 6.1432, lat: 46.2044 },
    },
  ]);
});

test('an expression over null is null', async () => {
  const rows = await table.rows({ select: 'name, population / area as density' });
  expect(rows.map(({ density }) => density === null)).toEqual([false, false, false, true, true]);
});

test('an aggregate without groups is in every row', async () => {
  expect(await table.rows({ select: 'count(*)' })).toEqual(Array(5).fill({ 'count(*)': 5 }));
  expect(await table.rows({ select: 'name, max(population) as m', where: 'country = "CH"' })).toEqual([
    { name: 'Bern', m: 203000 },
    { name: 'Genève', m: 203000 },
  ]);
});

test('date_format writes the parts of a date in the language', async () => {
  const pattern = `date_format(founded, "yy yyyy xxxx ww e E EEEE D DDD M MM MMM MMMM d dd H HH 'o''clock'") as d`;
  expect(await table.rows({ select: pattern, where: 'name = "Paris"' })).toEqual([
    { d: "90 1790 1790 09 4 Thu Thursday 63 063 3 03 Mar March 4 04 0 00 o'clock" },
  ]);
});

test('matches of a search are ordered by the words they have as written, then by how few others they have', async () => {
  const ranked = async (where: string): Promise<unknown[]> => {
    const query = table.bind({ select: 'name', where });
    const scope = { ...query.scope, words: { isRanked: true } };
    const rows = await table.run(rowsStatement({ ...query, scope }, { from: table.from, limit: null, offset: 0 }));
    return rows.map(({ row }) => String(row));
  };
  expect(await ranked('"river"')).toEqual(['{"name":"Lyon"}', '{"name":"Paris"}', '{"name":"Bern"}']);
  expect(await ranked('search("europe river") or search("capital")')).toEqual([
    '{"name":"Paris"}',
    '{"name":"Bern"}',
    '{"name":"Lyon"}',
  ]);
});
