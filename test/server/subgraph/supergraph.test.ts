import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { expect, test } from '@jest/globals';
import { graphql, parse } from 'graphql';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { compositions } from '#test/support/http/compositions.ts';
import { reviewsSubgraph } from '#test/support/http/reviews-subgraph.ts';

const app = await testApp({ SUBGRAPH: 'on', WORKER: 'off' });
const { admin } = app;
await seedPublished(app, 'trees', { described: { title: 'Trees' } });
await seedPublished(app, 'birds', { described: { title: 'Birds' } });
await seedPublished(app, 'secrets', { described: { title: 'Secrets' }, isRestricted: true });
const url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
const reviews = await reviewsSubgraph([
  { rating: 5, datasetId: 'trees', author: 'admin' },
  { rating: 1, datasetId: 'secrets', author: 'admin' },
  { rating: 3, datasetId: 'trees', author: 'admin' },
]);

const { _service: service } = await admin.data('{ _service { sdl } }');
const subgraphs = [
  { name: 'catalog', url, sdl: service.sdl },
  { name: 'reviews', url: reviews.url, sdl: reviews.sdl },
];
const { supergraphSdl } = compositions.theguild(subgraphs);

/** A gateway in this process, which asks both subgraphs over HTTP and passes on the caller's key. */
const gateway = getStitchedSchemaFromSupergraphSdl({
  supergraphSdl,
  httpExecutorOpts: { headers: (request) => request?.context?.headers },
});
const adminKey = 'Apikey test-administrator-key';
const ask = (source: string, headers: { authorization?: string } = {}) =>
  graphql({ schema: gateway, source, contextValue: { headers } });

test.each(Object.entries(compositions))(
  '%s composes a supergraph of the catalog and another subgraph',
  (_name, compose) => {
    const composed = compose(subgraphs);
    expect(composed.errors).toEqual([]);
    const types = parse(composed.supergraphSdl).definitions.flatMap((node) =>
      'name' in node ? [node.name.value] : [],
    );
    expect(types).toEqual(expect.arrayContaining(['Review', 'CatalogDataset', 'Dataset', 'Upload', 'Subscription']));
    expect(composed.supergraphSdl).toMatch(/@join__type\(graph: CATALOG, key: "datasetId"\)/);
  },
);

test('a composition refuses a directive that a subgraph does not define, so the SDL defines @oneOf', () => {
  const sdl = service.sdl.replace(/^directive @oneOf .*$/m, '');
  expect(new Set(compositions.apollo([{ name: 'catalog', url, sdl }]).errors)).toEqual(
    new Set(['[catalog] Unknown directive "@oneOf".']),
  );
});

test('the SDL has keys, shared types, and costs in whole numbers', () => {
  expect(service.sdl).toContain(
    'type CatalogDataset implements Node & RelatedAsset @key(fields: "uid") @key(fields: "datasetId") @cost(weight: 1) {',
  );
  expect(service.sdl).toContain('type PageInfo @shareable @cost(weight: 1) {');
  expect(service.sdl).toContain('type Query @cost(weight: 100) {');
  expect(service.sdl).toMatch(/: CatalogDatasetConnection @listSize\(slicingArguments: \["first", "last"\]/);
  // a composition refuses what a field of an interface costs, and takes it from the types
  const [related] = service.sdl.match(/^interface RelatedAsset [^}]*}/m);
  expect(related).toContain('): Lineage @listSize(');
  expect(service.sdl.match(/\): Lineage @cost\(weight: 500\) @listSize\(/g)).toHaveLength(5);
  // a list that is as long as its argument has no integer for its size
  expect(service.sdl).not.toContain('slicingArguments: ["ids"]');
  // the linked directives are not defined again; a composition refuses one of GraphQL itself that it does not know
  expect(service.sdl.match(/^directive .*$/gm)).toEqual(['directive @oneOf on INPUT_OBJECT']);
});

test('another subgraph adds fields to datasets', async () => {
  const { data, errors: found } = await ask(
    '{ catalog(first: 5) { totalCount nodes { title reviews { nodes { rating } pageInfo { hasNextPage } } } } }',
  );
  expect(found).toBeUndefined();
  const page = { hasNextPage: false };
  expect(data).toEqual({
    catalog: {
      totalCount: 2,
      nodes: [
        { title: 'Trees', reviews: { nodes: [{ rating: 5 }, { rating: 3 }], pageInfo: page } },
        { title: 'Birds', reviews: { nodes: [], pageInfo: page } },
      ],
    },
  });
});

const reviewed = '{ reviews { rating dataset { datasetId title } author { username isActive } } }';

test('objects of another subgraph refer to datasets and users by their keys, and each caller sees what the catalog shows them', async () => {
  const asked = reviews.keys.length;
  const seen = await ask(reviewed, { authorization: adminKey });
  expect(seen.errors).toBeUndefined();
  expect(seen.data).toMatchObject({
    reviews: [
      { rating: 5, dataset: { title: 'Trees' }, author: { isActive: true } },
      { rating: 1, dataset: { title: 'Secrets' }, author: { isActive: true } },
      { rating: 3, dataset: { title: 'Trees' }, author: { isActive: true } },
    ],
  });
  expect(reviews.keys.slice(asked)).toEqual([adminKey]);
  const { data } = await ask(reviewed);
  expect(data).toMatchObject({
    reviews: [
      { rating: 5, dataset: { title: 'Trees' }, author: null },
      { rating: 1, dataset: { title: null }, author: null },
      { rating: 3, dataset: { title: 'Trees' }, author: null },
    ],
  });
});

test('errors of the catalog keep their code', async () => {
  const { errors: found } = await ask('{ catalog(first: 5000) { totalCount } }');
  expect(found?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' });
});
