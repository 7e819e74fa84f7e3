import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { townFacets, publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

/** The examples of docs/contract/explore.md 14, through `rows`, the query as text. */
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { unauthenticated } = app;
const uid = await publishedTowns(app, web);

const query = `query ($uid: ID!, $odsql: OdsqlInput!) { catalogDataset(by: { uid: $uid }) { rows(odsql: $odsql) { totalCount results } } }`;
const rowsOf = async (odsql: object) => (await unauthenticated.data(query, { uid, odsql })).catalogDataset.rows;
const names = (results: readonly { name: string }[]) => results.map(({ name }) => name);
const namesOf = async (odsql: object) => names((await rowsOf(odsql)).results);

const all = ['Paris', 'Lyon', 'Bern', 'Genève', 'Quito'];

test.each<[where: string, found: readonly string[], timezone?: string]>([
  ['country != "FR"', ['Bern', 'Genève', 'Quito']],
  ['tags = "river"', ['Paris', 'Lyon', 'Bern']],
  ['"river" in tags', ['Paris', 'Lyon', 'Bern']],
  ['tags != "capital"', ['Lyon', 'Genève']],
  ['not tags = "capital"', ['Lyon', 'Genève', 'Quito']],
  ['population in [134000..520000[', ['Bern', 'Genève']],
  ['name = "lyon"', []],
  ['name like "LYON"', ['Lyon']],
  ['"geneve"', ['Genève']],
  ['name like "gen*"', ['Genève']],
  ['"capital river"', ['Paris', 'Bern']],
  ['suggest(name, "pa")', ['Paris']],
  ['startswith(name, "pa")', []],
  ['country = "FR" or country = "CH" and population < 200000', ['Paris', 'Lyon', 'Bern']],
  ['year(updated) = 2024', ['Paris', 'Lyon', 'Bern']],
  ['year(updated) = 2024', ['Paris', 'Lyon', 'Bern', 'Quito'], 'Europe/Paris'],
  ["updated >= date'2024-02'", ['Lyon', 'Bern']],
  ["updated >= date'2024-02'", ['Paris', 'Lyon', 'Bern'], 'Europe/Paris'],
  ['founded is null', ['Genève']],
  ["within_distance(position, geom'POINT(4.8357 45.764)', 150km)", ['Lyon', 'Genève']],
  ['in_bbox(position, 45, 2, 49, 8)', ['Paris', 'Lyon', 'Bern', 'Genève']],
])('where=%s finds %j', async (where, found, timezone = 'UTC') => {
  expect((await namesOf({ where: [where], timezone })).toSorted()).toEqual(found.toSorted());
});

test.each([
  ['population desc', ['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']],
  ['population', ['Bern', 'Genève', 'Lyon', 'Paris', 'Quito']],
])('order_by=%s puts null last', async (orderBy, found) => {
  expect(await namesOf({ orderBy })).toEqual(found);
});

test('a row has every field in its order, as the contract writes it', async () => {
  const { totalCount, results } = await rowsOf({});
  expect([totalCount, names(results)]).toEqual([5, all]);
  expect(JSON.stringify(results[0])).toBe(
    '{"name":"Paris","country":"FR","population":2100000,"area":105.4,"founded":"1790-03-04","updated":"2024-01-31T23:30:00+00:00","tags":["capital","river"],"path":"Europe/France/Paris","position":{"lon":2.3522,"lat":48.8566}}',
  );
  expect(results[4]).toMatchObject({ population: null, tags: null, path: null });
});

test('arithmetic with null is null', async () => {
  const { results } = await rowsOf({ select: 'name, population / area as density' });
  expect(results).toMatchObject([
    ...[{ density: 2100000 / 105.4 }, { density: 520000 / 47.9 }, { density: 134000 / 51.6 }],
    ...[{ density: null }, { density: null }],
  ]);
});

test('an aggregate without groups is repeated in every row', async () => {
  expect(await rowsOf({ select: 'count(*)' })).toEqual({ totalCount: 5, results: Array(5).fill({ 'count(*)': 5 }) });
});

test.each([
  [
    { groupBy: 'country', select: 'count(*) as n, sum(population) as p' },
    [
      { country: 'CH', n: 2, p: 337000 },
      { country: 'EC', n: 1, p: null },
      { country: 'FR', n: 2, p: 2620000 },
    ],
  ],
  [
    { groupBy: 'tags', select: 'count(*) as n', orderBy: 'n desc, tags' },
    [
      { tags: 'river', n: 3 },
      { tags: 'capital', n: 2 },
      { tags: 'lake', n: 1 },
      { tags: null, n: 1 },
    ],
  ],
  [{ groupBy: 'year(founded) as y', orderBy: 'y desc', limit: 1 }, [{ y: 1793 }]],
])('%j has groups, and no total count', async (odsql, results) => {
  expect(await rowsOf(odsql)).toEqual({ totalCount: null, results });
});

test.each([
  [{ groupBy: 'position' }, 'ODSQL_ERROR', /.+ Clause\(s\) containing the error\(s\): group_by\.$/],
  [{ select: 'max(name)' }, 'ODSQL_ERROR', /StatAggregation only supports numeric or date expression\. Clause/],
  [{ where: ['nope = 1'] }, 'ODSQL_ERROR', /^ODSQL query is malformed: Unknown field: nope\. Clause/],
  [{ where: ['population = "1"'] }, 'INCOMPATIBLE_TYPES', /where/],
  [{ where: ['founded = "2024"'] }, 'INCOMPATIBLE_TYPES', /where/],
  [{ where: ['garbage=='] }, 'ODSQL_SYNTAX_ERROR', /unexpected = at position 8/],
  [{ limit: 101 }, 'INVALID_INPUT', /Invalid value for limit API parameter: 101 was found but -1 <= limit <= 100/],
  [
    { offset: 9_999 },
    'INVALID_INPUT',
    /sum of offset \+ limit API parameter: 10009 was found but <= 10000 is expected/,
  ],
  [{ timezone: '+01:00' }, 'INVALID_INPUT', /IANA/],
])('%j is refused as %s', async (odsql, code, message) => {
  const { errors } = await unauthenticated.graph(query, { uid, odsql });
  expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
});

test.each([
  [{ refine: ['path:Europe'] }, ['Paris', 'Lyon', 'Bern', 'Genève']],
  [{ refine: ['path:Europe/France'] }, ['Paris', 'Lyon']],
  [{ refine: ['updated:2024/02'] }, ['Lyon', 'Bern']],
  [{ exclude: ['country:FR'] }, ['Bern', 'Genève', 'Quito']],
])('%j leaves %j', async (odsql, found) => {
  expect(await namesOf(odsql)).toEqual(found);
});

const facetQuery = `query ($uid: ID!, $odsql: OdsqlInput!) { catalogDataset(by: { uid: $uid }) { rows(odsql: $odsql) { facets {
  name values { value label count state children { value label count state children { value } } }
} } } }`;
const facetsOf = async (dataset: string, odsql: object) =>
  (await unauthenticated.data(facetQuery, { uid: dataset, odsql })).catalogDataset.rows.facets;
const value = (text: string, count: number | null, state = 'displayed', children: readonly object[] = []) => ({
  value: text,
  label: text.split('/').at(-1),
  ...{ count, state, children },
});

test('a hierarchical facet shows the level below a refined value', async () => {
  const below = [value('Europe/France', 2), value('Europe/Switzerland', 2)];
  expect(await facetsOf(uid, { facet: ['path'], refine: ['path:Europe'] })).toEqual([
    { name: 'path', values: [value('Europe', 4, 'refined', below)] },
  ]);
});

test('a plain facet shows what remains, a disjunctive one what other values would give', async () => {
  const refined = { facet: ['tags'], refine: ['tags:capital'] };
  expect(await facetsOf(uid, refined)).toEqual([
    { name: 'tags', values: [value('capital', 2, 'refined'), value('river', 2)] },
  ]);
  const disjunctive = [value('river', 3), value('capital', 2, 'refined'), value('lake', 1)];
  const asked = { facet: ['facet(name="tags", disjunctive=true)'], refine: ['tags:capital'] };
  expect(await facetsOf(uid, asked)).toEqual([{ name: 'tags', values: disjunctive }]);
  const facets = townFacets.map((facet) => ({ ...facet, disjunctive: facet.field_name === 'tags' }));
  const other = await publishedTowns(app, web, { facets });
  expect(await facetsOf(other, refined)).toEqual([{ name: 'tags', values: disjunctive }]);
});

test('without a request the facets of the dataset are counted; an excluded value has no count', async () => {
  const found: readonly { name: string; values: object[] }[] = await facetsOf(uid, { exclude: ['country:FR'] });
  expect(found.map(({ name }) => name)).toEqual(['name', 'country', 'tags', 'path']);
  expect(found[1]?.values).toEqual([value('CH', 2), value('EC', 1), value('FR', null, 'excluded')]);
});
