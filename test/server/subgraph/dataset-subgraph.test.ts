import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { afterAll, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import type { Feature } from 'geojson';
import { buildSchema, graphql, isTypeDefinitionNode, parse, print } from 'graphql';
import { testApp } from '#test/support/app.ts';
import { publishedFeatures } from '#test/support/datasets/features.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { compositions } from '#test/support/http/compositions.ts';
import { datasetGraphOf } from '#test/support/http/dataset-graph.ts';
import { seedKey, seedRuleset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ SUBGRAPH: 'on', FETCH_ALLOW: web.host });
const uid = await publishedTowns(app, web);
await publishedTowns(app, web, { metadata: { default: { title: { value: 'More towns' } } } });
const point: Feature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [7, 47] },
  properties: { 'height m': 3 },
};
const without = await testApp({ WORKER: 'off' });
const features = await publishedFeatures(app, web, [point]);
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });

/** The typed graph of a dataset as a subgraph. */
async function subgraphOf(datasetId: string) {
  const path = `${datasetId}/subgraph`;
  const { _service: service } = await sent(path, '{ _service { sdl } }');
  return { name: datasetId, url: `${origin}/graphql/datasets/${path}`, sdl: String(service.sdl) };
}

/** The data of an operation that is sent to a typed graph. */
async function sent(path: string, query: string, variables = {}, key?: string) {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/graphql/datasets/${path}`,
    headers: key === undefined ? {} : { authorization: `Apikey ${key}` },
    payload: { query, variables },
  });
  const { data, errors } = answer.json();
  return errors ? { errors } : data;
}

const { nodes: recorded } = (await sent('towns', '{ records { nodes { recordId name } } }')).records;
const idOf = (town: string): string => recorded.find(({ name }: { name: string }) => name === town).recordId;

/** A small subgraph that refers to the records of the towns. */
const visitsSdl = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
type Query { visits: [Visit!]! }
type Visit { year: Int! town: towns_Record }
type towns_Record @key(fields: "recordId", resolvable: false) { recordId: ID! }
`;
const visitsSchema = buildSchema(visitsSdl, { assumeValidSDL: true });
const visits = fastify();
const rootValue = {
  visits: [
    { year: 2024, town: { recordId: idOf('Bern') } },
    { year: 2025, town: { recordId: '0'.repeat(40) } },
  ],
};
visits.post<{ Body: { query: string } }>('/graphql', ({ body }) =>
  graphql({ schema: visitsSchema, rootValue, source: body.query }),
);
const visitsUrl = `${await visits.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
afterAll(() => visits.close());

const catalog = (await app.admin.data('{ _service { sdl } }'))._service;
const subgraphs = [
  { name: 'catalog', url: `${origin}/graphql`, sdl: String(catalog.sdl) },
  { name: 'visits', url: visitsUrl, sdl: visitsSdl },
  ...(await Promise.all(['towns', 'more-towns', features].map(subgraphOf))),
];

test.each(Object.entries(compositions))(
  '%s composes the graphs of datasets with that of the catalog and another subgraph',
  (_name, compose) => {
    const { errors, supergraphSdl } = compose(subgraphs);
    expect(errors).toEqual([]);
    const types = parse(supergraphSdl).definitions.flatMap((node) => ('name' in node ? [node.name.value] : []));
    expect(types).toEqual(
      expect.arrayContaining(['towns_Record', 'more_towns_Record', 'towns_Group', 'CatalogDataset']),
    );
  },
);

/** The definitions of an SDL by their names, without descriptions and the directives of federation. */
const definitionsOf = (sdl: string) =>
  new Map(
    parse(sdl, { noLocation: true }).definitions.flatMap((node) =>
      isTypeDefinitionNode(node)
        ? [
            [
              node.name.value,
              print(node).replaceAll(/"""[\s\S]*?"""\n|^ *".*"\n|\n?\s*@\w+(\([^)]*\))?/gm, ''),
            ] as const,
          ]
        : [],
    ),
  );

test('the types that a dataset shares with the catalog are the same in both', () => {
  const catalogTypes = definitionsOf(catalog.sdl);
  const shared = subgraphs
    .slice(2)
    .flatMap(({ sdl }) => [...definitionsOf(sdl)].filter(([name]) => name !== 'Query' && catalogTypes.has(name)));
  expect(new Set(shared.map(([name]) => name))).toEqual(
    new Set(['BoxInput', 'CircleInput', 'DateTime', 'GeoPointInput', 'OrderDirection', 'PageInfo', 'SafeInt']),
  );
  for (const [name, definition] of shared) expect(definition).toBe(catalogTypes.get(name));
});

test('a gateway reads records by their own fields, and those to which another subgraph refers', async () => {
  const gateway = getStitchedSchemaFromSupergraphSdl({ supergraphSdl: compositions.theguild(subgraphs).supergraphSdl });
  const source = `{
    visits { year town { __typename name population position { lat } } }
    towns_records(filter: { name: { eq: "Paris" } }) { totalCount nodes { name } pageInfo { hasNextPage } }
    more_towns_aggregate(groupBy: [country], orderBy: [{ direction: DESC }], first: 1) { groups { key { country } count } }
    catalog(first: 1) { totalCount }
  }`;
  expect(await graphql({ schema: gateway, source })).toEqual({
    data: {
      visits: [
        {
          year: 2024,
          town: { __typename: 'towns_Record', name: 'Bern', population: 134000, position: { lat: 46.948 } },
        },
        { year: 2025, town: { __typename: 'towns_Record', name: null, population: null, position: null } },
      ],
      towns_records: { totalCount: 1, nodes: [{ name: 'Paris' }], pageInfo: { hasNextPage: false } },
      more_towns_aggregate: { groups: [{ key: { country: 'CH' }, count: 2 }] },
      catalog: { totalCount: 3 },
    },
  });
});

const entities = `query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on towns_Record { name } } }`;
const bern = { __typename: 'towns_Record', recordId: idOf('Bern') };

test('entities are in the order of the representations, as the caller may see them', async () => {
  const r = [bern, { ...bern, recordId: idOf('Paris') }, bern, { ...bern, recordId: 'none' }];
  const [first, second] = ['Bern', 'Paris'].map((name) => ({ __typename: 'towns_Record', name }));
  expect(await sent('towns/subgraph', entities, { r })).toEqual({ _entities: [first, second, first, null] });
  const key = await seedKey(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', security: { filterQuery: 'country="FR"' } });
  expect(await sent('towns/subgraph', entities, { r }, key)).toEqual({ _entities: [null, second, null, null] });
});

test.each<[what: string, representations: readonly object[], path: string]>([
  ['another type', [bern, { ...bern, __typename: 'CatalogDataset' }], 'representations.1'],
  ['no key', [{ __typename: 'towns_Record' }], 'representations.0'],
  ['101 records', Array.from({ length: 101 }, () => bern), 'representations'],
])('representations of %s are refused', async (_what, r, path) => {
  const { errors } = await sent('towns/subgraph', entities, { r });
  expect(errors[0].extensions).toEqual({ code: 'INVALID_INPUT', fields: { [path]: [expect.any(String)] } });
});

test('the graph of clients keeps its names, and without SUBGRAPH=on there is no subgraph', async () => {
  expect((await sent('towns', '{ records(first: 1) { nodes { __typename } } }')).records.nodes).toEqual([
    { __typename: 'Record' },
  ]);
  for (const query of ['{ _service { sdl } }', '{ towns_records { totalCount } }'])
    expect((await sent('towns', query)).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await datasetGraphOf(without, 'towns').send({ url: '/graphql/datasets/towns/subgraph' })).status).toBe(404);
});
