import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { postMcp } from '#test/support/http/mcp.ts';
import { changePortal } from '#test/support/portal/settings.ts';
import { objectsOf, statementsOf } from '#test/support/rdf.ts';

const app = await testApp({ WORKER: 'off' });
const configured = await testApp({ WORKER: 'off', PORTAL_NAME: 'Data of Treeville', PORTAL_PUBLISHER: 'Treeville' });
const uid = await seedPublished(app, 'rivers');
const exportsBase = '/api/explore/v2.1/catalog/exports';
const dct = 'http://purl.org/dc/terms/';
const foaf = 'http://xmlns.com/foaf/0.1/';

const textOf = async (path: string, of = app): Promise<string> => (await of.http.inject(path)).body;
/** The objects of the catalog itself and of the nodes below it, not of its datasets. */
const objects = async (format: 'ttl' | 'rdf', predicate: string, of = app): Promise<string[]> => {
  const catalog = 'http://localhost:80/api/explore/v2.1/catalog';
  const mediaType = { ttl: 'text/turtle', rdf: 'application/rdf+xml' }[format];
  const statements = statementsOf(await textOf(`${exportsBase}/${format}`, of), mediaType);
  return [catalog, `${catalog}#publisher`, `${catalog}#contact`].flatMap((node) =>
    objectsOf(statements, node, predicate),
  );
};
const jsonLd = async () => JSON.parse(await textOf(`/catalog/datasets/${uid}/`)).includedInDataCatalog;

/** The titles of an OpenAPI description, of the page with all of them, and of the server for agents. */
const titles = async (of = app): Promise<unknown[]> => [
  JSON.parse(await textOf('/api/explore/v2.1/openapi.json', of)).info.title,
  /<title>(.*)<\/title>/.exec(await textOf('/docs', of))?.[1],
  (
    await postMcp(of, {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    })
  ).body.result.serverInfo.title,
];

test('a catalog without a name is called by its host', async () => {
  expect(await objects('ttl', `${dct}title`)).toEqual(['"Catalog of localhost:80"@en']);
  expect(await objects('ttl', `${foaf}name`)).toEqual(['"localhost:80"']);
  expect(await textOf(`${exportsBase}/rss`)).toContain('<title>Catalog of localhost:80</title>');
  expect(await jsonLd()).toEqual({
    '@type': 'sc:DataCatalog',
    name: 'Catalog of localhost:80',
    url: 'http://localhost:80/',
  });
  expect(await textOf('/llms.txt')).toMatch(/^# Catalograph\n/);
  expect(await titles()).toEqual(['Catalograph Explore API', 'Catalograph: REST APIs', 'Catalograph data catalog']);
});

test('the environment names it', async () => {
  expect(await objects('ttl', `${dct}title`, configured)).toEqual(['"Data of Treeville"']);
  expect(await objects('ttl', `${foaf}name`, configured)).toEqual(['"Treeville"']);
  expect(await titles(configured)).toContain('Data of Treeville Explore API');
  expect(await textOf('/llms.txt', configured)).toMatch(/^# Data of Treeville\n\n> Published by Treeville\. A data/);
});

test('DCAT, feeds, OpenAPI, MCP, JSON-LD and llms.txt have the name and the publisher of the settings', async () => {
  await changePortal(app, {
    defaultLanguage: 'fr',
    translations: [
      { language: 'en', name: 'Open <Treeville> & "more"' },
      { language: 'fr', name: 'Arbreville ouverte', description: 'Ce que\nla ville sait.' },
    ],
    publisher: { name: 'Arbreville', url: 'https://arbreville.example/', email: 'ville@arbreville.example' },
    contact: { email: 'data@arbreville.example' },
  });
  for (const format of ['ttl', 'rdf'] as const) {
    const of = (predicate: string) => objects(format, predicate);
    expect(await of(`${dct}title`)).toEqual(
      [String.raw`"Open <Treeville> & \"more\""@en`, '"Arbreville ouverte"@fr'].toSorted(),
    );
    expect(await of(`${dct}description`)).toEqual([String.raw`"Ce que\nla ville sait."@fr`]);
    expect(await of(`${foaf}name`)).toEqual(['"Arbreville"']);
    expect(await of(`${foaf}mbox`)).toEqual(['<mailto:ville@arbreville.example>']);
    expect(await of('http://www.w3.org/2006/vcard/ns#hasEmail')).toEqual(['<mailto:data@arbreville.example>']);
  }
  expect(await textOf(`${exportsBase}/rss`)).toContain('<title>Arbreville ouverte</title>');
  expect(await jsonLd()).toEqual({
    '@type': 'sc:DataCatalog',
    name: 'Arbreville ouverte',
    url: 'http://localhost:80/',
    publisher: {
      '@type': 'sc:Organization',
      name: 'Arbreville',
      url: 'https://arbreville.example/',
      email: 'ville@arbreville.example',
    },
  });
  expect(await titles()).toEqual([
    'Arbreville ouverte Explore API',
    'Arbreville ouverte: REST APIs',
    'Arbreville ouverte',
  ]);
  const feed = async (path: string) => /<title>(.*)<\/title>/.exec(await textOf(path))?.[1];
  expect(await feed('/feeds/datasets?q=water')).toBe('water – Arbreville ouverte');
  expect(await feed('/feeds/datasets/rivers?lang=en')).toBe('rivers – Open &lt;Treeville&gt; &amp; &quot;more&quot;');
  expect(await textOf('/llms.txt')).toMatch(
    /^# Arbreville ouverte\n\n> Ce que la ville sait\. Published by Arbreville\. A data/,
  );
});
