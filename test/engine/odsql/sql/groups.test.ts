import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cities, cityColumns, columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(cityColumns);
  await table.insert(cities);
});
afterAll(() => table.close());

test('a group for each value, ordered by the key', async () => {
  expect(await table.rows({ groupBy: 'country', select: 'count(*) as n, sum(population) as p' })).toEqual([
    { country: 'CH', n: 2, p: 337000 },
    { country: 'EC', n: 1, p: null },
    { country: 'FR', n: 2, p: 2620000 },
  ]);
});

test('a record counts in each value of a multivalued field', async () => {
  expect(await table.rows({ groupBy: 'tags', select: 'count(*) as n', orderBy: 'n desc, tags' })).toEqual([
    { tags: 'river', n: 3 },
    { tags: 'capital', n: 2 },
    { tags: 'lake', n: 1 },
    { tags: null, n: 1 },
  ]);
});

test('a group by a date function, with an order and a limit', async () => {
  expect(await table.rows({ groupBy: 'year(founded) as y', orderBy: 'y desc', limit: 1 })).toEqual([{ y: 1793 }]);
});

test('ranges of a width leave empty groups out', async () => {
  expect(await table.rows({ groupBy: 'range(population, 100000) as r', select: 'count(*) as n' })).toEqual([
    { r: '[100000, 200000[', n: 1 },
    { r: '[200000, 300000[', n: 1 },
    { r: '[500000, 600000[', n: 1 },
    { r: '[2100000, 2200000[', n: 1 },
    { r: null, n: 1 },
  ]);
  expect((await table.rows({ groupBy: 'range(area, 0.1) as r', where: 'name = "Lyon"' })).map(({ r }) => r)).toEqual([
    '[47.9, 48[',
  ]);
});

test('ranges of steps list empty groups, and leave values outside out', async () => {
  const groupBy = 'range(population, *, 1000, 200000, 600000) as r';
  expect(await table.rows({ groupBy, select: 'count(*) as n, max(population) as m' })).toEqual([
    { r: '[*, 1000[', n: 0, m: null },
    { r: '[1000, 200000[', n: 1, m: 134000 },
    { r: '[200000, 600000[', n: 2, m: 520000 },
    { r: null, n: 1, m: null },
  ]);
});

test('ranges are ordered by their bounds, not by their texts', async () => {
  const descending = await table.rows({ groupBy: 'range(population, 100000) as r', orderBy: 'r desc', limit: 2 });
  expect(descending).toEqual([{ r: '[2100000, 2200000[' }, { r: '[500000, 600000[' }]);
  const [first] = await table.rows({ groupBy: 'range(updated, 1 year) as r', orderBy: 'r', limit: 1 });
  expect(first).toEqual({ r: '[2023-01-01T00:00:00.000Z, 2024-01-01T00:00:00.000Z[' });
});

test('ranges of dates', async () => {
  const groupBy = `range(updated, date'2024-01-01', date'2024-02-01', *) as r`;
  expect(await table.rows({ groupBy, select: 'count(*) as n', where: 'updated is not null' })).toEqual([
    { r: '[2024-01-01T00:00:00.000Z, 2024-02-01T00:00:00.000Z[', n: 1 },
    { r: '[2024-02-01T00:00:00.000Z, *[', n: 2 },
  ]);
});

test.each([
  ['1 day', 'UTC', '[2024-01-31T00:00:00.000Z, 2024-02-01T00:00:00.000Z['],
  ['1 month', 'UTC', '[2024-01-01T00:00:00.000Z, 2024-02-01T00:00:00.000Z['],
  ['1 quarter', 'UTC', '[2024-01-01T00:00:00.000Z, 2024-04-01T00:00:00.000Z['],
  ['1 week', 'UTC', '[2024-01-29T00:00:00.000Z, 2024-02-05T00:00:00.000Z['],
  ['6 hours', 'UTC', '[2024-01-31T18:00:00.000Z, 2024-02-01T00:00:00.000Z['],
  ['1 day', 'Europe/Paris', '[2024-02-01T00:00:00.000+01:00, 2024-02-02T00:00:00.000+01:00['],
])('an interval of %s in %s', async (interval, timezone, expected) => {
  const groupBy = `range(updated, ${interval}) as r`;
  expect(await table.rows({ groupBy, where: 'name = "Paris"', timezone })).toEqual([{ r: expected }]);
});

test('aggregates over numbers, dates and places', async () => {
  const select =
    'avg(area) as a, median(population) as m, percentile(population, 100) as p, min(founded) as first, max(updated) as last, count(distinct country) as c, sum(area * 2) / count(area) as s';
  expect(await table.rows({ select, limit: 1 })).toEqual([
    {
      a: expect.closeTo(144.325, 6),
      m: 361500,
      p: 2100000,
      first: '1191-01-01',
      last: '2024-02-29T12:00:00+00:00',
      c: 3,
      s: expect.closeTo(288.65, 6),
    },
  ]);
  expect(
    await table.rows({ select: 'envelope(position) as e, bbox(position) as b', where: 'country = "CH"', limit: 1 }),
  ).toEqual([
    {
      e: {
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: [
            [6.1432, 46.2044],
            [7.4474, 46.948],
          ],
        },
        properties: {},
      },
      b: {
        type: 'Feature',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [6.1432, 46.2044],
              [7.4474, 46.2044],
              [7.4474, 46.948],
              [6.1432, 46.948],
              [6.1432, 46.2044],
            ],
          ],
        },
        properties: {},
      },
    },
  ]);
});

test('clusters have a centroid and a shape', async () => {
  const rows = await table.rows({
    groupBy: 'geo_cluster(position, 1) as g',
    select: 'count(*) as n',
    orderBy: 'n desc',
  });
  expect(rows).toEqual([
    expect.objectContaining({
      n: 4,
      g: {
        cluster_centroid: { lon: expect.closeTo(5.19, 1), lat: expect.closeTo(46.94, 1) },
        cluster: expect.objectContaining({ type: 'Feature', properties: {} }),
      },
    }),
    expect.objectContaining({ n: 1 }),
  ]);
});

test('an empty result has an aggregate over nothing, and no group', async () => {
  expect(await table.rows({ groupBy: 'country', where: 'population < 0' })).toEqual([]);
  expect(
    await table.rows({ groupBy: 'range(population, *, 5, *) as r', select: 'count(*) as n', where: 'population < 0' }),
  ).toEqual([
    { r: '[*, 5[', n: 0 },
    { r: '[5, *[', n: 0 },
  ]);
});
