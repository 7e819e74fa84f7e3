import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { graphiqlPolicy, graphiqlTabs } from '#server/pages/graphiql.ts';
import { testApp } from '../support/app.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { addRelation, enableMarketplace, seedAsset } from '../support/portal/relations.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { http } = app;
const { body: page, headers } = await http.inject('/graphiql');
const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file).filter((file) => file !== 'data:,');
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('every tab is a valid operation', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  expect(graphiqlTabs.flatMap(({ query }) => validate(schema, parse(query)))).toEqual([]);
});

test('the first tab goes from the catalog to records, facets and lineage, without a key', async () => {
  const uid = await publishedTowns(app, web, { metadata: { default: { publisher: { value: 'Atlas' } } } });
  await enableMarketplace(app);
  const map = await seedAsset(app.admin, { title: 'Map of towns' });
  await addRelation(app.admin, uid, map);
  const { catalog } = await app.unauthenticated.data(graphiqlTabs[0]?.query ?? '');
  expect(catalog).toMatchObject({
    totalCount: 1,
    facets: [{ name: 'publisher', values: [{ value: 'Atlas', label: 'Atlas', count: 1 }] }],
    nodes: [
      {
        title: 'Towns',
        schema: expect.arrayContaining([{ name: 'area', label: 'area', type: 'double', unit: 'km²' }]),
        records: {
          totalCount: 5,
          nodes: expect.arrayContaining([{ recordId: expect.any(String), values: expect.any(Object) }]),
        },
        recordFacets: expect.arrayContaining([
          { name: 'country', values: expect.arrayContaining([{ value: 'FR', count: 2 }]) },
        ]),
        madeFrom: { hops: [] },
        usedBy: {
          hops: [{ depth: 1, relationType: 'usage', asset: { uid: map, title: 'Map of towns', assetType: 'map' } }],
        },
      },
    ],
  });
});

test('GraphiQL is a small page with its tabs, whose assets all come from this server', () => {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': graphiqlPolicy,
  });
  expect(page.length).toBeLessThan(10_000);
  expect(filesOf(page).map((file) => file.replace(/\.[0-9a-f]{16}\./, '.'))).toEqual([
    '/graphiql/graphiql.css',
    '/graphiql/start.js',
    '/graphiql/graphiql.js',
  ]);
  const { options, workers } = JSON.parse(
    /<script type="application\/json" id="settings">(.*)<\/script>/.exec(page)?.[1] ?? '',
  );
  expect(options).toMatchObject({
    endpoint: '/graphql',
    shouldPersistHeaders: false,
    defaultTabs: graphiqlTabs.map(({ query }) => ({
      query,
      headers: expect.stringContaining('"Authorization": "Apikey'),
    })),
  });
  expect(Object.keys(workers)).toEqual(['editorWorkerService', 'json', 'graphql']);
});

test('GraphiQL runs no other code and reaches no other server', () => {
  expect(graphiqlPolicy).toContain("default-src 'none'");
  expect(graphiqlPolicy).toContain("script-src 'self';");
  expect(graphiqlPolicy).toContain("connect-src 'self'");
  expect(graphiqlPolicy).not.toContain('unsafe-eval');
});

test.each(['/graphiql', '/docs'])(
  'the files of %s are compressed, and kept by browsers under an address that changes with them',
  async (path) => {
    for (const file of filesOf((await http.inject(path)).body)) {
      const get = (headers: Record<string, string> = {}) => http.inject({ url: file, headers });
      const plain = await get();
      expect([
        file,
        plain.statusCode,
        plain.headers['cache-control'],
        plain.headers['vary'],
        plain.headers['content-encoding'],
      ]).toEqual([file, 200, 'public, max-age=31536000, immutable', 'Origin, accept-encoding', undefined]);
      const [brotli, gzip] = [
        await get({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
        await get({ 'accept-encoding': 'gzip, br;q=0' }),
      ];
      expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
      if (plain.rawPayload.length > 10_000) expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(await get({ 'if-none-match': String(plain.headers['etag']) })).toMatchObject({
        statusCode: 304,
        body: '',
      });
    }
    expect((await http.inject(`${path}/graphiql.0000000000000000.js`)).statusCode).toBe(404);
  },
);

test('a browser that opens /graphql is redirected to the editor with its query; a program is not', async () => {
  expect(await http.inject({ url: '/graphql?query={__typename}', headers: browser })).toMatchObject({
    statusCode: 303,
    headers: { location: '/graphiql?query={__typename}', vary: expect.stringContaining('accept') },
  });
  for (const accept of ['*/*', 'application/json', 'application/graphql-response+json, text/html;q=0.1']) {
    const answer = await http.inject({
      url: '/graphql?query={__typename}',
      headers: { accept, 'apollo-require-preflight': 'true' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
  }
  expect(
    (await http.inject({ method: 'POST', url: '/graphql', headers: browser, payload: { query: '{ __typename }' } }))
      .headers['location'],
  ).toBeUndefined();
});
