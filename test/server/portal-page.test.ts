import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { createPageCache } from '#server/pages/page-cache.ts';
import { portalPolicy } from '#server/pages/portal-page.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { seedForm } from '../support/portal/forms.ts';
import { clientSchema } from '../support/worker/catalog-schema.ts';

const documents: Readonly<Record<string, string>> = JSON.parse(readFileSync('dist/portal-page/documents.json', 'utf8'));
const app = await testApp({ WORKER: 'off' });
await seedPublished(app, 'rivers', { fields: [{ name: 'length' }] });
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

await seedForm(app.admin, 'a-form', { accessType: 'open', description: '<p>Say <b>where</b>.</p>' });

test.each([
  ['/', 'Open data, easy to find', '<a href="/datasets/rivers">rivers</a>'],
  ['/?q=rivers&sort=TITLE', 'Open data, easy to find', '<option value="TITLE" selected>'],
  ['/datasets/rivers', 'rivers', '/datasets/rivers/exports/csv'],
  ['/forms', 'Forms', '<a href="/forms/a-form">'],
  ['/forms/a-form', 'a-form', '<p>Say <b>where</b>.</p>'],
  ['/publications', 'Publications', 'Enter an API key'],
])(
  '%s says without scripts what is there, runs scripts of this server only, and browsers validate it',
  async (url, heading, text) => {
    const { statusCode, headers, body } = await app.http.inject(url);
    expect([statusCode, headers['content-security-policy'], headers['cache-control']]).toEqual([
      200,
      portalPolicy,
      'public, no-cache',
    ]);
    expect(portalPolicy).not.toContain('unsafe');
    expect(/<h1[^>]*>([^<]*)/.exec(body)?.[1]).toBe(heading);
    expect(body).toContain(text);
    expect(body).not.toMatch(
      /<script(?! type="application\/(?:ld\+)?json"| type="module" src="\/portal-page\/)|<style|style=/,
    );
    const again = await app.http.inject({ url, headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('the page of a dataset that not everyone sees is the one of a dataset that does not exist, with the status 404', async () => {
  await seedPublished(app, 'payroll', { isRestricted: true });
  const pages = [];
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
    pages.push(body.replaceAll(datasetId, ''));
  }
  expect(pages[0]).toContain('Nothing is here');
  expect(pages[0]).toBe(pages[1]);
});

test('a search that was sent without scripts has a short address', async () => {
  const { statusCode, headers } = await app.http.inject('/?q=a+b&from=&until=&theme=x&theme=y&sort=RELEVANCE');
  expect([statusCode, headers['location']]).toEqual([303, '/?q=a+b&theme=x&theme=y']);
  expect((await app.http.inject('/?q=')).headers['location']).toBe('/');
  expect((await app.http.inject('/?q=a&sort=RELEVANCE')).statusCode).toBe(200);
});

test.each([
  ['/explore/dataset/trees-2024/', '/datasets/trees-2024'],
  ['/explore/dataset/%C3%A9/table/?refine.x=y', '/datasets/%C3%A9'],
  ['/explore/dataset/trees/download/?format=xls&timezone=x', '/api/explore/v2.1/catalog/datasets/trees/exports/xlsx'],
  ['/explore/dataset/trees/download?format=../x', '/datasets/trees'],
  ['/explore/embed/dataset/trees/map/?location=1', '/datasets/trees'],
  ['/explore/?q=a+b&refine.theme=Nature&sort=modified&disjunctive.theme=', '/?q=a+b&theme=Nature&sort=MODIFIED_AT'],
  ['/explore', '/'],
])('the former address %s of a portal that was moved here leads to %s for good', async (former, now) => {
  const { statusCode, headers } = await app.http.inject(former);
  expect([statusCode, headers['location']]).toEqual([301, now]);
});

test('what a dataset says never breaks out of the page', async () => {
  const hostile = `"'></title></script><script>alert(1)</script><img src=x onerror=alert(1)>`;
  await seedPublished(app, 'hostile', {
    described: { title: hostile, description: `${hostile}<a href="javascript:alert(1)">link</a>`, publisher: hostile },
    themes: [hostile],
    fields: [{ name: 'a', label: hostile }],
  });
  for (const url of [
    '/datasets/hostile',
    '/',
    `/?q=${encodeURIComponent(hostile)}`,
    `/datasets/${encodeURIComponent(hostile)}`,
  ]) {
    const { body } = await app.http.inject(url);
    expect(body).not.toMatch(/<script>|<img|="javascript:/);
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
    expect(
      scripts.filter((attributes) => !/^ type="application\/(?:ld\+)?json"(?: id="state")?$/.test(attributes)),
    ).toEqual([expect.stringMatching(/^ type="module" src="\/portal-page\/page\.\w+\.js"$/)]);
    expect(scripts).toHaveLength(body.match(/<\/script/g)?.length ?? 0);
  }
});

test('a page is in the language of the address, of the cookie, of the browser, or of the portal', async () => {
  const languageOf = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const { body, headers: sent } = await app.http.inject({ url, headers });
    expect(sent['vary']).toEqual(expect.stringMatching(/accept-language.*cookie/i));
    return /<html lang="(\w+)"/.exec(body)?.[1];
  };
  expect(await languageOf('/')).toBe('en');
  expect(await languageOf('/', { 'accept-language': 'xx, fr-CH;q=0.9, en;q=0.8' })).toBe('fr');
  expect(await languageOf('/', { 'accept-language': 'fr', cookie: 'a=b; lang=en' })).toBe('en');
  expect(await languageOf('/?lang=fr', { cookie: 'lang=en' })).toBe('fr');
  const chosen = (await app.http.inject('/?lang=nl')).headers;
  expect(chosen['set-cookie']).toMatch(/^lang=nl; Path=\/;/);
  // no shared cache gives the cookie to others
  expect(chosen['cache-control']).toBe('private, no-cache');
  expect((await app.http.inject('/?lang=xx')).headers['set-cookie']).toBeUndefined();
  expect((await app.http.inject('/?lang=ar')).body).toContain('<html lang="ar" dir="rtl">');
  expect(await languageOf('/?lang=xx', { 'accept-language': 'en;q=0, *' })).toBe('en');
});

test('the kept page of a dataset is gone at once when the dataset becomes restricted', async () => {
  await seedPublished(app, 'lakes');
  const statusOf = async () => (await app.http.inject('/datasets/lakes')).statusCode;
  expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  const { uid } = (await app.admin.data('{ dataset(by: { datasetId: "lakes" }) { uid } }')).dataset;
  await app.admin.rest('PUT', `/datasets/${String(uid)}/`, { is_restricted: true });
  expect(await statusOf()).toBe(404);
});

test('a page that was read before a change is not kept after it', async () => {
  const cache = createPageCache(app.services.changes);
  let count = 0;
  const shown = async () => {
    const page = await cache.get('/', async () => {
      count += 1;
      if (count === 1) cache.clear();
      return { html: String(count), language: 'en' };
    });
    return page?.html;
  };
  expect([await shown(), await shown(), await shown()]).toEqual(['1', '2', '2']);
});

test('the first view is below 60 kB, and browsers keep its files', async () => {
  const { body, rawPayload } = await app.http.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  const html = (await app.http.inject('/')).body;
  expect(body).not.toBe(html);
  const pending = [...html.matchAll(/(?:src|href)="(\/portal-page\/[^"]+)"/g)].map(([, file = '']) => file);
  let bytes = rawPayload.length;
  const seen = new Set<string>();
  for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const file = await app.http.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    bytes += file.rawPayload.length;
    const { body: text } = await app.http.inject(url);
    const imports = [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name);
    const views = [...text.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name]) => name);
    for (const name of views)
      if ((await app.http.inject(`/portal-page/${name ?? ''}`)).body.includes('search-head')) imports.push(name);
    pending.push(...imports.map((name) => `/portal-page/${name ?? ''}`));
  }
  expect(seen.size).toBeGreaterThan(3);
  expect(bytes).toBeLessThan(60_000);
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
  for (let index = 1; index <= 10; index += 1)
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
