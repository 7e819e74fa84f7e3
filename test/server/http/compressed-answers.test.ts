import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { openStream } from '#test/support/http/event-stream.ts';
import { addTerm } from '#test/support/portal/glossary.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const towns = await publishedTowns(app, web, {
  metadata: { default: { description: { value: 'Towns and their people. '.repeat(60) } } },
});
await addTerm(app.admin, { name: 'Town', description: 'A place where people live. '.repeat(60) });

const explore = '/api/explore/v2.1/catalog';
const dataset = `${explore}/datasets/${towns}`;
const keyed = { authorization: 'Apikey test-administrator-key' };
const query = '{ catalog { nodes { uid title description metadata schema { name label type } } } }';

const ask = (request: InjectOptions, encoding = 'identity') =>
  app.http.inject({ ...request, headers: { ...request.headers, 'accept-encoding': encoding } });

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };
const readers = ['br', 'gzip'] as const;

/** Kinds of answers, with the requests for them. */
const requests: readonly (readonly [string, InjectOptions])[] = [
  ['an answer of the graph', { method: 'POST', url: '/graphql', payload: { query } }],
  ['an answer of the graph to a key', { method: 'POST', url: '/graphql', payload: { query }, headers: keyed }],
  [
    'the schema of the graph',
    { method: 'POST', url: '/graphql', payload: { query: '{ __schema { types { name description } } }' } },
  ],
  ['the Automation API', { url: `/api/automation/v1.0/datasets/${towns}/metadata/`, headers: keyed }],
  ['the Portal API', { url: '/api/portal/v1.0/glossary/' }],
  ['the Explore API', { url: dataset }],
  ['records', { url: `${dataset}/records?include_links=true` }],
  ['a page for machines', { url: `/catalog/datasets/${towns}/` }],
  ['the editor', { url: '/graphiql' }],
  ['a description of an API', { url: '/api/explore/v2.1/openapi.json' }],
  ['an export of the catalog', { url: `${explore}/exports/rdf` }],
  ...['csv', 'json', 'jsonl', 'geojson', 'kml', 'gpx', 'turtle', 'rdfxml', 'jsonld', 'n3'].map(
    (format) => [`an export as ${format}`, { url: `${dataset}/exports/${format}` }] as const,
  ),
];

describe.each(requests)('%s', (_kind, request) => {
  test.each(readers)('is compressed with %s for a client that accepts it, with the same content', async (encoding) => {
    const [plain, packed] = [await ask(request), await ask(request, encoding)];
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, encoding]);
    for (const { headers } of [plain, packed])
      expect(
        String(headers.vary)
          .split(', ')
          .filter((name) => name === 'accept-encoding'),
      ).toHaveLength(1);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect(Number(packed.headers['content-length'] ?? packed.rawPayload.length)).toBe(packed.rawPayload.length);
    expect(decompress[encoding](packed.rawPayload)).toEqual(plain.rawPayload);
  });
});

test.each([
  ['a short answer', { url: '/api/explore/v2.1/' }],
  ['a short answer of the graph', { method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } }],
  ['a format that is compressed by itself', { url: `${dataset}/exports/parquet` }],
  ['a compressed file', { url: `${dataset}/exports/csv?compressed=true` }],
] as const)('%s is sent as it is', async (_what, request) => {
  const answer = await ask(request, 'br, gzip');
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('a stream of events is sent as it is', async () => {
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const query = `subscription { datasetStatus(uid: "${towns}") { status } }`;
  // `fetch` accepts gzip.
  const stream = await openStream({ origin, key: 'test-administrator-key' }, { query });
  expect([stream.headers.get('content-type'), stream.headers.get('content-encoding')]).toEqual([
    'text/event-stream; charset=utf-8',
    null,
  ]);
  expect(await stream.next()).toMatchObject({ data: { data: { datasetStatus: { status: 'idle' } } } });
  stream.close();
});

test('the client chooses: brotli where it has no preference, else the encoding of the higher quality, or none', async () => {
  const chosen = async (accepted: string) =>
    (await ask({ url: `${dataset}/exports/csv` }, accepted)).headers['content-encoding'];
  expect(await chosen('gzip, deflate, br, zstd')).toBe('br');
  expect(await chosen('br;q=0.5, gzip')).toBe('gzip');
  expect(await chosen('GZIP')).toBe('gzip');
  expect(await chosen('*')).toBe('br');
  for (const none of ['identity', 'deflate', 'br;q=0, gzip;q=0', '']) expect(await chosen(none)).toBeUndefined();
});

test('HEAD has the headers of GET, but the length of a compressed body', async () => {
  for (const url of [dataset, `${dataset}/exports/csv`]) {
    const [got, headed] = [await ask({ url }, 'br'), await ask({ url, method: 'HEAD' }, 'br')];
    expect([headed.statusCode, headed.rawPayload.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-encoding', 'vary', 'etag', 'cache-control'])
      expect([url, name, headed.headers[name]]).toEqual([url, name, got.headers[name]]);
    expect(headed.headers).not.toHaveProperty('content-length');
  }
  const [got, headed] = [await ask({ url: dataset }), await ask({ url: dataset, method: 'HEAD' })];
  expect(headed.headers['content-length']).toBe(got.headers['content-length']);
});

test('a compressed export that has not changed is not sent again', async () => {
  const url = `${dataset}/exports/csv`;
  const { headers } = await ask({ url }, 'gzip');
  const again = await ask({ url, headers: { 'if-none-match': String(headers.etag) } }, 'gzip');
  expect([again.statusCode, again.headers['content-encoding'], again.rawPayload.length]).toEqual([304, undefined, 0]);
});

test('an error is readable, wherever it happens', async () => {
  for (const address of ['records?where=nope%3D1', 'exports/csv?where=nope%3D1']) {
    const refused = await ask({ url: `${dataset}/${address}` }, 'gzip');
    expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([400, undefined]);
    expect(refused.json()).toMatchObject({ error_code: 'ODSQLError' });
  }
});
