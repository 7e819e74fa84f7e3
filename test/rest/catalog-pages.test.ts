import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { sitemapIndex } from '#rest/routes/catalog/sitemap.ts';
import { testApp } from '../support/app.ts';
import { violationsOf } from '../support/rdf.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { seedForm } from '../support/portal/forms.ts';
import { addTerm } from '../support/portal/glossary.ts';
import { seedCodeEditorPage, seedStudioPage } from '../support/portal/pages.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;
const root = 'http://localhost:80';
const towns = await publishedTowns(app, web);
const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
const restricted = await publishedTowns(app, web, { isRestricted: true });

const withoutPortal = await testApp({ WORKER: 'off', PORTAL: 'off' });

const pageOf = async (uid: string) => {
  const { catalogDataset } = await admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', {
    uid,
  });
  return `${root}/datasets/${String(catalogDataset.datasetId)}`;
};
const page = (uid: string, client = unauthenticated) => client.restAt('/catalog')('GET', `/datasets/${uid}/`);
const textsOf = (xml: string, element: string) =>
  [...new DOMParser().parseFromString(xml, 'application/xml').getElementsByTagName(element)].map(
    ({ textContent }) => textContent,
  );

test('the page of a dataset describes it in JSON-LD, under an identifier that does not change', async () => {
  const { headers, body } = await page(towns);
  expect(headers['content-type']).toBe('application/ld+json; charset=utf-8');
  expect(body).toMatchObject({
    '@context': { '@vocab': 'https://schema.org/', cr: 'http://mlcommons.org/croissant/' },
    '@type': 'sc:Dataset',
    '@id': `${root}/catalog/datasets/${towns}/`,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: 'Towns',
    description: expect.stringMatching(/^Towns · name, country, .{20}/),
    url: `${root}/datasets/towns`,
    identifier: [towns, expect.any(String)],
    dateModified: expect.stringMatching(/Z$/),
    spatialCoverage: { geo: { '@type': 'sc:GeoShape', box: '-0.1807 -78.4678 48.8566 7.4474' } },
  });
  expect(JSON.stringify(body)).not.toContain(':null');
});

test('a page is JSON-LD that conforms to the shapes of schema.org and Croissant', async () => {
  const uid = await publishedTowns(app, web, {
    metadata: {
      default: {
        title: { value: 'Villes' },
        description: { value: '<p>Les villes</p>' },
        keyword: { value: ['ville'] },
        language: { value: 'fr' },
        publisher: { value: 'Ministère' },
        license: { value: 'CC BY 4.0' },
      },
    },
  });
  await admin.upload(`/datasets/${uid}/attachments/`, 'notes.csv', 'Notes.');
  for (const each of [uid, towns, hidden]) {
    const text = JSON.stringify((await page(each)).body);
    expect(await violationsOf(text, 'application/ld+json', 'croissant-1.0.ttl')).toEqual([]);
  }
  const broken = '{"@context":{"@vocab":"https://schema.org/"},"@type":"Dataset"}';
  expect((await violationsOf(broken, 'application/ld+json', 'croissant-1.0.ttl')).length).toBeGreaterThan(3);
});

test('its files are the exports of the records, and its record set names the columns of the csv', async () => {
  const { distribution, recordSet } = (await page(towns)).body;
  const { exports } = (
    await unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { exports { format } } }', {
      uid: towns,
    })
  ).catalogDataset;
  expect(distribution.map((file: { '@id': string }) => file['@id'])).toEqual(
    exports.map(({ format }: { format: string }) => format),
  );
  const csv = distribution.find((file: { '@id': string }) => file['@id'] === 'csv');
  expect(csv).toMatchObject({ '@type': 'cr:FileObject', encodingFormat: 'text/csv' });
  const { body: content } = await app.http.inject(String(csv.contentUrl).slice(root.length));
  const [columns] = parse(content);
  const [{ field: fields }] = recordSet;
  expect(fields.map(({ source }: { source: { extract: { column: string } } }) => source.extract.column)).toEqual(
    columns,
  );
  expect(fields.find(({ name }: { name: string }) => name === 'population')).toEqual({
    '@type': 'cr:Field',
    '@id': 'records/population',
    name: 'population',
    description: 'population',
    dataType: 'sc:Integer',
    source: { fileObject: { '@id': 'csv' }, extract: { column: 'population' } },
  });
});

test('an attachment is a file with its checksum', async () => {
  const uid = await publishedTowns(app, web);
  await admin.upload(`/datasets/${uid}/attachments/`, 'notes.csv', 'Notes.');
  const file = (await page(uid)).body.distribution.at(-1);
  expect(file).toMatchObject({ name: 'notes.csv', encodingFormat: 'text/csv', contentSize: '6 B' });
  expect(file.sha256).toMatch(/^[\da-f]{64}$/);
  expect((await app.http.inject(String(file.contentUrl).slice(root.length))).body).toBe('Notes.');
});

test('a dataset, its records and its exports lead to the page that describes them', async () => {
  const base = `/api/explore/v2.1/catalog/datasets/${towns}`;
  const records = (await unauthenticated.request('GET', `${base}/records?include_app_metas=true`)).body.results;
  for (const path of ['', '/records', `/records/${records[0]._id}`, '/exports', '/exports/csv', '/exports/turtle']) {
    const { headers } = await app.http.inject(base + path);
    expect([path, headers.link]).toEqual([
      path,
      `<${root}/catalog/datasets/${towns}/>; rel="describedby"; type="application/ld+json"`,
    ]);
  }
});

test('a page shows what its caller sees', async () => {
  const { distribution, recordSet, spatialCoverage } = (await page(hidden)).body;
  expect([distribution, recordSet, spatialCoverage]).toEqual([[], undefined, undefined]);
  expect((await page(restricted)).status).toBe(404);
  expect((await page(restricted, admin)).body.name).toBe('Towns');
});

test('the sitemap lists the pages for people that everyone sees, and robots.txt names the sitemap', async () => {
  await seedForm(admin, 'survey', { accessType: 'open' });
  await seedForm(admin, 'inquiry', { accessType: 'restricted' });
  const listed = async () => textsOf((await unauthenticated.request('GET', '/catalog/sitemap.xml')).body, 'loc');
  expect((await listed()).filter((address) => /glossary|pages/.test(String(address)))).toEqual([]);
  await addTerm(admin, { name: 'Gauge' });
  await seedStudioPage(admin, { slug: 'about' });
  await seedCodeEditorPage(admin, { slug: 'about' });
  await seedCodeEditorPage(admin, { slug: 'imprint' });
  await seedStudioPage(admin, { slug: 'internal', isRestricted: true });
  const { headers, body } = await unauthenticated.request('GET', '/catalog/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = textsOf(body, 'loc');
  const pages = await Promise.all([towns, hidden, restricted].map(pageOf));
  const others = ['/', '/forms', '/forms/survey', '/pages/about', '/pages/imprint', '/glossary'];
  expect(addresses.slice(0, others.length)).toEqual(others.map((path) => `${root}${path}`));
  expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted());
  expect(addresses).toEqual(expect.arrayContaining(pages.slice(0, 2)));
  expect(addresses).not.toContain(pages[2]);
  expect(addresses.filter((address) => /inquiry|internal/.test(String(address)))).toEqual([]);
  expect(textsOf(body, 'lastmod')).toHaveLength(addresses.length - others.length);
  for (const address of addresses)
    expect((await app.http.inject(String(address).slice(root.length))).statusCode).toBe(200);
  const robots = (await app.http.inject('/robots.txt')).body;
  expect(robots).toContain(`Sitemap: ${root}/catalog/sitemap.xml\n`);
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(closed).toContain('/api/');
  expect(addresses.filter((address) => closed.some((path) => address?.startsWith(root + path)))).toEqual([]);
});

test('without the portal the sitemap lists the descriptions for machines', async () => {
  await seedPublished(withoutPortal, 'rivers');
  const { body } = await withoutPortal.unauthenticated.request('GET', '/catalog/sitemap.xml');
  expect(textsOf(body, 'loc')).toEqual([expect.stringMatching(/^http:\/\/localhost:80\/catalog\/datasets\/da_\w+\/$/)]);
  const [address = ''] = textsOf(body, 'loc');
  const description = await withoutPortal.http.inject(String(address).slice(root.length));
  expect(description.json().url).toBe(address);
});

test('beyond 45,000 datasets the sitemap is an index of sitemaps', async () => {
  expect(textsOf(sitemapIndex(root, 100_001), 'loc')).toEqual(
    [0, 45_000, 90_000].map((offset) => `${root}/catalog/sitemaps/?offset=${String(offset)}`),
  );
  const at = (offset: string) => unauthenticated.request('GET', `/catalog/sitemaps/?offset=${offset}`);
  const whole = textsOf((await unauthenticated.request('GET', '/catalog/sitemap.xml')).body, 'loc');
  expect(textsOf((await at('0')).body, 'loc')).toEqual(whole);
  const datasets = whole.filter((address) => address?.includes('/datasets/'));
  expect(textsOf((await at('1')).body, 'loc')).toEqual(datasets.slice(1));
  for (const beyond of ['-1', '1000000', 'x']) expect((await at(beyond)).status).toBe(404);
});
