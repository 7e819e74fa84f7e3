import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp, wholeSchema } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { admin, unauthenticated } = app;
/** The dataset that tests read as readers of their own. */
const towns = await publishedTowns(app, web);
let count = 0;

const everything = `query ($uid: ID!, $odsql: OdsqlInput!, $facet: [FacetInput!]) { catalogDataset(by: { uid: $uid }) {
  recordCount
  records { totalCount nodes { recordId values } }
  rows(odsql: $odsql) { totalCount results facets { name values { value count } } }
  aggregate(measures: [{ function: count, as: "n" }, { function: sum, field: "population", as: "p" }]) { groups }
  recordFacets(facets: $facet) { name values { value count } }
} }`;
const read = async (client: Client, uid: string, odsql: object = {}, facet = [{ field: 'country' }]) =>
  (await client.data(everything, { uid, odsql, facet })).catalogDataset;

/** A reader whose only access is a ruleset. */
async function reader(uid: string, security: object): Promise<Client> {
  const name = `reader_${++count}`;
  const client = await seedUser(app, name);
  await seedRuleset(app, uid, { user: name, security });
  return client;
}

test('a row filter bounds counts, rows, facets, aggregates and identifiers', async () => {
  const uid = towns;
  const swiss = await reader(uid, { filterQuery: 'country = "CH"' });
  const found = await read(swiss, uid);
  expect(found).toMatchObject({
    recordCount: 2,
    records: { totalCount: 2, nodes: [{ values: { name: 'Bern' } }, { values: { name: 'Genève' } }] },
    rows: { totalCount: 2 },
    aggregate: { groups: [{ n: 2, p: 337_000 }] },
    recordFacets: [{ name: 'country', values: [{ value: 'CH', count: 2 }] }],
  });
  const paris = (await read(admin, uid)).records.nodes[0];
  const one =
    'query ($uid: ID!, $recordId: ID!) { catalogDataset(by: { uid: $uid }) { record(recordId: $recordId) { recordId } } }';
  expect((await swiss.data(one, { uid, recordId: paris.recordId })).catalogDataset).toEqual({ record: null });
  expect((await read(swiss, uid, { where: ['not country = "XX" or country = "FR"'] })).rows.totalCount).toBe(2);
});

test('a row filter whose field is hidden still holds', async () => {
  const uid = towns;
  const client = await reader(uid, { visibleFields: ['name', 'population'], filterQuery: 'country = "CH"' });
  const { records } = await read(client, uid, {}, [{ field: 'name' }]);
  expect(records.nodes.map(({ values }: { values: object }) => values)).toEqual([
    { name: 'Bern', population: 134_000 },
    { name: 'Genève', population: 203_000 },
  ]);
});

const withoutCountry = await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name', 'population'] } });

test.each([
  [{ select: 'country' }],
  [{ where: ['country = "FR"'] }],
  [{ where: ['country like "f*"'] }],
  [{ where: ['search(country, "f")'] }],
  [{ groupBy: 'country' }],
  [{ groupBy: 'name', select: 'count(distinct country)' }],
  [{ orderBy: 'country' }],
  [{ refine: ['country:FR'] }],
  [{ exclude: ['country:FR'] }],
  [{ facet: ['country'] }],
])('in %j a hidden field is as unknown as a missing one', async (odsql) => {
  const query =
    'query ($uid: ID!, $odsql: OdsqlInput!) { catalogDataset(by: { uid: $uid }) { rows(odsql: $odsql) { results facets { name } } } }';
  const messageFor = async (field: string) => {
    const written = JSON.parse(JSON.stringify(odsql).replaceAll('country', field));
    const { errors } = await unauthenticated.graph(query, { uid: withoutCountry, odsql: written });
    return errors?.map(({ message }) => message.replaceAll(field, '…'));
  };
  expect(await messageFor('country')).toEqual([expect.stringContaining('Unknown field: …')]);
  expect(await messageFor('country')).toEqual(await messageFor('missing'));
});

test('full text finds no words of hidden fields, and facets none of them', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name', 'tags', 'population'] } });
  const { rows } = await read(unauthenticated, uid, { where: ['"europe"'] }, [{ field: 'name' }]);
  expect(rows.totalCount).toBe(0);
  expect(rows.facets.map(({ name }: { name: string }) => name)).toEqual(['name', 'tags']);
  expect((await read(unauthenticated, uid, { where: ['"river"'] }, [{ field: 'name' }])).rows.totalCount).toBe(3);
});

test('typed inputs do not name hidden fields either', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name'] } });
  const fault = async (args: string) =>
    (await unauthenticated.graph(`query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { ${args} } }`, { uid }))
      .errors?.[0]?.extensions.fields;
  expect(await fault('records(filter: { field: "country", isNull: true }) { totalCount }')).toEqual({
    'filter.field': ['Unknown field: country'],
  });
  expect(await fault('records(orderBy: [{ field: "country" }]) { totalCount }')).toEqual({
    'orderBy.0.field': ['Unknown field: country'],
  });
  expect(await fault('aggregate(by: [{ field: "country" }], measures: []) { groups }')).toEqual({
    'by.0.field': ['Unknown field: country'],
  });
  expect(await fault('recordFacets(facets: [{ field: "country" }]) { name }')).toEqual({
    'facets.0.field': ['Unknown field: country'],
  });
});

test('a field of records that fails is null alone, and other datasets and fields are answered', async () => {
  const [uid, other] = [await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name'] } }), towns];
  const fields = {
    records: 'records(where: "country = \\"CH\\"") { totalCount }',
    aggregate: 'aggregate(by: [{ field: "country" }], measures: []) { groups }',
    recordFacets: 'recordFacets(facets: [{ field: "country" }]) { name }',
    rows: 'rows(odsql: { select: "country" }) { totalCount }',
    export: 'export(format: csv, odsql: { select: "country" }, options: {}) { format }',
  };
  for (const [name, selected] of Object.entries(fields)) {
    const { status, data, errors } = await unauthenticated.graph(
      `query ($uid: ID!, $other: ID!) { one: catalogDataset(by: { uid: $uid }) { uid ${selected} } two: catalogDataset(by: { uid: $other }) { uid ${selected} } }`,
      { uid, other },
    );
    expect([name, status, data.one, data.two.uid]).toEqual([name, 200, { uid, [name]: null }, other]);
    expect(data.two[name]).not.toBeNull();
    expect(errors).toMatchObject([{ path: ['one', name] }]);
  }
});

test('exports are named by the address that downloads them', async () => {
  const uid = towns;
  const { catalogDataset } = await unauthenticated.data(
    `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { exports { format url }
      export(format: csv, odsql: {}, options: {}) { url } } }`,
    { uid },
  );
  const { url } = catalogDataset.exports.find(({ format }: { format: string }) => format === 'csv');
  expect(url).toMatch(/^http:\/\/localhost:80\/api\/explore\/v2\.1\/catalog\/datasets\/[^/]+\/exports\/csv$/);
  expect(catalogDataset.export).toEqual({ url });
  const planned = await unauthenticated.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { exports { url } } }',
    {
      uid,
    },
  );
  expect(planned.catalogDataset.exports).toContainEqual({ url });
});

test('the union of rulesets shows the fields of both and the records of either', async () => {
  const uid = towns;
  const client = await seedUser(app, 'union', { groups: ['swiss'] });
  await seedRuleset(app, uid, { user: 'union', security: { filterQuery: 'country = "EC"', visibleFields: ['name'] } });
  await seedRuleset(app, uid, {
    group: 'swiss',
    security: { filterQuery: 'country = "CH"', visibleFields: ['population'] },
  });
  const { records } = await read(client, uid, {}, [{ field: 'name' }]);
  expect(records.nodes.map(({ values }: { values: object }) => values)).toEqual([
    { name: 'Bern', population: 134_000 },
    { name: 'Genève', population: 203_000 },
    { name: 'Quito', population: null },
  ]);
});

test('hidden data is refused before a wrong query is; a restricted dataset is absent', async () => {
  const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  const query =
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordCount schema { name } record(recordId: "x") { id } records(where: "==") { totalCount } } }';
  const { errors } = await unauthenticated.graph(query, { uid: hidden });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(expect.arrayContaining(['DATA_NOT_VISIBLE']));
  const metadata = 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordCount } }';
  expect((await unauthenticated.data(metadata, { uid: hidden })).catalogDataset).toEqual({ recordCount: null });
  const restricted = await publishedTowns(app, web, { isRestricted: true });
  expect((await unauthenticated.data(metadata, { uid: restricted })).catalogDataset).toBeNull();
});

test('whatever a caller asks, they see their own part only: it equals the same query over that part alone', async () => {
  const uid = towns;
  const [header = '', ...lines] = readFileSync('test/fixtures/towns.csv', 'utf8').trim().split('\n');
  const filters = {
    'country = "CH"': /,CH,/,
    'country != "FR"': /,(CH|EC),/,
    'population >= 203000': /Paris|Lyon|Genève/,
    'not tags = "river"': /Genève|Quito/,
    'founded is null or name = "Lyon"': /Genève|Lyon/,
  };
  const parts = await Promise.all(
    Object.entries(filters).map(async ([filterQuery, part]) => ({
      client: await reader(uid, { filterQuery }),
      own: await publishedTowns(app, web, { csv: [header, ...lines.filter((line) => part.test(line))].join('\n') }),
    })),
  );
  const clause = (name: string, ...texts: string[]) =>
    fc.record({ [name]: fc.constantFrom(...texts) }, { requiredKeys: [] });
  const query = fc
    .tuple(
      fc.record({
        where: fc.subarray([
          'population > 150000',
          '"river"',
          'not country = "FR"',
          'year(updated) = 2024',
          'tags in ("lake", "capital")',
          'founded is null',
        ]),
      }),
      clause('orderBy', 'name', 'population desc', 'area, name desc'),
      fc.oneof(
        clause('groupBy', 'country', 'tags', 'year(founded)'),
        clause('select', 'name, population / area as density', 'count(*), name', '*, _size'),
      ),
      clause('timezone', 'Europe/Paris', 'Pacific/Auckland'),
      fc.record({
        refine: fc.subarray(['country:CH', 'path:Europe', 'tags:river'], { maxLength: 2 }),
        exclude: fc.subarray(['tags:lake', 'updated:2024/02'], { maxLength: 1 }),
      }),
    )
    .map((clauses) => Object.assign({}, ...clauses) as { groupBy?: string; orderBy?: string });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...parts), query, async ({ client, own }, { orderBy, ...odsql }) => {
      const asked = odsql.groupBy === undefined && orderBy !== undefined ? { ...odsql, orderBy } : odsql;
      expect((await read(client, uid, asked)).rows).toEqual((await read(admin, own, asked)).rows);
    }),
    { numRuns: 30 },
  );
});

/** Clauses of a query, each with the field that it names. */
const clauses: readonly (readonly [field: string, clause: object])[] = [
  ['population', { where: ['population > 150000'] }],
  ['country', { where: ['not country = "FR"'] }],
  ['tags', { where: ['tags in ("lake", "capital")'] }],
  ['founded', { where: ['founded is null'] }],
  ['name', { select: 'name' }],
  ['area', { select: 'name, area' }],
  ['population', { orderBy: 'population desc' }],
  ['founded', { orderBy: 'founded, name' }],
  ['country', { refine: ['country:CH'] }],
  ['tags', { exclude: ['tags:river'] }],
  ['country', { facet: ['country'] }],
  ['tags', { facet: ['tags'] }],
];

test('whatever a caller asks, a hidden field is unknown in every clause, and other fields are as without it', async () => {
  const uid = towns;
  const rulesets = [
    { visibleFields: ['name', 'country', 'population'], filterQuery: 'tags = "river"' },
    { visibleFields: ['name', 'tags'], filterQuery: '' },
    { visibleFields: ['name', 'founded', 'area', 'population'], filterQuery: 'country != "FR"' },
  ];
  const callers = await Promise.all(
    rulesets.map(async (security) => ({ security, client: await reader(uid, security) })),
  );
  const rowsOf = async (client: Client, odsql: object) => {
    const { data, errors } = await client.graph(
      'query ($uid: ID!, $odsql: OdsqlInput!) { catalogDataset(by: { uid: $uid }) { rows(odsql: $odsql) { totalCount results facets { name values { value count } } } } }',
      { uid, odsql },
    );
    return errors ? String(errors[0]?.message) : data.catalogDataset.rows;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...callers),
      fc.subarray([...clauses], { minLength: 1, maxLength: 4 }),
      async ({ client, security }, asked) => {
        const odsql = Object.assign({ select: 'name', facet: ['name'] }, ...asked.map(([, clause]) => clause));
        const isWritten = ([, clause]: (typeof clauses)[number]) =>
          Object.entries(clause).every(([name, value]) => odsql[name] === value);
        const hidden = asked.filter(isWritten).find(([field]) => !security.visibleFields.includes(field));
        const answer = await rowsOf(client, odsql);
        if (hidden) expect(answer).toMatch(/Unknown field: (country|population|area|founded|tags)/);
        else {
          const where = security.filterQuery === '' ? [] : [security.filterQuery];
          expect(answer).toEqual(await rowsOf(admin, { ...odsql, where: [...(odsql.where ?? []), ...where] }));
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('a dataset of which metadata alone are published has no records, and queries of them have empty answers', async () => {
  const uid = await seedPublished(app, 'described', { described: { title: 'Described' } });
  const { catalogDataset } = await unauthenticated.data(
    `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) {
      datasetId recordCount quotaUsage { remaining }
      records { totalCount nodes { values } pageInfo { hasNextPage } }
      record(recordId: "${'0'.repeat(40)}") { id }
      aggregate(measures: [{ function: count, as: "n" }]) { groups }
      recordFacets { name }
      rows(odsql: {}) { totalCount results }
    } }`,
    { uid },
  );
  expect(catalogDataset).toEqual({
    datasetId: 'described',
    recordCount: null,
    quotaUsage: null,
    records: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false } },
    record: null,
    aggregate: { groups: [{ n: 0 }] },
    recordFacets: [],
    rows: { totalCount: 0, results: [] },
  });
});
