import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { CatalogError } from '#kernel/fail.ts';
import { chooseDatasetFormat } from '#server/pages/dataset-formats.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { runAndFinish } from '../support/datasets/publishing.ts';
import { objectsOf, statementsOf, violationsOf } from '../support/rdf.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const root = 'http://localhost:80';
const described = {
  default: {
    title: { value: '<b>"Towns"</b> >; rel="evil"' },
    license: { value: 'CC BY 4.0' },
    publisher: { value: 'City' },
    keyword: { value: ['town'] },
  },
};
const towns = await publishedTowns(app, web, { metadata: described });
await app.admin.upload(`/datasets/${towns}/attachments/`, 'a>"b.csv', 'Notes.');
const hidden = await publishedTowns(app, web, {
  metadata: { default: { title: { value: 'Closed wells' } } },
  defaultSecurity: { isDataVisible: false },
});
const restricted = await publishedTowns(app, web, { isRestricted: true });
const idOf = async (uid: string): Promise<string> =>
  (await app.admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', { uid }))
    .catalogDataset.datasetId;
const townsId = await idOf(towns);
const below = await testApp({ WORKER: 'off', PUBLIC_URL: 'https://city.example/data' });
await seedPublished(below, 'lakes');

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const get = (
  name: string,
  accept: string,
  headers: Readonly<Record<string, string>> = {},
  { http }: Pick<TestApp, 'http'> = app,
  method: 'GET' | 'HEAD' = 'GET',
) => http.inject({ method, url: `/datasets/${name}`, headers: { accept, ...headers } });

test.each([
  [undefined, 'html'],
  ['*/*', 'html'],
  [browser, 'html'],
  ['text/*', 'html'],
  ['image/png', 'html'],
  ['', 'html'],
  ['text/html;q=0.5, text/turtle', 'ttl'],
  ['text/turtle;q=0.5, text/html', 'html'],
  ['text/turtle;q=0.3, application/rdf+xml;q=0.7', 'rdf'],
  ['application/*', 'jsonld'],
  ['application/ld+json', 'jsonld'],
  ['application/json', 'jsonld'],
  ['Text/CSV ; q=1.0 ; header=present', 'csv'],
  ['*/*;q=0.1, text/csv;q=0.2', 'csv'],
  ['text/html;q=0, */*', 'jsonld'],
  ['text/turtle;q=2, text/html;q=x', 'html'],
  [`${'text/plain,'.repeat(60)}text/turtle`, 'html'],
])('a client that accepts %s gets %s', (accept, format) => {
  expect(chooseDatasetFormat(accept)).toBe(format);
});

test.each([
  ['application/ld+json', 'application/ld+json; charset=utf-8'],
  ['text/turtle', 'text/turtle'],
  ['application/rdf+xml', 'application/rdf+xml'],
  ['text/csv', 'text/csv; charset=utf-8'],
])('the address of a dataset answers %s, which clients validate by its tag', async (accept, type) => {
  const answer = await get(townsId, accept);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  expect(answer.headers['cache-control']).toMatch(/^public, max-age=/);
  expect(String(answer.headers['vary']).split(', ')).toEqual(
    expect.arrayContaining(['accept', 'authorization', 'accept-encoding']),
  );
  const etag = String(answer.headers['etag']);
  const again = await get(townsId, accept, { 'if-none-match': etag });
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
  const head = await get(townsId, accept, {}, app, 'HEAD');
  expect([head.statusCode, head.body, head.headers['etag'], head.headers['link']]).toEqual([
    200,
    '',
    etag,
    answer.headers['link'],
  ]);
  const byUid = await get(towns, accept);
  expect([byUid.statusCode, byUid.body]).toEqual([200, answer.body]);
  const withKey = await get(townsId, accept, { authorization: 'Apikey test-administrator-key' });
  expect([withKey.statusCode, withKey.headers['cache-control']]).toEqual([200, 'private, no-store']);
});

test('every format has a tag of its own', async () => {
  const tags = await Promise.all(
    ['application/ld+json', 'text/turtle', 'application/rdf+xml', 'text/csv', browser].map(
      async (accept) => (await get(townsId, accept)).headers['etag'],
    ),
  );
  expect(new Set(tags).size).toBe(5);
});

test('the JSON-LD is that for machines, and its url is this address', async () => {
  const { body } = await get(townsId, 'application/ld+json');
  const page = await app.http.inject(`/catalog/datasets/${towns}/`);
  expect(JSON.parse(body)).toEqual(page.json());
  expect(JSON.parse(body).url).toBe(`${root}/datasets/${townsId}`);
});

test('the RDF of a dataset conforms to the shapes of DCAT-AP 3, in both syntaxes the same, and names its page', async () => {
  const [turtle, xml] = [await get(townsId, 'text/turtle'), await get(townsId, 'application/rdf+xml')];
  expect(await violationsOf(turtle.body, 'text/turtle', 'dcat-ap-3.ttl')).toEqual([]);
  const statements = statementsOf(turtle.body, 'text/turtle');
  expect(statementsOf(xml.body, 'application/rdf+xml')).toEqual(statements);
  const dataset = `${root}/api/explore/v2.1/catalog/datasets/${townsId}`;
  expect(objectsOf(statements, dataset, 'http://www.w3.org/ns/dcat#landingPage')).toEqual([
    `<${root}/datasets/${townsId}>`,
  ]);
  const license = 'http://creativecommons.org/licenses/by/4.0/';
  expect(objectsOf(statements, `${dataset}#export-csv`, 'http://purl.org/dc/terms/license')).toEqual([`<${license}>`]);
  const labels = objectsOf(statements, license, 'http://www.w3.org/2000/01/rdf-schema#label');
  expect([...new Set(labels)]).toEqual(['"CC BY 4.0"']);
  expect(turtle.body).not.toContain(await idOf(hidden));
  expect(
    await violationsOf((await get(await idOf(hidden), 'text/turtle')).body, 'text/turtle', 'dcat-ap-3.ttl'),
  ).toEqual([]);
});

test('the CSV has the records that the caller may read, with commas', async () => {
  const { body, headers } = await get(townsId, 'text/csv');
  const rows: readonly Record<string, string>[] = parse(body, { columns: true });
  expect(rows.map(({ name }) => name)).toContain('Paris');
  expect(body.startsWith('name,')).toBe(true);
  expect(headers['content-disposition']).toContain(`attachment; filename="${townsId}.csv"`);
  const refused = await get(await idOf(hidden), 'text/csv');
  expect([refused.statusCode, refused.json().error_code]).toEqual([403, expect.any(String)]);
  expect(refused.headers['cache-control']).toBe('private, no-store');
});

/** The links of a header: what it relates to the addresses, and their types. */
const linksIn = (header: unknown) =>
  [...String(header).matchAll(/<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?(?:, |$)/g)].map(
    ([, address = '', relation = '', type]) => ({ address, relation, type }),
  );

test('the header Link leads to the page, the formats, the license, the description, the downloads and the interfaces', async () => {
  const { headers } = await get(towns, 'text/turtle');
  const text = String(headers['link']);
  const links = linksIn(text);
  expect(text.replaceAll('b-towns-b-rel-evil', '')).not.toContain('evil');
  // a URL leaves the port of its scheme out
  const shortRoot = 'http://localhost';
  const address = `${shortRoot}/datasets/${townsId}`;
  expect(links).toEqual(
    expect.arrayContaining([
      { address, relation: 'canonical', type: undefined },
      { address, relation: 'alternate', type: 'text/turtle' },
      { address, relation: 'alternate', type: 'text/csv' },
      { address: `${shortRoot}/catalog/datasets/${towns}/`, relation: 'describedby', type: 'application/ld+json' },
      { address: 'http://creativecommons.org/licenses/by/4.0/', relation: 'license', type: undefined },
      {
        address: `${shortRoot}/api/explore/v2.1/catalog/datasets/${townsId}/exports/csv`,
        relation: 'item',
        type: 'text/csv',
      },
      {
        address: `${shortRoot}/api/explore/v2.1/openapi.json`,
        relation: 'service-desc',
        type: 'application/json',
      },
    ]),
  );
  for (const { address: linked, relation } of links.filter(({ address: each }) => each.startsWith(shortRoot))) {
    const { statusCode } = await app.http.inject({ url: linked.slice(shortRoot.length), headers: { accept: '*/*' } });
    expect([relation, linked, statusCode]).toEqual([relation, linked, 200]);
  }
  expect(text.length).toBeLessThanOrEqual(2_000);
  const closed = linksIn((await get(hidden, 'text/turtle')).headers['link']);
  expect(closed.filter(({ type, relation }) => type === 'text/csv' || relation === 'item')).toEqual([]);
});

test('below the path of PUBLIC_URL every address begins with it', async () => {
  for (const accept of ['application/ld+json', 'text/turtle']) {
    const { statusCode, headers, body } = await get('lakes', accept, {}, below);
    expect([accept, statusCode]).toEqual([accept, 200]);
    const links = linksIn(headers['link']);
    expect(links.filter(({ address }) => !address.startsWith('https://city.example/data/'))).toEqual([]);
    expect(body).toContain('https://city.example/data/datasets/lakes');
    expect(body).not.toContain('localhost');
  }
});

test('what the caller does not see is not found; what everyone could see and was removed is gone', async () => {
  const status = async (name: string, accept = 'text/turtle') => {
    const { statusCode, headers } = await get(name, accept);
    if (statusCode !== 200) expect(headers['cache-control']).toMatch(/no-store/);
    return statusCode;
  };
  const [unpublished, deleted, drafted, secret] = [
    await publishedTowns(app, web),
    await publishedTowns(app, web),
    await publishedTowns(app, web),
    await publishedTowns(app, web, { isRestricted: true }),
  ];
  const names = await Promise.all([unpublished, deleted, drafted, secret].map(idOf));
  for (const name of [...names, 'nowhere', await idOf(restricted)])
    expect([name, await status(name)]).toEqual([
      name,
      [names[3], 'nowhere', await idOf(restricted)].includes(name) ? 404 : 200,
    ]);
  await runAndFinish(app.admin, 'unpublishDataset', unpublished);
  for (const uid of [deleted, secret]) await app.admin.rest('DELETE', `/datasets/${uid}/`);
  const [unpublishedId = '', deletedId = '', , secretId = ''] = names;
  for (const name of [unpublishedId, deletedId, unpublished, deleted])
    expect([name, await status(name)]).toEqual([name, 410]);
  expect([await status(secretId), await status(secret)]).toEqual([404, 404]);
  expect((await get(deletedId, 'application/json')).json()).toEqual({
    error_code: 'gone',
    message: new CatalogError('GONE').message,
  });
});
