import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { testApp } from '../../support/app.ts';
import { publishedTowns } from '../../support/datasets/explore.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const towns = await publishedTowns(app, web);
const base = '/api/explore/v2.1/catalog';
const dataset = `${base}/datasets/${towns}`;

const ask = (url: string, encoding = 'br, gzip;q=0.8, *;q=0.1', method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers: { 'accept-encoding': encoding } });

test.each([
  dataset,
  `${dataset}/records?include_links=true`,
  `${base}/exports/rdf`,
  ...['csv', 'json', 'jsonl', 'geojson', 'kml', 'gpx', 'turtle', 'rdfxml', 'jsonld'].map(
    (format) => `${dataset}/exports/${format}`,
  ),
])('a client that accepts gzip gets %s compressed, with the same content', async (url) => {
  const [plain, packed] = [await ask(url, 'identity'), await ask(url)];
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
  expect(packed.headers.etag).toBe(plain.headers.etag);
  expect(Number(packed.headers['content-length'] ?? packed.rawPayload.length)).toBe(packed.rawPayload.length);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

test.each([
  ['a short answer', base],
  ['a format that is compressed by itself', `${dataset}/exports/parquet`],
  ['a compressed file', `${dataset}/exports/csv?compressed=true`],
])('%s is sent as it is', async (_what, url) => {
  const answer = await ask(url);
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('a client that refuses gzip, and one that only asks for the headers of an export, get no compressed body', async () => {
  for (const refused of ['gzip;q=0, br', 'br'])
    expect((await ask(`${dataset}/exports/csv`, refused)).headers).not.toHaveProperty('content-encoding');
  expect((await ask(`${dataset}/exports/csv`, 'gzip', 'HEAD')).headers).not.toHaveProperty('content-encoding');
});

test('HEAD has the headers of GET', async () => {
  const [got, headed] = [await ask(dataset), await ask(dataset, undefined, 'HEAD')];
  expect(headed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/^Accept-Encoding/) });
  for (const name of ['content-length', 'content-type', 'content-encoding', 'vary'])
    expect([name, headed.headers[name]]).toEqual([name, got.headers[name]]);
});

test('a compressed export that has not changed is not sent again', async () => {
  const url = `${dataset}/exports/csv`;
  const { headers } = await ask(url);
  const again = await app.http.inject({
    url,
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) },
  });
  expect([again.statusCode, again.headers['content-encoding'], again.rawPayload.length]).toEqual([304, undefined, 0]);
});

test('an error is readable, wherever it happens', async () => {
  const wrong = await ask(`${dataset}/records?where=${'a'.repeat(3_000)}`);
  expect(wrong.statusCode).toBe(400);
  const text = wrong.headers['content-encoding'] === 'gzip' ? gunzipSync(wrong.rawPayload).toString() : wrong.body;
  expect(JSON.parse(text)).toMatchObject({ error_code: 'ODSQLError' });
  const wide = await ask(`${dataset}/exports/csv?where=nope%3D1`);
  expect([wide.statusCode, wide.headers['content-encoding']]).toEqual([400, undefined]);
});
