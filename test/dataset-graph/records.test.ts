import { expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, isObjectType } from 'graphql';
import { testApp } from '#test/support/app.ts';
import { appendFieldConfiguration, publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { datasetGraphOf } from '#test/support/http/dataset-graph.ts';
import { seedKey, seedRuleset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedTowns(app, web);
const towns = datasetGraphOf(app, uid);

test('records are rows of the fields of the dataset, in the order of the selection', async () => {
  const { text, status } = await towns.query(`{ records(first: 2, orderBy: [{ field: population, direction: DESC }]) {
    totalCount
    nodes { people: population name tags position { lon lat } founded updated area path }
    pageInfo { hasNextPage }
  } }`);
  expect(status).toBe(200);
  expect(text).toBe(
    `${JSON.stringify({
      data: {
        records: {
          totalCount: 5,
          nodes: [
            {
              ...{
                people: 2100000,
                name: 'Paris',
                tags: ['capital', 'river'],
                position: { lon: 2.3522, lat: 48.8566 },
              },
              ...{ founded: '1790-03-04', updated: '2024-01-31T23:30:00+00:00', area: 105.4 },
              path: 'Europe/France/Paris',
            },
            {
              ...{ people: 520000, name: 'Lyon', tags: ['river'], position: { lon: 4.8357, lat: 45.764 } },
              ...{
                founded: '1793-06-24',
                updated: '2024-02-01T10:00:00+00:00',
                area: 47.9,
                path: 'Europe/France/Lyon',
              },
            },
          ],
          pageInfo: { hasNextPage: true },
        },
      },
    })}\n`,
  );
});

test.each([
  ['{ name: { eq: "Bern" } }', ['Bern']],
  ['{ country: { in: ["CH"] }, population: { gt: 150000 } }', ['Genève']],
  ['{ or: [{ name: { startsWith: "Ly" } }, { not: { country: { ne: "CH" } } }], population: { isNull: false } }', null],
  ['{ founded: { lt: "1200" } }', ['Bern']],
  ['{ position: { withinDistance: { center: { lon: 2.35, lat: 48.85 }, radius: 10000 } } }', ['Paris']],
  ['{ and: [{ matches: "bern" }, { tags: { eq: "river" } }] }', ['Bern']],
])('the filter %s selects records as the generic one does', async (filter, expected) => {
  const { records } = await towns.data(`{ records(filter: ${filter}) { nodes { name } } }`);
  const names = records.nodes.map(({ name }: { name: string }) => name);
  if (expected) expect(names).toEqual(expected);
  else expect(names).toContain('Lyon');
});

test('values of facets and a condition in ODSQL select records, groups and facets', async () => {
  const selection =
    '(refine: [{ field: path, value: "Europe" }, { field: tags, value: "river" }], where: "population > 150000")';
  const query = `query ($where: String) {
    records${selection} { totalCount nodes { name } }
    aggregate${selection.replace('(', '(groupBy: [country], ')} { groups { key { country } count } }
    facets${selection.replace('(', '(fields: [tags], ')} { values { value count } }
    years: records(refine: [{ field: founded, value: "1790/03" }], where: $where) { nodes { name } }
  }`;
  expect(await towns.data(query, { where: "name like 'par*'" })).toEqual({
    records: { totalCount: 2, nodes: [{ name: 'Paris' }, { name: 'Lyon' }] },
    aggregate: { groups: [{ key: { country: 'FR' }, count: 2 }] },
    facets: [
      {
        values: [
          { value: 'river', count: 2 },
          { value: 'capital', count: 1 },
        ],
      },
    ],
    years: { nodes: [{ name: 'Paris' }] },
  });
});

test.each([
  ['where: "population >"', 'ODSQL_SYNTAX_ERROR'],
  ['where: "nope = 1"', 'ODSQL_ERROR'],
  ['refine: [{ field: position, value: "1" }]', 'GRAPHQL_VALIDATION_FAILED'],
])('the selection %s is refused with %s', async (selection, code) => {
  const { errors } = await towns.query(`{ records(${selection}) { nodes { name } } }`);
  expect(errors).toMatchObject([{ extensions: { code } }]);
});

test('edges have cursors, and members may have any name and come twice', async () => {
  const query = `query ($after: String) { records(first: 1, after: $after) {
    edges { cursor node { __typename recordId top: name name select: position { y: lat } } }
    all: nodes { place: position { lat lon __typename } recordId }
  } }`;
  const first = (await towns.data(query)).records;
  const next = (await towns.data(query, { after: first.edges[0].cursor })).records;
  expect(first.edges[0].node).toEqual({
    ...{ __typename: 'Record', recordId: expect.stringMatching(/^[0-9a-f]{40}$/), top: 'Paris', name: 'Paris' },
    select: { y: 48.8566 },
  });
  expect(first.all).toEqual([
    { place: { lat: 48.8566, lon: 2.3522, __typename: 'GeoPoint' }, recordId: first.edges[0].node.recordId },
  ]);
  expect(next.edges[0].node.name).toBe('Lyon');
});

test('one record is found by its identifier', async () => {
  const { records } = await towns.data('{ records(first: 1) { nodes { recordId name } } }');
  const { recordId, name } = records.nodes[0];
  const query =
    'query ($id: ID!, $none: ID!) { record(recordId: $id) { name } none: record(recordId: $none) { name } }';
  expect(await towns.data(query, { id: recordId, none: '0'.repeat(40) })).toEqual({ record: { name }, none: null });
});

test('introspection has the visible fields with their descriptions, and no others', async () => {
  const key = await seedKey(app, 'reader');
  const reader = datasetGraphOf(app, uid, key);
  const nameAndCountry = '{ records(first: 1) { nodes { name country } } }';
  expect(await reader.data(nameAndCountry)).toEqual({ records: { nodes: [{ name: 'Paris', country: 'FR' }] } });
  await seedRuleset(app, uid, { user: 'reader', security: { visibleFields: ['name', 'area'] } });
  const { errors } = await reader.query(nameAndCountry);
  expect(errors[0].message).toBe('Cannot query field "country" on type "Record".');
  const fieldsFor = async (graph: typeof towns) => {
    const type = buildClientSchema(await graph.data(getIntrospectionQuery())).getType('Record');
    return isObjectType(type) ? type.getFields() : {};
  };
  expect(Object.keys(await fieldsFor(towns))).toEqual([
    ...['recordId', 'name', 'country', 'population', 'area', 'founded', 'updated', 'tags', 'path', 'position'],
  ]);
  expect(Object.keys(await fieldsFor(reader))).toEqual(['recordId', 'name', 'area']);
  expect((await fieldsFor(towns))['area']?.description).toBe('area. Unit: km².');
});

test('a document with all fields reads just these, also where the caller sees more or less meanwhile', async () => {
  const key = await seedKey(app, 'auditor');
  const graph = datasetGraphOf(app, uid, key);
  const all =
    '{ records(first: 1) { nodes { name country population area founded updated tags path position { lon lat } } } }';
  const nameAndArea = '{ records(first: 1) { nodes { name area } } }';
  expect((await graph.data(all)).records.nodes[0].name).toBe('Paris');
  await seedRuleset(app, uid, { user: 'auditor', security: { visibleFields: ['name', 'area'] } });
  expect((await graph.query(all)).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await graph.data(nameAndArea)).records.nodes).toEqual([{ name: 'Paris', area: 105.4 }]);
  await app.admin.data(
    'mutation ($input: DeleteUserRulesetInput!) { deleteUserRuleset(input: $input) { dataset { uid } } }',
    {
      input: { datasetUid: uid, username: 'auditor' },
    },
  );
  expect((await graph.data(nameAndArea)).records.nodes).toEqual([{ name: 'Paris', area: 105.4 }]);
});

test.each([
  ['{ records { totalCount } }', { totalCount: 5 }],
  ['{ records(first: 1) { nodes { __typename } } }', { nodes: [{ __typename: 'Record' }] }],
  ['{ records(first: 1) { edges { cursor } } }', { edges: [{ cursor: expect.any(String) }] }],
  ['{ records(first: 1) { edges { node { __typename } } } }', { edges: [{ node: { __typename: 'Record' } }] }],
  [
    '{ records(first: 0) { __typename pageInfo { endCursor } } }',
    { __typename: 'RecordConnection', pageInfo: { endCursor: null } },
  ],
  [
    '{ records(first: 1, offset: 1, timezone: "Asia/Tokyo") { nodes { updated } } }',
    { nodes: [{ updated: '2024-02-01T19:00:00+09:00' }] },
  ],
])('%s reads what it selects, the second time too', async (query, expected) => {
  for (const _time of [1, 2]) expect((await towns.data(query)).records).toEqual(expected);
});

test('directives decide each time what a document selects', async () => {
  const query =
    'query ($all: Boolean!) { records(first: 1) { totalCount @include(if: $all) nodes { name area @include(if: $all) } } }';
  for (const _time of [1, 2]) {
    expect((await towns.data(query, { all: false })).records).toEqual({ nodes: [{ name: 'Paris' }] });
    expect((await towns.data(query, { all: true })).records).toEqual({
      totalCount: 5,
      nodes: [{ name: 'Paris', area: 105.4 }],
    });
  }
});

test('the schema follows the next publication, also where the same document was answered before', async () => {
  const published = await publishedTowns(app, web);
  const graph = datasetGraphOf(app, published);
  const query = '{ records(first: 1) { nodes { area } } }';
  expect(await graph.data(query)).toEqual({ records: { nodes: [{ area: 105.4 }] } });
  await appendFieldConfiguration(app.admin, published, { type: { field: 'area', typeParam: 'text' } });
  await appendFieldConfiguration(app.admin, published, {
    rename: { fromName: 'name', toName: 'town', fieldLabel: 'Town' },
  });
  await runAndFinish(app.admin, 'publishDataset', published);
  expect(await graph.data(query)).toEqual({ records: { nodes: [{ area: '105.4' }] } });
  for (const [gone, message] of [
    ['{ records { nodes { name } } }', 'Cannot query field "name" on type "Record". Did you mean "town"?'],
    [
      '{ records(filter: { name: { eq: "a" } }) { totalCount } }',
      'Field "name" is not defined by type "RecordFilter". Did you mean "town"?',
    ],
    [
      '{ records(orderBy: [{ field: name }]) { totalCount } }',
      'Value "name" does not exist in "RecordOrderField" enum. Did you mean "town"?',
    ],
    [
      '{ aggregate(groupBy: [name]) { groups { count } } }',
      'Value "name" does not exist in "ValueField" enum. Did you mean "town"?',
    ],
  ] as const)
    for (const _time of [1, 2])
      expect((await graph.query(gone)).errors).toEqual([
        expect.objectContaining({ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }),
      ]);
  expect(await graph.data('{ records(first: 1) { nodes { town } } }')).toEqual({
    records: { nodes: [{ town: 'Paris' }] },
  });
});

test('a dataset that the caller may not see is not found', async () => {
  const hidden = await publishedTowns(app, web, { isRestricted: true });
  const answers = await Promise.all(
    [hidden, 'no-such-dataset'].map((id) => datasetGraphOf(app, id).query('{ records { totalCount } }')),
  );
  for (const { status, errors } of answers)
    expect([status, errors]).toEqual([404, [expect.objectContaining({ extensions: { code: 'NOT_FOUND' } })]]);
  expect(await datasetGraphOf(app, hidden, 'test-administrator-key').data('{ records { totalCount } }')).toEqual({
    records: { totalCount: 5 },
  });
});

test('errors have the codes and the paths of the caller, and leave the other fields', async () => {
  const { data, errors, status } = await towns.query(`{
    records(filter: { or: [{ name: { eq: "a" } }, { founded: { gt: "soon" } }] }) { nodes { name } }
    others: records(first: 1) { nodes { name } }
  }`);
  expect([status, data]).toEqual([200, { records: null, others: { nodes: [{ name: 'Paris' }] } }]);
  expect(errors).toEqual([
    expect.objectContaining({
      path: ['records'],
      extensions: { code: 'INVALID_INPUT', fields: { 'filter.or.1.founded.gt': [expect.any(String)] } },
    }),
  ]);
});

test.each([
  ['{ records { nodes { nam } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ records(first: "a") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ records { ', 'GRAPHQL_PARSE_FAILED'],
  ['query A { records { totalCount } } query B { records { totalCount } }', 'BAD_REQUEST'],
  ['query ($first: Int!) { records(first: $first) { totalCount } }', 'INVALID_INPUT'],
])('%s is refused with %s, as by the main graph', async (query, code) => {
  const { errors, status, data } = await towns.query(query);
  expect([status, data, errors[0].extensions.code]).toEqual([200, undefined, code]);
});

test('a GET is answered with a tag, by a browser with the editor, and by a page of another origin not at all', async () => {
  const query = encodeURIComponent('{ records(first: 1) { nodes { name } } }');
  const get = (headers: Record<string, string>) =>
    towns.send({ method: 'GET', url: `${towns.url}?query=${query}`, headers });
  const answer = await get({ 'apollo-require-preflight': 'true' });
  expect([answer.status, answer.data]).toEqual([200, { records: { nodes: [{ name: 'Paris' }] } }]);
  const again = await get({ 'apollo-require-preflight': 'true', 'if-none-match': String(answer.headers['etag']) });
  expect(again.status).toBe(304);
  expect((await get({})).status).toBe(400);
  expect((await get({ accept: 'text/html' })).headers['location']).toBe(`/graphiql/datasets/${uid}?query=${query}`);
  expect((await towns.send({ method: 'GET', url: `/graphiql/datasets/${uid}` })).text).toContain(towns.url);
});
