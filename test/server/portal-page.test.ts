import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { portalPolicy } from '#server/pages/portal-page.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { seedForm } from '../support/portal/forms.ts';
import { clientSchema } from '../support/worker/catalog-schema.ts';

const documents: Readonly<Record<string, string>> = JSON.parse(readFileSync('dist/portal-page/documents.json', 'utf8'));
const app = await testApp({ WORKER: 'off' });
await seedPublished(app, 'rivers');
const without = await testApp({ WORKER: 'off', PORTAL: 'off' });
const strict = await testApp({ WORKER: 'off', DOCUMENTS: 'trusted' });
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const idOf = (operation: string): string =>
  Object.entries(documents).find(([, text]) => text.includes(` ${operation}(`))?.[0] ?? '';
const search = ({ http }: TestApp, headers: Readonly<Record<string, string>> = {}) =>
  http.inject({
    url: '/graphql',
    query: {
      documentId: idOf('SearchPage'),
      variables: JSON.stringify({ refine: [], orderBy: [{ field: 'RELEVANCE' }], first: 10, offset: 0 }),
    },
    headers: { accept: 'application/graphql-response+json,application/json;q=0.9', ...headers },
  });

/** A text of 300 words, which compresses badly. */
const longText = (seed: number): string =>
  Array.from({ length: 300 }, (_each, index) => ((index + 1) * seed * 7919).toString(36)).join(' ');

test.each(['/', '/datasets/rivers', '/forms', '/forms/a-form', '/publications'])(
  '%s is a small page that runs scripts of this server only, which browsers validate',
  async (url) => {
    const { statusCode, headers, body } = await app.http.inject(url);
    expect([statusCode, headers['content-security-policy'], headers['cache-control']]).toEqual([
      200,
      portalPolicy,
      'public, no-cache',
    ]);
    expect(portalPolicy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script(?![^>]* src="\/portal-page\/)|<style|style=|https?:\/\//);
    expect(body.length).toBeLessThan(2_000);
    const again = await app.http.inject({ url, headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('the page of a dataset that not everyone sees has the status 404, and still shows it to a visitor with a key', async () => {
  await seedPublished(app, 'payroll', { isRestricted: true });
  const { body: page } = await app.http.inject('/');
  for (const datasetId of ['payroll', 'nowhere']) {
    const { statusCode, headers, body } = await app.http.inject({
      url: `/datasets/${datasetId}`,
      headers: { 'if-none-match': '*' },
    });
    expect([datasetId, statusCode, headers['etag'], headers['content-security-policy']]).toEqual([
      datasetId,
      404,
      undefined,
      portalPolicy,
    ]);
    expect(body).toBe(page);
  }
});

test('the assets of the page are below 60 kB, and browsers keep them', async () => {
  const { body } = await app.http.inject('/');
  const files = [...body.matchAll(/"(\/portal-page\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(3);
  const answers = await Promise.all(files.map((url) => app.http.inject({ url, headers: { 'accept-encoding': 'br' } })));
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(
    files.map(() => 'public, max-age=31536000, immutable'),
  );
  expect(answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)).toBeLessThan(60_000);
});

test('a browser at an unknown address gets a page, a program JSON', async () => {
  const page = await app.http.inject({ url: '/nowhere', headers: browser });
  expect([page.statusCode, page.headers['content-type'], page.headers['vary']]).toEqual([
    404,
    'text/html; charset=utf-8',
    expect.stringContaining('accept'),
  ]);
  expect(page.headers['content-security-policy']).toBe(portalPolicy);
  for (const accept of ['*/*', 'application/json', 'text/html;q=0.1, application/json']) {
    const answer = await app.http.inject({ url: '/nowhere', headers: { accept } });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      expect.objectContaining({ error_code: expect.any(String) }),
    ]);
  }
  const api = await app.http.inject({ url: '/api/explore/v2.1/nowhere', headers: browser });
  expect(api.headers['content-type']).toContain('application/json');
  const posted = await app.http.inject({ method: 'POST', url: '/nowhere', headers: browser });
  expect([posted.statusCode, posted.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('PORTAL=off leaves the interfaces alone', async () => {
  for (const url of ['/', '/datasets/street-trees', '/nowhere'])
    expect([url, (await without.http.inject({ url, headers: browser })).json()]).toEqual([
      url,
      expect.objectContaining({ error_code: expect.any(String) }),
    ]);
  expect((await search(without)).json()).toMatchObject({ errors: [{ extensions: { code: 'DOCUMENT_NOT_FOUND' } }] });
  expect((await without.http.inject('/graphiql')).statusCode).toBe(200);
});

test('the documents of the page are valid', () => {
  const errors = Object.values(documents).flatMap((text) => validate(clientSchema, parse(text)));
  expect(errors).toEqual([]);
});

test('the search is one request that caches keep for visitors without a key, also where only trusted documents are answered', async () => {
  for (const each of [app, strict]) {
    const answer = await search(each);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(/^public, max-age=/),
    ]);
    expect(answer.json().errors).toBeUndefined();
  }
  const withKey = await search(app, { authorization: 'Apikey test-administrator-key' });
  expect(withKey.headers['cache-control']).toBe('private, no-store');
});

test('a page of forms with long descriptions is at most 30 kB compressed, and caches keep it for visitors without a key', async () => {
  for (let index = 1; index <= 11; index += 1)
    await seedForm(app.admin, `form-${String(index)}`, { accessType: 'open', description: longText(index) });
  const answer = await app.http.inject({
    url: '/graphql',
    query: { documentId: idOf('FormsPage'), variables: JSON.stringify({ first: 10, offset: 0 }) },
    headers: { accept: 'application/graphql-response+json' },
  });
  expect(answer.headers['cache-control']).toMatch(/^public, max-age=/);
  expect(answer.json().data.forms).toMatchObject({ totalCount: 11, nodes: { length: 10 } });
  expect(gzipSync(answer.body).length).toBeLessThan(30_000);
});

test('a page of results with long descriptions is at most 30 kB compressed', async () => {
  for (let index = 1; index <= 10; index += 1)
    await seedPublished(app, `dataset-${String(index)}`, {
      described: {
        title: `Dataset ${String(index)}`,
        description: `<p>${longText(index)}</p>`,
        keyword: longText(index).split(' ').slice(0, 10),
      },
    });
  const { body } = await search(app);
  expect(JSON.parse(body).data.catalog.edges).toHaveLength(10);
  expect(gzipSync(body).length).toBeLessThan(30_000);
  expect(brotliCompressSync(body).length).toBeLessThan(30_000);
});
