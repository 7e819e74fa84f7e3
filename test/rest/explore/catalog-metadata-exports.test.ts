import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { objectsOf, statementsOf, violationsOf } from '#test/support/rdf.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const base = '/api/explore/v2.1/catalog';
const dcat = 'http://www.w3.org/ns/dcat#';
const dct = 'http://purl.org/dc/terms/';
const xsd = 'http://www.w3.org/2001/XMLSchema#';

const title = 'Villes & "cités" <de> France';
const described = await publishedTowns(app, web, {
  metadata: {
    default: {
      title: { value: title },
      description: { value: '<p>Les villes &amp; leurs&nbsp;<b>fleuves</b>.</p><script>alert(1)</script><p>Fin</p>' },
      keyword: { value: ['fleuve', 'ville é'] },
      language: { value: 'fr' },
      publisher: { value: 'Ministère' },
      license: { value: 'CC BY 4.0' },
      references: { value: 'https://example.org/a b' },
      attributions: { value: ['Source: IGN'] },
    },
    internal: { theme_id: { value: ['Environnement'] } },
    dcat: {
      issued: { value: '2020-01-02' },
      creator: { value: 'Ada' },
      contact_name: { value: 'Données' },
      contact_email: { value: 'donnees@example.org' },
      accrualperiodicity: { value: 'monthly' },
      temporal_coverage_start: { value: '2019-01-01' },
      temporal_coverage_end: { value: '2019-12-31' },
    },
  },
});
const bare = await publishedTowns(app, web);
const hidden = await publishedTowns(app, web, {
  isRestricted: true,
  metadata: { default: { title: { value: 'Secret' } } },
});
const closed = await publishedTowns(app, web, {
  defaultSecurity: { isDataVisible: false },
  metadata: { default: { title: { value: 'Closed' } } },
});

async function exported(format: string, query = ''): Promise<string> {
  const answer = await app.http.inject(`${base}/exports/${format}${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.body;
}
const identifierOf = async (uid: string): Promise<string> =>
  (await app.admin.request('GET', `${base}/datasets/${uid}`)).body.dataset_id;
const addressOf = async (uid: string): Promise<string> =>
  `http://localhost:80${base}/datasets/${await identifierOf(uid)}`;

test.each([
  ['rdf', 'application/rdf+xml', 'rdf'],
  ['ttl', 'text/turtle', 'ttl'],
  ['rss', 'application/rss+xml', 'rss'],
  ['dublin_core', 'application/rdf+xml', 'rdf'],
  ['data.json', 'application/json; charset=utf-8', 'json'],
])('the catalog offers %s', async (format, mediaType, extension) => {
  const { body } = await app.unauthenticated.request('GET', `${base}/exports`);
  const href = `http://localhost:80${base}/exports/${format}`;
  expect(body.links).toContainEqual({ rel: format, href });
  const answer = await app.http.inject(`${base}/exports/${format}`);
  expect(answer.headers).toMatchObject({
    'content-type': mediaType,
    'content-disposition': expect.stringContaining(`filename="catalog.${extension}"`),
  });
});

test.each([
  ['rdf', 'application/rdf+xml'],
  ['ttl', 'text/turtle'],
])('%s conforms to the shapes of DCAT-AP 3', async (format, mediaType) => {
  expect(await violationsOf(await exported(format), mediaType, 'dcat-ap-3.ttl')).toEqual([]);
  const broken = `<http://x/1> a <${dcat}Dataset> ; <${dct}issued> "soon" .`;
  expect(await violationsOf(broken, 'text/turtle', 'dcat-ap-3.ttl')).toHaveLength(3);
});

test('a described dataset has what DCAT-AP 3 recommends, but for what the metadata cannot say', async () => {
  const text = await exported('ttl', `?where=dataset_uid="${described}"`);
  const missing = await violationsOf(text, 'text/turtle', 'dcat-ap-3-recommended.ttl');
  const properties = missing.map((each) => {
    const [node = '', path = ''] = each.split(' ');
    return `${node.endsWith('/catalog') ? 'catalog: ' : ''}${/\w+(?="\}?$)/.exec(path)?.[0] ?? path}`;
  });
  const ofCatalog = ['issued', 'language', 'license', 'modified', 'spatial', 'themeTaxonomy'];
  expect([...new Set(properties)].toSorted()).toEqual([...ofCatalog.map((name) => `catalog: ${name}`), 'type']);
});

test('dates have the precision of the metadata', async () => {
  const uid = await publishedTowns(app, web, {
    metadata: {
      dcat: {
        issued: { value: '2020' },
        created: { value: '2020-01-02 10:30+02:00' },
        temporal_coverage_start: { value: '2019-05' },
        temporal_coverage_end: { value: '2019-06-30' },
      },
    },
  });
  const text = await exported('ttl', `?where=dataset_uid="${uid}"`);
  expect(await violationsOf(text, 'text/turtle', 'dcat-ap-3.ttl')).toEqual([]);
  const statements = statementsOf(text, 'text/turtle');
  const address = await addressOf(uid);
  const values = (predicate: string, subject = address) => objectsOf(statements, subject, predicate);
  expect(values(`${dct}issued`)).toEqual([`"2020"^^<${xsd}gYear>`]);
  expect(values(`${dct}created`)).toEqual([`"2020-01-02T08:30:00Z"^^<${xsd}dateTime>`]);
  expect(values(`${dcat}startDate`, `${address}#period`)).toEqual([`"2019-05"^^<${xsd}gYearMonth>`]);
  expect(values(`${dcat}endDate`, `${address}#period`)).toEqual([`"2019-06-30"^^<${xsd}date>`]);
});

test('RDF/XML and Turtle have the same graph', async () => {
  const turtle = statementsOf(await exported('ttl'), 'text/turtle');
  expect(turtle.length).toBeGreaterThan(60);
  expect(statementsOf(await exported('rdf'), 'application/rdf+xml')).toEqual(turtle);
});

test('a dataset has its metadata in terms of DCAT', async () => {
  const statements = statementsOf(await exported('ttl'), 'text/turtle');
  const address = await addressOf(described);
  const values = (predicate: string, subject = address) => objectsOf(statements, subject, predicate);
  expect(values(`${dct}title`)).toEqual([`${JSON.stringify(title)}@fr`]);
  expect(values(`${dct}description`)).toEqual(['"Les villes & leurs fleuves.\\nFin"@fr']);
  expect(values(`${dcat}keyword`)).toEqual(['"fleuve"@fr', '"ville é"@fr']);
  expect(values('http://www.w3.org/2004/02/skos/core#prefLabel', `${address}#theme-Environnement`)).toEqual([
    '"Environnement"@fr',
  ]);
  expect(values(`${dct}issued`)).toEqual(['"2020-01-02"^^<http://www.w3.org/2001/XMLSchema#date>']);
  expect(values(`${dct}accrualPeriodicity`)).toEqual([
    '<http://publications.europa.eu/resource/authority/frequency/MONTHLY>',
  ]);
  expect(values('http://www.w3.org/2006/vcard/ns#hasEmail', `${address}#contact`)).toEqual([
    '<mailto:donnees@example.org>',
  ]);
  expect(values(`${dct}license`, `${address}#export-csv`)).toEqual(['<http://creativecommons.org/licenses/by/4.0/>']);
  expect(values(`${dcat}accessURL`, `${address}#export-csv`)).toEqual([`<${address}/exports/csv?use_labels=true>`]);
  expect(values(`${dcat}distribution`).length).toBeGreaterThan(6);
});

test('include_exports and use_labels_in_exports choose the distributions', async () => {
  const address = await addressOf(described);
  const text = await exported('ttl', '?include_exports=csv,geojson&use_labels_in_exports=false');
  expect(objectsOf(statementsOf(text, 'text/turtle'), address, `${dcat}distribution`)).toEqual([
    `<${address}#export-csv>`,
    `<${address}#export-geojson>`,
  ]);
  expect(text).not.toContain('use_labels');
  expect(await app.unauthenticated.request('GET', `${base}/exports/ttl?include_exports=nope`)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Invalid value for include_exports API parameter/) },
  });
});

test.each(['rdf', 'ttl', 'rss', 'dublin_core', 'data.json'])(
  '%s has the datasets that the caller may see, and the query selects',
  async (format) => {
    const all = await exported(format);
    expect(all).toContain(await addressOf(described));
    expect(all).toContain(await addressOf(bare));
    expect(all).not.toContain('Secret');
    expect(all).not.toContain(await identifierOf(hidden));
    const one = await exported(format, `?where=dataset_uid="${bare}"`);
    expect(one).toContain(await addressOf(bare));
    expect(one).not.toContain(JSON.stringify('Ministère').slice(1, -1));
    const none = await exported(format, '?where=dataset_id="none"');
    expect(none).not.toContain('/datasets/');
  },
);

test('records that the caller may not read are no distribution', async () => {
  const address = await addressOf(closed);
  const statements = statementsOf(await exported('ttl'), 'text/turtle');
  expect(objectsOf(statements, address, `${dct}title`)).toEqual(['"Closed"']);
  expect(objectsOf(statements, address, `${dcat}distribution`)).toEqual([]);
});

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync('test/fixtures/data-json-dataset.json', 'utf8')));
const emptyCatalog = { conformsTo: 'https://project-open-data.cio.gov/v1.1/schema', dataset: [] };

function dataJsonErrors(catalog: object): string[] {
  validate(catalog);
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

test('data.json of a described dataset conforms to the schema of Project Open Data', async () => {
  const catalog = JSON.parse(await exported('data.json', `?where=dataset_uid="${described}"`));
  expect(dataJsonErrors(catalog)).toEqual([]);
  expect(catalog.dataset[0]).toMatchObject({ title, accrualPeriodicity: 'R/P1M', temporal: '2019-01-01/2019-12-31' });
});

test('data.json keeps to the formats of the schema, whatever the metadata hold', async () => {
  const uid = await publishedTowns(app, web, {
    metadata: {
      default: { license: { value: 'Terms. '.repeat(60) }, publisher: { value: 'P' }, keyword: { value: ['k'] } },
      dcat: {
        contact_name: { value: 'Ada' },
        contact_email: { value: 'ask the town hall' },
        issued: { value: '2020' },
      },
    },
  });
  await app.admin.upload(`/datasets/${uid}/attachments/`, 'notes.csv', 'Notes.');
  const [dataset] = JSON.parse(await exported('data.json', `?where=dataset_uid="${uid}"`)).dataset;
  expect(dataset.contactPoint).toBeUndefined();
  expect(dataset.rights).toHaveLength(255);
  const contactPoint = { '@type': 'vcard:Contact', fn: 'Ada', hasEmail: 'mailto:ada@example.org' };
  expect(dataJsonErrors({ ...emptyCatalog, dataset: [{ ...dataset, contactPoint }] })).toEqual([]);
  expect(dataJsonErrors({ ...emptyCatalog, dataset: [dataset] })).toEqual(['/dataset/0 required']);
});

test('rss is well-formed, and its channel and items have the required elements', async () => {
  const paths: string[] = [];
  const open: string[] = [];
  const texts = new Map<string, string[]>();
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => paths.push([...open, name].join('/')) && open.push(name));
  parser.on('text', (text) => {
    const path = open.join('/');
    texts.set(path, [...(texts.get(path) ?? []), text]);
  });
  parser.on('closetag', () => open.pop());
  parser.write(await exported('rss')).close();
  const itemCount = paths.filter((path) => path === 'rss/channel/item').length;
  expect(itemCount).toBeGreaterThanOrEqual(3);
  for (const name of ['title', 'link', 'description']) {
    expect(paths.filter((path) => path === `rss/channel/${name}`)).toHaveLength(1);
    expect(paths.filter((path) => path === `rss/channel/item/${name}`)).toHaveLength(itemCount);
  }
  expect(texts.get('rss/channel/item/title')).toContain(title);
  expect(texts.get('rss/channel/item/guid')).toContain(await addressOf(described));
  for (const date of texts.get('rss/channel/item/pubDate') ?? []) expect(new Date(date).toUTCString()).toBe(date);
});

test('dublin_core has the elements of Dublin Core', async () => {
  const statements = statementsOf(await exported('dublin_core'), 'application/rdf+xml');
  const values = async (name: string) =>
    objectsOf(statements, await addressOf(described), `http://purl.org/dc/elements/1.1/${name}`);
  expect(await values('title')).toEqual([`${JSON.stringify(title)}@fr`]);
  expect(await values('creator')).toEqual(['"Ada"']);
  expect(await values('rights')).toEqual(['"CC BY 4.0"', '"Source: IGN"']);
});
