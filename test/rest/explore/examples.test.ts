import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

/** The examples of docs/contract/explore.md 14, through the Explore API. */
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;
const uid = await publishedTowns(app, web);

const explore = unauthenticated.restAt('/api/explore/v2.1');
const get = (path: string, query: Record<string, string | readonly string[]> = {}) => {
  const parameters = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  return explore('GET', `/catalog/datasets/${uid}${path}?${new URLSearchParams(parameters).toString()}`);
};
const names = (results: readonly { name: string }[]) => results.map(({ name }) => name);

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
  const { status, body } = await get('/records', { where, timezone });
  expect(status).toBe(200);
  expect(body.total_count).toBe(found.length);
  expect(names(body.results).toSorted()).toEqual(found.toSorted());
});

test.each([
  [{ order_by: 'population desc' }, ['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']],
  [{ order_by: 'population' }, ['Bern', 'Genève', 'Lyon', 'Paris', 'Quito']],
  [{ order_by: '-population', limit: '2', offset: '1' }, ['Lyon', 'Genève']],
  [{ refine: 'path:Europe' }, ['Paris', 'Lyon', 'Bern', 'Genève']],
  [{ refine: 'path:Europe/France' }, ['Paris', 'Lyon']],
  [{ refine: 'updated:2024/02' }, ['Lyon', 'Bern']],
  [{ refine: ['path:Europe', 'tags:river'] }, ['Paris', 'Lyon', 'Bern']],
  [{ exclude: 'country:FR' }, ['Bern', 'Genève', 'Quito']],
])('%j returns %j', async (query, found) => {
  expect(names((await get('/records', query)).body.results)).toEqual(found);
});

test('a row has every field in its order, as the contract writes it', async () => {
  const { body } = await get('/records');
  expect(JSON.stringify(body.results[0])).toBe(
    '{"name":"Paris","country":"FR","population":2100000,"area":105.4,"founded":"1790-03-04","updated":"2024-01-31T23:30:00+00:00","tags":["capital","river"],"path":"Europe/France/Paris","position":{"lon":2.3522,"lat":48.8566}}',
  );
});

test.each([
  [{ select: 'count(*)' }, { total_count: 5, results: Array(5).fill({ 'count(*)': 5 }) }],
  [
    { select: 'name, population / area as density', limit: '1', offset: '3' },
    { total_count: 5, results: [{ name: 'Genève', density: null }] },
  ],
  [
    { group_by: 'country', select: 'count(*) as n, sum(population) as p' },
    {
      results: [
        { country: 'CH', n: 2, p: 337000 },
        { country: 'EC', n: 1, p: null },
        { country: 'FR', n: 2, p: 2620000 },
      ],
    },
  ],
  [
    { group_by: 'tags', select: 'count(*) as n', order_by: 'n desc, tags' },
    {
      results: [
        { tags: 'river', n: 3 },
        { tags: 'capital', n: 2 },
        { tags: 'lake', n: 1 },
        { tags: null, n: 1 },
      ],
    },
  ],
  [{ group_by: 'year(founded) as y', order_by: 'y desc', limit: '1' }, { results: [{ y: 1793 }] }],
  [{ limit: '0' }, { total_count: 5, results: [] }],
  [
    { select: '`name`', limit: '1' },
    { total_count: 5, results: [{ name: 'Paris' }] },
  ],
  [
    { group_by: '`country`', select: '`country`, max(`population`)', limit: '1' },
    { results: [{ country: 'CH', 'max(`population`)': 203000 }] },
  ],
])('%j has the body %j', async (query, body) => {
  expect((await get('/records', query)).body).toEqual(body);
});

test.each([
  [
    { group_by: 'position' },
    'ODSQLError',
    /^ODSQL query is malformed: .+ Clause\(s\) containing the error\(s\): group_by\.$/,
  ],
  [{ select: 'max(name)' }, 'ODSQLError', /StatAggregation only supports numeric or date expression\. Clause/],
  [{ where: 'nope = 1' }, 'ODSQLError', /^ODSQL query is malformed: Unknown field: nope\. Clause/],
  [{ where: 'population = "1"' }, 'IncompatibleTypesInComparisonFilter', /where/],
  [{ where: 'founded = "2024"' }, 'IncompatibleTypesInComparisonFilter', /where/],
  [
    { where: 'garbage==' },
    'ODSQLSyntaxError',
    /^ODSQL syntax exception: unexpected = at position 8 in garbage==\. Clause/,
  ],
  [
    { select: 'top' },
    'ODSQLSyntaxError',
    /^ODSQL syntax exception: unexpected top at position 0 in top\. .+ select\. top is a word of ODSQL: for a field, write `top`\.$/,
  ],
  [{ where: 'Hour > 3' }, 'ODSQLSyntaxError', /unexpected Hour at position 0 .+ write `Hour`\.$/],
  [{ order_by: 'name, year desc' }, 'ODSQLSyntaxError', /unexpected year at position 6 .+ write `year`\.$/],
  [
    { limit: '101' },
    'InvalidRESTParameterError',
    /^Invalid value for limit API parameter: 101 was found but -1 <= limit <= 100 is expected\.$/,
  ],
  [
    { offset: '9991' },
    'InvalidRESTParameterError',
    /^Invalid value for sum of offset \+ limit API parameter: 10001 was found but <= 10000 is expected\.$/,
  ],
  [{ limit: 'ten' }, 'InvalidRESTParameterError', /^Invalid value for limit API parameter: /],
  [{ timezone: '+01:00' }, 'InvalidRESTParameterError', /^Invalid value for timezone API parameter: .+IANA/],
  [{ lang: 'xx' }, 'InvalidRESTParameterError', /^Invalid value for lang API parameter: /],
  [
    { include_links: 'maybe' },
    'InvalidRESTParameterError',
    /include_links.+maybe was found but true or false is expected/,
  ],
])('%j is refused with %s', async (query, error_code, message) => {
  const { status, body } = await get('/records', query);
  expect([status, body]).toEqual([400, { error_code, message: expect.stringMatching(message) }]);
});

test('the columns of a file have the names of fields that a client writes in backquotes', async () => {
  const { body } = await get('/exports/csv', { select: '`name`,`country` as land', limit: '1', with_bom: 'false' });
  expect(body).toBe('name;land\r\nParis;FR\r\n');
});

test('facets show the level below a refined value, and link to themselves', async () => {
  const { body } = await get('/facets', { facet: 'path', refine: 'path:Europe' });
  const below = (name: string, value: string) => ({ name, count: 2, state: 'displayed', value });
  expect(body).toEqual({
    links: [{ rel: 'self', href: expect.stringMatching(/^http.+\/facets\?facet=path&refine=path%3AEurope$/) }],
    facets: [
      {
        name: 'path',
        facets: [
          {
            name: 'Europe',
            count: 4,
            state: 'refined',
            value: 'Europe',
            facets: [below('France', 'Europe/France'), below('Switzerland', 'Europe/Switzerland')],
          },
        ],
      },
    ],
  });
});

test('a refined value shows what is left of the others, and all of them where the facet is disjunctive', async () => {
  const value = (name: string, count: number, state = 'displayed') => ({ name, count, state, value: name });
  const valuesOf = async (facet: string) =>
    (await get('/facets', { facet, refine: 'tags:capital' })).body.facets[0].facets;
  expect(await valuesOf('tags')).toEqual([value('capital', 2, 'refined'), value('river', 2)]);
  expect(await valuesOf('facet(name="tags", disjunctive=true)')).toEqual([
    value('river', 3),
    value('capital', 2, 'refined'),
    value('lake', 1),
  ]);
});

test('a disjunctive facet counts without its own refinement, and an excluded value has no count', async () => {
  const { body } = await get('/facets', {
    facet: ['facet(name="tags", disjunctive=true)', 'country'],
    refine: 'tags:capital',
    exclude: 'country:FR',
  });
  const [tags, country] = body.facets;
  expect(tags.facets).toEqual([
    { name: 'capital', count: 1, state: 'refined', value: 'capital' },
    { name: 'lake', count: 1, state: 'displayed', value: 'lake' },
    { name: 'river', count: 1, state: 'displayed', value: 'river' },
  ]);
  expect(country.facets).toEqual([
    { name: 'CH', count: 1, state: 'displayed', value: 'CH' },
    { name: 'FR', state: 'excluded', value: 'FR' },
  ]);
});

test('a record has an address of its own, and its technical fields where they are asked for', async () => {
  const { body } = await get('/records', { include_links: 'true', include_app_metas: 'True', limit: '2' });
  expect(body._links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'first', 'last', 'next']);
  const [row] = body.results;
  expect(Object.keys(row)[0]).toBe('_links');
  expect(row).toMatchObject({ name: 'Paris', _id: expect.stringMatching(/^[0-9a-f]{40}$/), _size: expect.any(Number) });
  const path = new URL(row._links[0].href).pathname.replace('/api/explore/v2.1', '');
  const { status, body: record } = await explore('GET', `${path}?select=name,population`);
  expect([status, record]).toEqual([200, { name: 'Paris', population: 2100000 }]);
});

test.each([
  ['/catalog/datasets/zzz/records', 'The requested dataset zzz does not exist.'],
  ['/catalog/datasets/zzz', 'The requested dataset zzz does not exist.'],
  ['/catalog/datasets/zzz/facets', 'The requested dataset zzz does not exist.'],
  [`/catalog/datasets/${uid}/records/zzz`, 'The requested record zzz does not exist.'],
  [`/catalog/datasets/${uid}/attachments/zzz`, 'The requested attachment zzz does not exist.'],
])('%s is not found', async (path, message) => {
  const { status, body } = await explore('GET', path);
  expect([status, body]).toEqual([404, { error_code: 'NotFoundResource', message }]);
});
