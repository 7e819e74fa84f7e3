import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;
const uid = await publishedTowns(app, web);

const query = `query ($uid: ID!, $by: [GroupInput!], $measures: [MeasureInput!]!, $filter: RecordFilter, $orderBy: [AggregateOrder!], $first: Int) {
  catalogDataset(by: { uid: $uid }) { aggregate(by: $by, measures: $measures, filter: $filter, orderBy: $orderBy, first: $first) { groups hasMore } }
}`;
const aggregate = async (variables: object) =>
  (await unauthenticated.data(query, { uid, measures: [], ...variables })).catalogDataset.aggregate;

test('groups have their keys and measures by name, in the order of the keys', async () => {
  const measures = [
    { function: 'count', as: 'n' },
    { function: 'sum', field: 'population' },
  ];
  expect(await aggregate({ by: [{ field: 'country' }], measures })).toEqual({
    groups: [
      { country: 'CH', n: 2, 'sum(population)': 337000 },
      { country: 'EC', n: 1, 'sum(population)': null },
      { country: 'FR', n: 2, 'sum(population)': 2620000 },
    ],
    hasMore: false,
  });
});

test('groups are ordered by a measure, and more are told', async () => {
  const variables = { by: [{ field: 'tags' }], measures: [{ function: 'count', as: 'n' }], first: 1 };
  expect(await aggregate({ ...variables, orderBy: [{ field: 'n', direction: 'DESC' }] })).toEqual({
    groups: [{ tags: 'river', n: 3 }],
    hasMore: true,
  });
});

test('without keys all records are one group, of no records too', async () => {
  const measures = [
    { function: 'count' },
    { function: 'max', field: 'area' },
    { function: 'count_distinct', field: 'country' },
  ];
  expect(await aggregate({ measures })).toEqual({
    groups: [{ 'count(*)': 5, 'max(area)': 372.4, 'count(distinct country)': 3 }],
    hasMore: false,
  });
  const filter = { field: 'name', text: { equals: 'Rome' } };
  expect(await aggregate({ measures, filter })).toMatchObject({ groups: [{ 'count(*)': 0, 'max(area)': null }] });
});

test('dates are grouped by parts and intervals, numbers by ranges, points by clusters', async () => {
  const groups = async (by: object) =>
    (await aggregate({ by: [{ as: 'key', ...by }], measures: [{ function: 'count', as: 'n' }] })).groups;
  expect(await groups({ field: 'founded', part: 'year' })).toContainEqual({ key: 1793, n: 1 });
  expect(await groups({ field: 'founded', interval: { unit: 'year' } })).toHaveLength(5);
  expect(await groups({ field: 'population', width: 1_000_000 })).toContainEqual({ key: '[0, 1000000[', n: 3 });
  expect(await groups({ field: 'population', steps: [0, 200_000, 3_000_000] })).toEqual([
    { key: '[0, 200000[', n: 1 },
    { key: '[200000, 3000000[', n: 3 },
    { key: null, n: 1 },
  ]);
  const clusters: { n: number }[] = await groups({ field: 'position', cluster: { zoom: 3 } });
  expect(clusters.reduce((sum, { n }) => sum + n, 0)).toBe(5);
});

test.each([
  [{ by: [{ field: 'nope' }] }, { 'by.0.field': ['Unknown field: nope'] }],
  [{}, { measures: [expect.any(String)] }],
  [{ by: [{ field: 'name' }], first: 20_001 }, { first: [expect.any(String)] }],
  [
    { measures: [{ function: 'count' }, { function: 'sum', field: 'name' }] },
    { 'measures.1.field': ['StatAggregation only supports numeric or date expression.'] },
  ],
  [
    { by: [{ field: 'name' }, { field: 'position' }] },
    { 'by.1.field': [expect.stringMatching(/^Aggregation on geo/)] },
  ],
  [{ by: [{ field: 'name', part: 'year' }] }, { 'by.0.part': [expect.any(String)] }],
  [{ by: [{ field: 'name', interval: { unit: 'day' } }] }, { 'by.0.interval': [expect.any(String)] }],
  [{ by: [{ field: 'founded', interval: { unit: 'year', count: 2 } }] }, { 'by.0.interval': [expect.any(String)] }],
  [{ by: [{ field: 'name', width: 10 }] }, { 'by.0.width': [expect.any(String)] }],
  [{ by: [{ field: 'name', steps: [1, 2] }] }, { 'by.0.steps': [expect.any(String)] }],
  [{ by: [{ field: 'name', cluster: { zoom: 3 } }] }, { 'by.0.cluster': [expect.any(String)] }],
  [
    { by: [{ field: 'position', cluster: { zoom: 3 }, as: 'c' }], orderBy: [{ field: 'c' }] },
    { 'orderBy.0.field': [expect.any(String)] },
  ],
])('%j is refused', async (variables, fields) => {
  const { errors } = await unauthenticated.graph(query, { uid, measures: [], ...variables });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions.fields).toEqual(fields);
});

test('typed filters select the same records as ODSQL text', async () => {
  const both = `query ($uid: ID!, $filter: RecordFilter, $where: String) { catalogDataset(by: { uid: $uid }) {
    typed: records(filter: $filter) { nodes { recordId } } text: records(where: $where) { nodes { recordId } }
  } }`;
  const pairs: readonly [object, string, number][] = [
    [{ field: 'country', text: { notEquals: 'FR' } }, 'country != "FR"', 3],
    [{ none: [{ field: 'tags', text: { equals: 'capital' } }] }, 'not tags = "capital"', 3],
    [{ field: 'population', number: { atLeast: 134000, lessThan: 520000 } }, 'population in [134000..520000[', 2],
    [{ field: 'updated', date: { notBefore: '2024-02' } }, "updated >= date'2024-02'", 2],
    [{ field: 'founded', isNull: true }, 'founded is null', 1],
    [{ matches: 'capital river' }, '"capital river"', 2],
    [{ field: 'name', text: { suggest: 'pa' } }, 'suggest(name, "pa")', 1],
    [{ field: 'name', text: { in: ['Bern', 'Quito'] } }, 'name in ("Bern", "Quito")', 2],
    [
      { field: 'position', geo: { withinDistance: { center: { lon: 4.8357, lat: 45.764 }, radius: 150_000 } } },
      "within_distance(position, geom'POINT(4.8357 45.764)', 150km)",
      2,
    ],
    [
      { field: 'position', geo: { inBox: { south: 45, west: 2, north: 49, east: 8 } } },
      'in_bbox(position, 45, 2, 49, 8)',
      4,
    ],
  ];
  for (const [filter, where, count] of pairs) {
    const { typed, text } = (await unauthenticated.data(both, { uid, filter, where })).catalogDataset;
    expect([where, typed.nodes.length]).toEqual([where, count]);
    expect(typed).toEqual(text);
  }
});

test('what is wrong in a filter is reported at its path', async () => {
  const wrong = `query ($uid: ID!, $filter: RecordFilter) { catalogDataset(by: { uid: $uid }) { records(filter: $filter) { totalCount } } }`;
  const fault = async (filter: object) =>
    (await unauthenticated.graph(wrong, { uid, filter })).errors?.[0]?.extensions.fields;
  expect(await fault({ any: [{ field: 'nope', isNull: true }] })).toEqual({
    'filter.any.0.field': ['Unknown field: nope'],
  });
  expect(await fault({ field: 'founded', date: { before: '2024-13' } })).toEqual({
    'filter.date.before': [expect.stringMatching(/ISO 8601/)],
  });
});
