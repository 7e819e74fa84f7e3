import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  isTypeDefinitionNode,
  Kind,
  parse,
  printSchema,
  lexicographicSortSchema,
} from 'graphql';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { clientSchema } from '#test/support/worker/catalog-schema.ts';

const app = await testApp({ WORKER: 'off' });
const subgraph = await testApp({ SUBGRAPH: 'on', WORKER: 'off' });
const uid = await seedPublished(app, 'trees');
await seedPublished(subgraph, 'trees');

/** The fields and types that only REST uses. */
const forRest = parse(readFileSync('schema/rest.graphql', 'utf8')).definitions.flatMap((node) => {
  if (node.kind === Kind.OBJECT_TYPE_EXTENSION) return (node.fields ?? []).map(({ name }) => name.value);
  return isTypeDefinitionNode(node) ? [node.name.value] : [];
});

test('introspection shows the schema of clients', async () => {
  const shown = buildClientSchema(
    await app.unauthenticated.data(
      getIntrospectionQuery({ oneOf: true, specifiedByUrl: true, schemaDescription: true }),
    ),
  );
  expect(printSchema(lexicographicSortSchema(shown))).toBe(printSchema(lexicographicSortSchema(clientSchema)));
  for (const name of forRest.filter((each) => /^[A-Z]/.test(each))) expect(shown.getType(name)).toBeUndefined();
});

test('the schema that routers compose has none of what only REST uses', async () => {
  const { sdl } = (await subgraph.admin.data('{ _service { sdl } }'))._service;
  for (const name of ['catalogRows', 'catalogExports', 'exploreValues', 'submissionTable', 'SubmissionTable'])
    expect(sdl).not.toMatch(new RegExp(`\\b${name}[(:\\s]`));
  expect(sdl).toContain('directive @oneOf on INPUT_OBJECT');
});

const nodeId = (await app.admin.data('{ catalogDataset(by: { datasetId: "trees" }) { id } }')).catalogDataset.id;
const entity = { __typename: 'CatalogDataset', datasetId: 'trees' };

test.each<[where: string, from: typeof app, query: string, variables: object]>([
  ['the query', app, '{ catalogRows(odsql: {}) { totalCount } }', {}],
  ['an object', app, 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { exploreValues } }', { uid }],
  ['an object of a list', app, '{ catalog { nodes { exploreValues } } }', {}],
  ['a node', app, 'query ($id: ID!) { node(id: $id) { ... on CatalogDataset { exploreValues } } }', { id: nodeId }],
  [
    'an entity',
    subgraph,
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on CatalogDataset { exploreValues } } }',
    { r: [entity] },
  ],
])('a field that only REST uses is none of %s', async (_where, { admin }, query, variables) => {
  for (const _time of [1, 2]) {
    const { errors, data } = await admin.graph(query, variables);
    expect(data).toBeUndefined();
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^Cannot query field "(catalogRows|exploreValues)" on type/),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      }),
    ]);
  }
});

test.each([
  ['{ catalogRow }', 'catalogRows'],
  ['{ catalog { nodes { exploreValue } } }', 'exploreValues'],
  ['query ($a: ExportOptionInput) { __typename }', 'ExportOptionsInput'],
])('%s is not answered with the name of what only REST uses', async (query, hidden) => {
  const { errors } = await app.admin.graph(query);
  expect(errors?.[0]?.message).toMatch(/Cannot query field|Unknown type/);
  expect(errors?.[0]?.message).not.toContain(hidden);
});

test('REST answers with what it alone uses', async () => {
  const answer = await app.http.inject('/api/explore/v2.1/catalog/datasets/trees');
  expect([answer.statusCode, answer.json().dataset_id]).toEqual([200, 'trees']);
});
