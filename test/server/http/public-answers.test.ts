import { describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { restApis } from '#rest/rest-apis.ts';
import { testApp, type TestSettings } from '#test/support/app.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { addTerm } from '#test/support/portal/glossary.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const SECRETS_KEY = Buffer.alloc(32, 'k').toString('base64');
const app = await testApp({ FETCH_ALLOW: web.host, SECRETS_KEY });
const towns = await publishedTowns(app, web);
await addTerm(app.admin, { name: 'Town' });

const explore = '/api/explore/v2.1/catalog';
const dataset = `${explore}/datasets/${towns}`;
const keyed = { authorization: 'Apikey test-administrator-key' };
const kept = 'public, max-age=30, stale-while-revalidate=30, stale-if-error=0';
const graph = (query: string): InjectOptions => ({
  url: '/graphql',
  query: { query },
  headers: { accept: 'application/json', 'apollo-require-preflight': 'true' },
});

/** Another process of the catalog. */
const sameCatalog = (settings: TestSettings) =>
  testApp(
    { WORKER: 'off', SECRETS_KEY, DATA_DIR: app.services.config.dataDir, ...settings },
    { databaseUrl: app.databaseUrl },
  );
const asking = await sameCatalog({ PUBLIC_MAX_AGE: '0' });
const counting = await sameCatalog({ EXPLORE_QUOTA: '1000/month' });
const unnamed = await sameCatalog({ TRUST_PROXY: 'true' });
const named = await sameCatalog({ TRUST_PROXY: 'true', PUBLIC_URL: 'https://catalog.example', PUBLIC_MAX_AGE: '9' });

const ask = (request: InjectOptions, headers: Readonly<Record<string, string>> = {}, from = app) =>
  from.http.inject({ ...request, headers: { ...request.headers, ...headers } });

const requests: readonly (readonly [string, InjectOptions])[] = [
  ['a query by GET', graph('{ catalog { totalCount nodes { uid title } } }')],
  ['the Portal API', { url: '/api/portal/v1.0/glossary/' }],
  ['the Explore API', { url: dataset }],
  ['records', { url: `${dataset}/records` }],
  ['an export', { url: `${dataset}/exports/csv` }],
  ['a page for machines', { url: `/catalog/datasets/${towns}/` }],
];

describe.each(requests)('%s', (_kind, request) => {
  test('without a key may be kept by caches for a minute, and is confirmed by its ETag', async () => {
    const { statusCode, headers } = await ask(request);
    expect([statusCode, headers]).toMatchObject([200, { 'cache-control': kept, etag: expect.stringMatching(/^W\/"/) }]);
    expect(headers.vary).toMatch(/authorization, cookie, accept-encoding$/);
    expect(headers).not.toHaveProperty('ratelimit');
    const withCookies = await ask(request, { cookie: 'lang=fr; statistics=1' });
    expect(withCookies.headers).toMatchObject({ etag: headers.etag, 'cache-control': kept });
    for (const method of ['GET', 'HEAD'] as const) {
      const again = await ask({ ...request, method }, { 'if-none-match': `"other", ${String(headers.etag)}` });
      expect([method, again.statusCode, again.rawPayload.length]).toEqual([method, 304, 0]);
      expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': kept, vary: headers.vary });
      expect(again.headers).not.toHaveProperty('content-length');
      const other = await ask({ ...request, method }, { 'if-none-match': 'W/"other"' });
      expect([other.statusCode, other.headers.etag]).toEqual([200, headers.etag]);
    }
  });

  test('with a key is kept by no cache, and an anonymous answer does not stand for it', async () => {
    const { statusCode, headers } = await ask(request, keyed);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(headers.vary).toContain('authorization');
    const inAddress = { ...request, query: { ...Object(request.query), apikey: 'test-administrator-key' } };
    expect((await ask(inAddress)).headers['cache-control']).toBe('private, no-store');
  });
});

test('what a POST answers is kept by no cache, and has no ETag', async () => {
  const { headers } = await ask({ method: 'POST', url: '/graphql', payload: { query: '{ catalog { totalCount } }' } });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers).not.toHaveProperty('etag');
});

test.each([
  ['a missing dataset', { url: `${explore}/datasets/da_none00` }],
  ['a wrong parameter', { url: `${dataset}/records?limit=many` }],
  ['a missing page', { url: '/api/portal/v1.0/studio_pages/none/' }],
  ['a query that fails', graph('{ catalog(first: 100000) { totalCount } }')],
  ['a query that is not valid', graph('{ nothing }')],
  ['a redirect', { url: '/graphql', headers: { accept: 'text/html' } }],
] as const)('%s is kept by no cache', async (_what, request) => {
  const { headers } = await ask(request);
  expect(headers['cache-control']).toMatch(/no-store/);
  expect(headers).not.toHaveProperty('etag');
});

test('what depends on the address of the client is kept by no cache', async () => {
  const { statusCode, headers } = await ask(graph('{ catalog { nodes { quotaUsage { remaining } } } }'));
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
  const privateReads = restApis
    .filter(({ needsKey }) => !needsKey)
    .flatMap(({ routes }) => routes.filter(({ method, isPublic }) => method === 'GET' && !isPublic));
  expect(privateReads.map(({ operation }) => operation)).toEqual([
    'RetrieveFormQuota',
    'RetrieveSubmission',
    'RetrieveSubmissionImage',
    'DownloadPublishedFile',
    'DownloadSubmissions',
  ]);
});

describe('The ETag changes', () => {
  const tagsOf = () =>
    Promise.all(
      [dataset, `${dataset}/exports/csv`, `/catalog/datasets/${towns}/`].map(
        async (url) => (await ask({ url })).headers.etag,
      ),
    );

  test('The ETag changes when a dataset is published, and not before', async () => {
    const before = await tagsOf();
    expect(await tagsOf()).toEqual(before);
    await runAndFinish(app.admin, 'publishDataset', towns);
    const after = await tagsOf();
    for (const [index, tag] of after.entries()) expect([index, tag]).not.toEqual([index, before[index]]);
  });

  test('and a dataset that is no longer public is gone for those who ask again', async () => {
    const uid = await publishedTowns(app, web);
    const url = `${explore}/datasets/${uid}`;
    const { headers } = await ask({ url });
    expect((await app.admin.rest('PUT', `/datasets/${uid}/`, { is_restricted: true })).status).toBe(200);
    const again = await ask({ url }, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.headers['cache-control']]).toEqual([404, 'private, no-store']);
  });
});

test.each(['/graphiql', '/docs', '/api/explore/v2.1/openapi.json'])(
  '%s is the same until the next version, so caches ask and are answered 304',
  async (url) => {
    const { headers } = await ask({ url });
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('accept-encoding') });
    // what no session changes is one copy for all
    expect(headers.vary).not.toMatch(/cookie|authorization/);
    expect((await ask({ url }, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  },
);

test('what a caller has left of a limit is never in a response that caches keep for others', async () => {
  const [first, second] = [await ask({ url: dataset }, {}, counting), await ask({ url: dataset }, {}, counting)];
  for (const [headers, remaining] of [[first.headers, '999'] as const, [second.headers, '998'] as const])
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: first.headers.etag,
      'x-ratelimit-remaining': remaining,
    });
  const again = await ask({ url: dataset }, { 'if-none-match': String(first.headers.etag) }, counting);
  expect([again.statusCode, again.headers]).toMatchObject([
    304,
    { 'cache-control': 'private, no-cache', 'x-ratelimit-remaining': '997' },
  ]);
  const portal = await ask({ url: '/api/portal/v1.0/glossary/' }, {}, counting);
  expect(portal.headers['cache-control']).toBe(kept);
  expect(portal.headers).not.toHaveProperty('ratelimit-policy');
});

test('PUBLIC_MAX_AGE is the time in which a cache may use an answer; with 0 it asks each time', async () => {
  const { headers } = await ask({ url: explore }, {}, asking);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.any(String) });
});

test('behind a trusted proxy, no shared cache keeps links to a host that a client may have chosen', async () => {
  const forwarded = { 'x-forwarded-host': 'elsewhere.example' };
  const [chosen, fixed] = [
    await ask({ url: explore }, forwarded, unnamed),
    await ask({ url: explore }, forwarded, named),
  ];
  expect(chosen.body).toContain('elsewhere.example');
  expect(chosen.headers['cache-control']).toBe('private, no-cache');
  expect(fixed.body).toContain('https://catalog.example');
  expect(fixed.headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=4, stale-if-error=0');
});
