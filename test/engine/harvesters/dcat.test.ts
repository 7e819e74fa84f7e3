import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Writer, DataFactory } from 'n3';
import type { ServerResponse } from 'node:http';
import { CatalogError } from '#kernel/fail.ts';
import { parseExtent } from '#engine/harvesters/remote-extent.ts';
import { serve } from '../../platform/fetcher/web.ts';
import { readPortal } from './read-kind.ts';

const prefixes = `
  @prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
  @prefix vcard: <http://www.w3.org/2006/vcard/ns#> . @prefix hydra: <http://www.w3.org/ns/hydra/core#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix geo: <http://www.opengis.net/ont/geosparql#> . @prefix adms: <http://www.w3.org/ns/adms#> .`;

/** A document at a path: its text or bytes, and its headers. */
type Documents = Readonly<Record<string, readonly [body: string | Buffer, headers?: Record<string, string>]>>;

/** Serves documents by path; `HOST` in them is the server. */
async function serveDocuments(documents: Documents): Promise<string> {
  const host: string = await serve((request, response: ServerResponse) => {
    const [body, headers = {}] = documents[request.url ?? ''] ?? [];
    if (body === undefined) return response.writeHead(404).end();
    const text = typeof body === 'string' ? body.replaceAll('HOST', host) : body;
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('HOST', host)]);
    return response.writeHead(200, Object.fromEntries(sent)).end(text);
  });
  return host;
}

/** Reads the catalog at `/` of these documents. */
async function readCatalog(documents: Documents, settings: Record<string, string> = {}) {
  const host = await serveDocuments(documents);
  return readPortal('dcat', { url: `http://${host}/`, ...settings }, [host]);
}

const dataset = (id: string, more = '') =>
  `<http://data.example/${id}> a dcat:Dataset ; dct:title "Title of ${id}" ${more} .\n`;

const turtle = `${prefixes}
  <http://data.example/trees> a dcat:Dataset ; dct:title "Trees"@en, "Bäume"@de ; dct:description "One <two>\\n\\nThree" ;
    dcat:keyword "oak"@en, "Eiche"@de, "ash"@en ; dct:publisher [ foaf:name "City" ] ; dct:modified "2024-05-01"^^xsd:date ;
    dct:issued "2020"^^xsd:gYear ; dct:license <http://creativecommons.org/licenses/by/4.0/> ; dct:language <http://publications.europa.eu/resource/authority/language/ENG> ;
    dcat:theme <http://publications.europa.eu/resource/authority/data-theme/ENVI>, <#forest> ;
    dcat:contactPoint [ vcard:fn "Desk" ; vcard:hasEmail <mailto:desk@city.example> ] ;
    dct:accrualPeriodicity <http://publications.europa.eu/resource/authority/frequency/MONTHLY> ;
    dct:temporal [ dcat:startDate "2020-01-01"^^xsd:date ; dcat:endDate "2021-12-31"^^xsd:date ] ;
    dct:spatial [ skos:prefLabel "Centre" ; dcat:bbox "POLYGON((1 2, 3 2, 3 5, 1 5, 1 2))"^^geo:wktLiteral ] ;
    dcat:landingPage <https://city.example/trees> ;
    dcat:distribution <#csv>, <#json>, <#wms>, <#pdf> .
  <#forest> skos:prefLabel "Forest"@en .
  <#csv> a dcat:Distribution ; dcat:downloadURL <https://files.example/trees.csv> ; dcat:mediaType <https://www.iana.org/assignments/media-types/text/csv> .
  <#json> dcat:downloadURL <https://files.example/api?format=json> ; dct:format <http://publications.europa.eu/resource/authority/file-type/JSON> .
  <#wms> dcat:accessURL <https://maps.example/wms> ; dct:format "WMS" .
  <#pdf> dct:title "Guide" ; dcat:downloadURL <https://files.example/guide.pdf> .
  <#service> a dcat:DataService ; dcat:endpointURL <https://api.example/> ; dcat:servesDataset <http://data.example/trees> .`;

test('a dataset brings its metadata, the best of its formats, documents and services', async () => {
  const { datasets, failures } = await readCatalog({ '/': [turtle] });
  expect(failures).toEqual([]);
  expect(datasets).toEqual([
    {
      id: 'http://data.example/trees',
      title: 'Trees',
      description: '<p>One &lt;two&gt;</p><p>Three</p>',
      version: expect.any(String),
      metadata: {
        default: {
          title: 'Trees',
          description: '<p>One &lt;two&gt;</p><p>Three</p>',
          keyword: ['ash', 'oak'],
          modified: '2024-05-01',
          publisher: 'City',
          license: 'http://creativecommons.org/licenses/by/4.0/',
          language: 'en',
          references: 'https://city.example/trees https://api.example/ https://maps.example/wms',
        },
        internal: {
          license_id: 'http://creativecommons.org/licenses/by/4.0/',
          theme_id: ['Environment', 'Forest'],
        },
        dcat: {
          issued: '2020',
          contact_name: 'Desk',
          contact_email: 'desk@city.example',
          accrualperiodicity: 'MONTHLY',
          temporal_coverage_start: '2020-01-01',
          temporal_coverage_end: '2021-12-31',
        },
        inspire: {
          extend_description: 'Centre',
          extend_bounding_box_westbound_longitude: 1,
          extend_bounding_box_eastbound_longitude: 3,
          extend_bounding_box_southbound_latitude: 2,
          extend_bounding_box_northbound_latitude: 5,
        },
      },
      resources: [
        { url: 'https://files.example/trees.csv', title: 'Trees', extractor: { type: 'csvfile', params: {} } },
      ],
      attachments: [{ url: 'https://files.example/guide.pdf', title: 'Guide' }],
      fields: [],
    },
  ]);
  const german = await readCatalog({ '/': [turtle] }, { language: 'de' });
  expect(german.datasets[0]?.metadata['default']).toMatchObject({ title: 'Bäume', keyword: ['Eiche'], language: 'de' });
});

const rdfXml = (body: string, declaration = '<?xml version="1.0" encoding="utf-8"?>') => `${declaration}
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dcat="http://www.w3.org/ns/dcat#" xmlns:dct="http://purl.org/dc/terms/">${body}</rdf:RDF>`;
const cafes = (title = 'Cafés') =>
  rdfXml(
    `<rdf:Description rdf:about="http://data.example/cafes"><rdf:type rdf:resource="http://www.w3.org/ns/dcat#Dataset"/><dct:title>${title}</dct:title></rdf:Description>`,
  );
const context = { dcat: 'http://www.w3.org/ns/dcat#', dct: 'http://purl.org/dc/terms/', title: 'dct:title' };
const jsonLd = (of: unknown) =>
  JSON.stringify({
    '@graph': [{ '@id': 'http://data.example/cafes', '@type': 'dcat:Dataset', title: 'Cafés' }],
    '@context': of,
  });

test.each<[string, string | Buffer, Record<string, string>]>([
  ['RDF/XML', cafes(), {}],
  ['RDF/XML with a wrong type', cafes(), { 'content-type': 'text/html' }],
  ['RDF/XML in ISO 8859-1', Buffer.from(cafes().replace('utf-8', 'iso-8859-1'), 'latin1'), {}],
  ['RDF/XML in UTF-16', Buffer.from(`\uFEFF${cafes().replace('utf-8', 'utf-16')}`, 'utf16le'), {}],
  ['RDF/XML in another encoding than it says', Buffer.from(cafes(), 'latin1'), {}],
  ['Turtle', `# a comment\n${prefixes} <http://data.example/cafes> a dcat:Dataset ; dct:title "Cafés" .`, {}],
  [
    'N-Triples',
    '<http://data.example/cafes> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/dcat#Dataset> .\n<http://data.example/cafes> <http://purl.org/dc/terms/title> "Caf\\u00e9s" .',
    {},
  ],
  ['JSON-LD', jsonLd(context), { 'content-type': 'application/json' }],
  ['JSON-LD with the context of another address', jsonLd('http://HOST/context'), {}],
])('%s is read', async (_what, body, headers) => {
  const { datasets } = await readCatalog({
    '/': [body, headers],
    '/context': [JSON.stringify({ '@context': context })],
  });
  expect(datasets.map(({ id, title }) => [id, title])).toEqual([['http://data.example/cafes', 'Cafés']]);
});

test('a dataset has its address, or its identifier; without either it is a message', async () => {
  const { datasets, failures } = await readCatalog({
    '/': [
      `${prefixes} [] a dcat:Dataset ; dct:title "By number" ; dct:identifier "17" . [] a dcat:Dataset ; dct:title "Lost" .
      <local> a dcat:Dataset ; dct:title "Relative" . <http://data.example/elsewhere> a dcat:Dataset .
      [] a dcat:Dataset ; dct:title "By notation" ; adms:identifier [ skos:notation "n-1" ] .`,
    ],
  });
  expect(datasets.map(({ id }) => id.replace(/127[^/]*/, 'HOST'))).toEqual(['17', 'http://HOST/local', 'n-1']);
  expect(failures).toEqual([
    { id: 'dataset 2: Lost', error: 'The dataset has no address and no identifier, so that it cannot be found again.' },
  ]);
});

test('the order of statements is no change', async () => {
  const one = await readCatalog({ '/': [turtle] });
  const lines = turtle
    .replace('<#csv>, <#json>, <#wms>, <#pdf>', '<#pdf>, <#wms>, <#json>, <#csv>')
    .replace('"oak"@en, "Eiche"@de, "ash"@en', '"ash"@en, "oak"@en, "Eiche"@de');
  const other = await readCatalog({ '/': [lines] });
  expect(other.datasets[0]?.version).toBe(one.datasets[0]?.version);
});

const hydraPage = (page: number, body: string, next = true) => `${prefixes}${body}
  <?page=${page}> hydra:totalItems 5 ${next ? `; hydra:next <http://HOST/?page=${page + 1}>` : ''} .`;

test('pages follow each other by Hydra or by links; a broken one is a message, and the rest arrives', async () => {
  const { datasets, failures, total } = await readCatalog({
    '/': [hydraPage(1, dataset('a') + dataset('b'))],
    '/?page=2': [`${hydraPage(2, dataset('c')).slice(0, -20)} <`],
    '/?page=3': [
      hydraPage(3, dataset('d'), false),
      { link: '<http://HOST/?page=1>; rel="first", </?page=4&x>; rel="next"' },
    ],
    '/?page=4&x': [`${prefixes}${dataset('e', '; dct:description "broken')}`],
  });
  expect({ ids: datasets.map(({ title }) => title), total }).toEqual({
    ids: ['Title of a', 'Title of b', 'Title of d'],
    total: 5,
  });
  expect(failures).toEqual([
    { id: 'page 2', error: expect.stringContaining('is not valid Turtle'), isIncomplete: true },
    { id: 'page 4', error: expect.stringContaining('is not valid Turtle'), isIncomplete: true },
  ]);
});

test('a page that is missing in the middle is a message', async () => {
  const { datasets, failures } = await readCatalog({
    '/?page=1': [''],
    '/': [hydraPage(1, dataset('a'))],
    '/?page=3': [hydraPage(3, dataset('c'), false)],
  });
  expect(datasets.map(({ title }) => title)).toEqual(['Title of a', 'Title of c']);
  expect(failures).toEqual([{ id: 'page 2', error: expect.stringContaining('404'), isIncomplete: true }]);
});

test('only datasets whose titles have the words', async () => {
  const { datasets, total } = await readCatalog(
    { '/': [hydraPage(1, dataset('Étoiles') + dataset('b'), false)] },
    { query: 'etoiles TITLE' },
  );
  expect({ titles: datasets.map(({ title }) => title), total }).toEqual({
    titles: ['Title of Étoiles'],
    total: undefined,
  });
});

const nested = (depth: number) =>
  `${'<dct:relation><rdf:Description>'.repeat(depth)}${'</rdf:Description></dct:relation>'.repeat(depth)}`;
const bomb = (entities: string, use: string) =>
  rdfXml(
    `<dcat:Dataset rdf:about="http://data.example/a"><dct:title>${use}</dct:title></dcat:Dataset>`,
    `<?xml version="1.0"?><!DOCTYPE rdf:RDF [${entities}]>`,
  );

test.each([
  ['a page', '<!DOCTYPE html><html><body>Not here</body></html>', 'answered with a page in place of RDF'],
  ['something else', 'a,b\n1,2\n', 'answered with something else in place of RDF'],
  ['nothing', '', 'answered with something else in place of RDF'],
  ['RDF/XML that ends early', cafes().slice(0, -12), 'is not valid RDF/XML: it ends before its last element does'],
  ['Turtle that ends early', `${prefixes}<a> a dcat:Dataset ; dct:title "x`, 'is not valid Turtle'],
  ['JSON that ends early', jsonLd(context).slice(0, -5), 'is not valid JSON-LD'],
  [
    'a prefix that is not declared',
    '@prefix dcat: <http://x/> . <a> a dcat:Dataset ; nowhere:title "a" .',
    'is not valid Turtle: Undefined prefix',
  ],
  [
    'a nested entity',
    bomb('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">', '&b;'),
    'it declares an entity that is not the address of a namespace',
  ],
  [
    'an entity of a file',
    bomb('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'),
    'it declares an entity that is not the address',
  ],
  [
    'a long entity',
    bomb(`<!ENTITY a "${'a'.repeat(1000)}">`, '&a;'.repeat(100)),
    'it declares an entity that is not the address',
  ],
  [
    'many entities',
    bomb('<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">', '&a;'.repeat(200_000)),
    'it refers to entities too often',
  ],
  [
    'deep elements',
    rdfXml(`<rdf:Description>${nested(10_000)}</rdf:Description>`),
    'elements are nested more than 200 deep',
  ],
  ['deep JSON', `{"@id":${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}}`, 'objects are nested more than 100 deep'],
  ['a context on another host', jsonLd('http://192.0.2.1/context'), 'its JSON-LD needs the context 192.0.2.1/context'],
])('%s fails with a sentence', async (_what, body, message) => {
  await expect(readCatalog({ '/': [body] })).rejects.toThrow(message);
});

test('pages in circles are a message', async () => {
  const { datasets, failures } = await readCatalog({
    '/': [`${prefixes}${dataset('a')}<> hydra:next <http://HOST/> .`],
  });
  expect(datasets).toHaveLength(1);
  expect(failures).toEqual([
    { id: 'page 2', error: expect.stringContaining('go round in circles'), isIncomplete: true },
  ]);
});

test('lists without end come to an end', async () => {
  const endless = async (body: (page: number) => string) => {
    const host: string = await serve(({ url = '' }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
      response.end(`${prefixes}${body(page)}<#> hydra:next <http://${host}/?page=${page + 1}> .`);
    });
    return readPortal('dcat', { url: `http://${host}/` }, [host]);
  };
  const same = Array.from({ length: 300 }, (_, index) => dataset(`d${index}`)).join('');
  await expect(endless(() => same)).rejects.toThrow('repeats the same datasets');
  await expect(endless(() => '')).rejects.toThrow('pages in a row have no dataset');
  await expect(
    endless((page) => Array.from({ length: 3000 }, (_, index) => dataset(`${page}-${index}`)).join('')),
  ).rejects.toThrow('more than 10000 datasets');
});

test('a description that is far too long is a message at its dataset', async () => {
  const long = 'x'.repeat(2_000_000);
  for (const body of [
    `${prefixes}${dataset('a', `; dct:description """${long}"""`)}${dataset('b')}`,
    rdfXml(
      `<dcat:Dataset rdf:about="http://data.example/a"><dct:title>A</dct:title><dct:description>${long}</dct:description></dcat:Dataset><dcat:Dataset rdf:about="http://data.example/b"><dct:title>Title of b</dct:title></dcat:Dataset>`,
    ),
    JSON.stringify([
      {
        '@id': 'http://data.example/a',
        '@type': 'http://www.w3.org/ns/dcat#Dataset',
        'http://purl.org/dc/terms/title': 'a',
        'http://purl.org/dc/terms/description': long,
      },
      {
        '@id': 'http://data.example/b',
        '@type': 'http://www.w3.org/ns/dcat#Dataset',
        'http://purl.org/dc/terms/title': 'Title of b',
      },
    ]),
  ]) {
    const { datasets, failures } = await readCatalog({ '/': [body] });
    expect(failures).toEqual([
      { id: 'http://data.example/a', error: 'Its description has more than 900000 characters.' },
    ]);
    expect(datasets.map(({ title }) => title)).toEqual(['Title of b']);
  }
});

test('titles and keywords of any characters come back', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((each) => `t${each.replaceAll(/[\0\uD800-\uDFFF]/gu, '')}t`);
  await fc.assert(
    fc.asyncProperty(text, fc.uniqueArray(text, { maxLength: 5 }), async (title, keywords) => {
      const node = DataFactory.namedNode('http://data.example/a');
      const statements = [
        DataFactory.quad(
          node,
          DataFactory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
          DataFactory.namedNode('http://www.w3.org/ns/dcat#Dataset'),
        ),
        DataFactory.quad(node, DataFactory.namedNode('http://purl.org/dc/terms/title'), DataFactory.literal(title)),
        ...keywords.map((word) =>
          DataFactory.quad(node, DataFactory.namedNode('http://www.w3.org/ns/dcat#keyword'), DataFactory.literal(word)),
        ),
      ];
      const { datasets } = await readCatalog({ '/': [new Writer().quadsToString(statements)] });
      expect(datasets[0]?.metadata['default']).toEqual({
        title,
        ...(keywords.length > 0 && { keyword: keywords.toSorted() }),
      });
    }),
    { numRuns: 25 },
  );
});

test('any bytes are read or fail with a code', async () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...turtle.split(/(?<=[ ;.])/), ...cafes().split(/(?=<)/), ...jsonLd(context).split(/(?=")/)),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => {
      const read = await readCatalog({ '/': [parts.join('')] }).catch((error: unknown) => error);
      if (read instanceof Error) expect(read).toBeInstanceOf(CatalogError);
    }),
    { numRuns: 100 },
  );
});

test('extents are read from WKT and GeoJSON, and anything else is none', () => {
  const box = { west: 1, south: 2, east: 3, north: 5 };
  expect(parseExtent('POLYGON ((1 2, 3 2, 3 5, 1 5, 1 2))')).toEqual(box);
  expect(parseExtent('<http://www.opengis.net/def/crs/EPSG/0/4326> MULTIPOINT((2 1), (5 3))')).toEqual(box);
  expect(parseExtent('ENVELOPE(1, 3, 5, 2)')).toEqual(box);
  expect(parseExtent('SRID=4326;LINESTRING(1 2, 3 5)')).toEqual(box);
  expect(parseExtent('{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,5]]]}}')).toEqual(box);
  for (const text of ['POINT(500000 200000)', 'SRID=25832;POINT(1 2)', 'wrong', '{"type"', '{}', 'POINT EMPTY'])
    expect(parseExtent(text)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => void parseExtent(text)));
});
