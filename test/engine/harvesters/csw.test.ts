import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '#kernel/json.ts';
import { serve } from '../../platform/fetcher/web.ts';
import { readPortal } from './read-kind.ts';

const namespaces =
  'xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco" xmlns:gmx="http://www.isotc211.org/2005/gmx" xmlns:gml="http://www.opengis.net/gml" xmlns:ows="http://www.opengis.net/ows" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"';
const text = (value: string) => `<gco:CharacterString>${value}</gco:CharacterString>`;
const code = (name: string, value: string) =>
  `<gmd:${name}><gmd:Code codeList="x" codeListValue="${value}"/></gmd:${name}>`;
const date = (value: string, type: string) =>
  `<gmd:date><gmd:CI_Date><gmd:date><gco:Date>${value}</gco:Date></gmd:date>${code('dateType', type)}</gmd:CI_Date></gmd:date>`;
const keywords = (words: readonly string[], thesaurus = '') =>
  `<gmd:descriptiveKeywords><gmd:MD_Keywords>${words.map((word) => `<gmd:keyword>${text(word)}</gmd:keyword>`).join('')}
  <gmd:thesaurusName><gmd:CI_Citation><gmd:title>${text(thesaurus)}</gmd:title></gmd:CI_Citation></gmd:thesaurusName></gmd:MD_Keywords></gmd:descriptiveKeywords>`;
const link = (url: string, protocol: string, name = '') =>
  `<gmd:onLine><gmd:CI_OnlineResource><gmd:linkage><gmd:URL>${url}</gmd:URL></gmd:linkage><gmd:protocol>${text(protocol)}</gmd:protocol><gmd:name>${text(name)}</gmd:name></gmd:CI_OnlineResource></gmd:onLine>`;

const iso = (id: string, { title = `Title of ${id}`, about = '', links = '' } = {}) =>
  `<gmd:MD_Metadata><gmd:fileIdentifier>${text(id)}</gmd:fileIdentifier><gmd:dateStamp><gco:DateTime>2024-02-03T04:05:06Z</gco:DateTime></gmd:dateStamp>
  <gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title>${text(title)}</gmd:title>${date('2020-01-02', 'publication')}</gmd:CI_Citation></gmd:citation>${about}</gmd:MD_DataIdentification></gmd:identificationInfo>
  <gmd:distributionInfo><gmd:MD_Distribution><gmd:transferOptions><gmd:MD_DigitalTransferOptions>${links}</gmd:MD_DigitalTransferOptions></gmd:transferOptions></gmd:MD_Distribution></gmd:distributionInfo>
  <gmd:dataQualityInfo><gmd:DQ_DataQuality><gmd:lineage><gmd:LI_Lineage><gmd:statement>${text('By hand')}</gmd:statement></gmd:LI_Lineage></gmd:lineage></gmd:DQ_DataQuality></gmd:dataQualityInfo></gmd:MD_Metadata>`;

const capabilities = (methods = '<ows:Get xlink:href="http://inside.example/csw?"/>', version = '2.0.2') =>
  `<csw:Capabilities ${namespaces} version="${version}"><ows:OperationsMetadata><ows:Operation name="GetRecords"><ows:DCP><ows:HTTP>${methods}</ows:HTTP></ows:DCP>
  <ows:Parameter name="outputSchema"><ows:Value>http://www.isotc211.org/2005/gmd</ows:Value></ows:Parameter></ows:Operation></ows:OperationsMetadata></csw:Capabilities>`;

const results = (records: readonly string[], total: number, next: number) =>
  `<?xml version="1.0"?><csw:GetRecordsResponse ${namespaces}><csw:SearchResults numberOfRecordsMatched="${total}" numberOfRecordsReturned="${records.length}" nextRecord="${next}">${records.join('')}</csw:SearchResults></csw:GetRecordsResponse>`;

/** What the server answers instead of a page. */
type Answer = string | Buffer | undefined;

/** Reads a catalog of these records; `instead` may answer a request for records in another way. */
async function readCatalog(
  records: readonly string[],
  settings: JsonObject = {},
  {
    instead = (): Answer => undefined,
    most = 100,
    start = capabilities(),
  }: Partial<{
    instead: (start: number, size: number) => Answer;
    most: number;
    start: string;
  }> = {},
) {
  const host = await serve(({ url = '', method }, response) => {
    const { searchParams } = new URL(url, 'http://portal');
    if (searchParams.get('request') === 'GetCapabilities') return response.end(start);
    if (method === 'POST') return response.end(results(records, records.length, 0));
    const first = Number(searchParams.get('startPosition'));
    const size = Math.min(most, Number(searchParams.get('maxRecords')));
    const next = first + size > records.length ? 0 : first + size;
    const page = results(records.slice(first - 1, first - 1 + size), records.length, next);
    return response.end(instead(first, size) ?? page);
  });
  return readPortal('csw', { url: `http://${host}/csw?service=CSW&request=GetCapabilities`, ...settings }, [host]);
}

test('a record by ISO 19139 brings its metadata, features, files and services', async () => {
  const about = `<gmd:abstract>${text('One &lt;two&gt;')}</gmd:abstract>
    <gmd:pointOfContact><gmd:CI_ResponsibleParty><gmd:individualName>${text('Ada')}</gmd:individualName><gmd:organisationName><gmx:Anchor xlink:href="x">City</gmx:Anchor></gmd:organisationName>
      <gmd:contactInfo><gmd:CI_Contact><gmd:address><gmd:CI_Address><gmd:electronicMailAddress>${text('ada@city.example')}</gmd:electronicMailAddress></gmd:CI_Address></gmd:address></gmd:CI_Contact></gmd:contactInfo>${code('role', 'owner')}</gmd:CI_ResponsibleParty></gmd:pointOfContact>
    ${keywords(['oak', 'ash'])}${keywords(['Forests'], 'INSPIRE themes')}
    <gmd:resourceConstraints><gmd:MD_LegalConstraints>${code('accessConstraints', 'otherRestrictions')}<gmd:otherConstraints><gmx:Anchor xlink:href="https://creativecommons.org/licenses/by/4.0/">CC BY</gmx:Anchor></gmd:otherConstraints></gmd:MD_LegalConstraints></gmd:resourceConstraints>
    <gmd:language><gmd:LanguageCode codeListValue="fre"/></gmd:language><gmd:topicCategory><gmd:MD_TopicCategoryCode>environment</gmd:MD_TopicCategoryCode></gmd:topicCategory>
    <gmd:extent><gmd:EX_Extent><gmd:geographicElement><gmd:EX_GeographicBoundingBox><gmd:westBoundLongitude><gco:Decimal>1</gco:Decimal></gmd:westBoundLongitude><gmd:eastBoundLongitude><gco:Decimal>3</gco:Decimal></gmd:eastBoundLongitude><gmd:southBoundLatitude><gco:Decimal>2</gco:Decimal></gmd:southBoundLatitude><gmd:northBoundLatitude><gco:Decimal>5</gco:Decimal></gmd:northBoundLatitude></gmd:EX_GeographicBoundingBox></gmd:geographicElement>
      <gmd:temporalElement><gmd:EX_TemporalExtent><gmd:extent><gml:TimePeriod><gml:beginPosition>2019-01-01</gml:beginPosition><gml:endPosition>2019-12-31</gml:endPosition></gml:TimePeriod></gmd:extent></gmd:EX_TemporalExtent></gmd:temporalElement></gmd:EX_Extent></gmd:extent>`;
  const links = [
    link('https://maps.example/wfs?service=WFS&amp;request=GetCapabilities', 'OGC:WFS', 'city:trees'),
    link('https://maps.example/wms?', 'OGC:WMS', 'trees'),
    link('https://files.example/trees.csv', 'WWW:DOWNLOAD-1.0-http--download', 'Table'),
    link('https://files.example/guide.pdf', 'WWW:LINK', 'Guide'),
    link('https://city.example/trees', 'WWW:LINK-1.0-http--link', 'Page'),
    link('ftp//x', 'WWW:DOWNLOAD', 'Lost'),
  ].join('');
  const { datasets, failures, total } = await readCatalog([iso('trees', { about, links })], {
    theme_thesaurus: 'inspire',
    themes_mapping: { 'inspire themes': { Forests: 'Nature' }, 'another one': { Forests: 'Timber' } },
  });
  expect(total).toBe(1);
  expect(failures).toEqual([
    {
      id: 'trees',
      isPartial: true,
      error: 'Left out, because the address is not a web or file address: "Lost".',
    },
  ]);
  expect(datasets).toMatchObject([
    {
      id: 'trees',
      title: 'Title of trees',
      description: '<p>One &lt;two&gt;</p>',
      metadata: {
        default: {
          keyword: ['oak', 'ash'],
          publisher: 'City',
          license: 'https://creativecommons.org/licenses/by/4.0/',
          language: 'fr',
          modified: '2024-02-03T04:05:06Z',
          references:
            'https://maps.example/wfs?service=WFS&request=GetCapabilities https://maps.example/wms? https://city.example/trees',
        },
        internal: { theme_id: ['Nature'] },
        dcat: {
          issued: '2020-01-02',
          contact_name: 'Ada',
          contact_email: 'ada@city.example',
          temporal_coverage_start: '2019-01-01',
          temporal_coverage_end: '2019-12-31',
        },
        inspire: {
          lineage: 'By hand',
          constraints: 'CC BY',
          extend_bounding_box_westbound_longitude: 1,
          extend_bounding_box_northbound_latitude: 5,
        },
      },
      resources: [
        { title: 'city:trees', url: 'https://maps.example/wfs#feature-type=city%3Atrees' },
        { title: 'Table', url: 'https://files.example/trees.csv', extractor: { type: 'csvfile' } },
      ],
      attachments: [{ title: 'Guide', url: 'https://files.example/guide.pdf' }],
    },
  ]);
});

test('the texts of other languages go into the open template', async () => {
  const localised = (locale: string, value: string) =>
    `<gmd:PT_FreeText><gmd:textGroup><gmd:LocalisedCharacterString locale="#${locale}">${value}</gmd:LocalisedCharacterString></gmd:textGroup></gmd:PT_FreeText>`;
  const about = `<gmd:abstract>${text('All trees')}${localised('loc-1', 'Tous les arbres')}</gmd:abstract>
    <gmd:descriptiveKeywords><gmd:MD_Keywords><gmd:keyword>${text('oak')}${localised('loc-1', 'chêne')}</gmd:keyword><gmd:keyword>${text('ash')}${localised('NL', 'es')}</gmd:keyword></gmd:MD_Keywords></gmd:descriptiveKeywords>`;
  const locale =
    '<gmd:locale><gmd:PT_Locale id="loc-1"><gmd:languageCode><gmd:LanguageCode codeListValue="fre"/></gmd:languageCode></gmd:PT_Locale></gmd:locale>';
  const record = iso('trees', { title: 'Trees', about }).replace('<gmd:dateStamp>', `${locale}<gmd:dateStamp>`);
  const titled = record.replace(
    `${text('Trees')}</gmd:title>`,
    `${text('Trees')}${localised('EN', 'Trees')}${localised('NL', 'Bomen')}</gmd:title>`,
  );
  const { datasets } = await readCatalog([titled]);
  expect(datasets[0]).toMatchObject({
    title: 'Trees',
    metadata: {
      default: { keyword: ['oak', 'ash'] },
      custom: { title_nl: 'Bomen', description_fr: 'Tous les arbres', keywords_fr: ['chêne'], keywords_nl: ['es'] },
    },
  });
  expect(datasets[0]?.metadata['custom']).not.toHaveProperty('title_en');
});

test('a record by Dublin Core, by POST, brings what it has', async () => {
  const record = `<csw:Record><dc:identifier>trees</dc:identifier><dc:title>Trees</dc:title><dc:subject>oak</dc:subject><dct:abstract>All</dct:abstract><dct:modified>2024</dct:modified>
    <dc:rights>Open</dc:rights><dc:URI protocol="WWW:DOWNLOAD" name="Table">https://files.example/t.csv</dc:URI>
    <ows:BoundingBox><ows:LowerCorner>1 2</ows:LowerCorner><ows:UpperCorner>3 5</ows:UpperCorner></ows:BoundingBox></csw:Record>`;
  const { datasets, failures } = await readCatalog(
    [record, '<csw:Record><dc:title>Nameless</dc:title></csw:Record>'],
    { licenses_mapping: '{"open": "ODbL"}', invert_coordinates: true },
    { start: capabilities('<ows:Post xlink:href="/csw"/>') },
  );
  expect(failures).toEqual([
    { id: 'record 2', error: 'The record has no identifier, so that it cannot be found again.' },
  ]);
  expect(datasets).toMatchObject([
    {
      id: 'trees',
      metadata: {
        default: { title: 'Trees', keyword: ['oak'], license: 'ODbL', modified: '2024-01-01' },
        inspire: { extend_bounding_box_westbound_longitude: 2, extend_bounding_box_southbound_latitude: 1 },
      },
      resources: [{ url: 'https://files.example/t.csv' }],
    },
  ]);
});

test('each record arrives once, whatever the size of pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }), async (count, most) => {
      const ids = Array.from({ length: count }, (_, index) => `r${index}`);
      const { datasets, failures } = await readCatalog(
        ids.map((id) => iso(id)),
        {},
        { most },
      );
      expect(failures).toEqual([]);
      expect(datasets.map(({ id }) => id)).toEqual(ids);
    }),
    { numRuns: 12 },
  );
});

test('one record that breaks its page is a message, and the others arrive', async () => {
  const broken = {
    truncated: '<gmd:MD_Metadata><gmd:fileIdentifier>',
    'an entity': `<gmd:MD_Metadata>&secret;</gmd:MD_Metadata>`,
    '20 MB': iso('large', { title: 'x'.repeat(20_000_000) }),
  };
  for (const record of Object.values(broken)) {
    const { datasets, failures } = await readCatalog([iso('a'), record, iso('b')]);
    expect(datasets.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(failures).toEqual([
      { id: 'record 2', error: expect.stringContaining('its XML cannot be read'), isIncomplete: true },
    ]);
  }
});

test('a service whose every answer is broken fails, and is not asked for ever', async () => {
  let requests = 0;
  const instead = () => {
    requests += 1;
    return '<csw:GetRecordsResponse><csw:SearchResults>';
  };
  await expect(readCatalog([], {}, { instead })).rejects.toThrow('its XML cannot be read');
  expect(requests).toBeLessThan(100);
});

test('a catalog by CSW 3.0 is asked in its own words', async () => {
  const third = 'http://www.opengis.net/cat/csw/3.0';
  const asThird = (text: string) => text.replaceAll('http://www.opengis.net/cat/csw/2.0.2', third);
  const asked: string[] = [];
  const record =
    '<csw:Record><dc:identifier>trees</dc:identifier><dc:title>Trees</dc:title><dct:abstract>All</dct:abstract></csw:Record>';
  const host = await serve(({ url = '', method }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://portal');
    if (pathname === '/robots.txt') return response.writeHead(404).end();
    if (searchParams.get('request') === 'GetCapabilities') {
      const core = '<ows:Get xlink:href="/csw"/>';
      const start = capabilities(core, '3.0.0').replace(
        'http://www.isotc211.org/2005/gmd</ows:Value>',
        `${third}</ows:Value>`,
      );
      return response.end(asThird(start));
    }
    asked.push(`${method ?? ''} ${url}`);
    return response.end(asThird(results([record], 1, 0)));
  });
  const { datasets, total } = await readPortal('csw', { url: `http://${host}/csw` }, [host]);
  expect(total).toBe(1);
  expect(datasets).toMatchObject([{ id: 'trees', title: 'Trees', description: '<p>All</p>' }]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/version=3\.0\.0/);
  expect(asked[0]).toContain(encodeURIComponent(third));
  expect(asked[0]).not.toContain('resultType');
});

test('entities of a document are not expanded, and nothing that it names is read', async () => {
  const declared = (entity: string) =>
    `<?xml version="1.0"?><!DOCTYPE x [${entity}]><csw:Capabilities ${namespaces} version="2.0.2">&e;</csw:Capabilities>`;
  const bomb = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY e "&b;&b;&b;&b;&b;&b;">';
  for (const entity of [bomb, '<!ENTITY e SYSTEM "file:///etc/passwd">'])
    await expect(readCatalog([], {}, { start: declared(entity) })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringContaining('its XML cannot be read'),
    });
});

test('an exception, a page and pages in circles say what they are', async () => {
  const report = `<ows:ExceptionReport ${namespaces}><ows:Exception exceptionCode="NoApplicableCode"><ows:ExceptionText>The index is locked</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
  const cases: readonly [Answer, string][] = [
    [report, 'the service answered with an exception: The index is locked'],
    ['<!DOCTYPE html><html><body>Maintenance</body></html>', 'answered with a page in place of XML'],
    ['no', 'answered with something else in place of XML'],
    [results([iso('a')], 3, 1), 'its pages go round in circles'],
    [`<other/>`, 'answered with other in place of records'],
  ];
  for (const [answer, message] of cases)
    await expect(readCatalog([], {}, { instead: () => answer })).rejects.toThrow(message);
  await expect(readCatalog([], {}, { start: '<WMS_Capabilities version="1.3.0"/>' })).rejects.toThrow(
    'WMS_Capabilities in place of the capabilities of a CSW',
  );
});

test('a page that fails, a record left out and an identifier that comes twice are messages', async () => {
  const records = Array.from({ length: 4 }, (_, index) => iso(`r${index}`));
  const page = await readCatalog(
    records,
    {},
    { most: 1, instead: (start) => (start === 2 ? '<ows:ExceptionReport/>' : undefined) },
  );
  expect(page.failures).toMatchObject([{ error: expect.stringContaining('an exception'), isIncomplete: true }]);
  const left = await readCatalog(
    [iso('a')],
    {},
    {
      instead: (start) => (start === 1 ? results([iso('a')], 3, 3) : results([iso('c')], 3, 0)),
    },
  );
  expect(left.datasets.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(left.failures).toEqual([
    { id: 'record 2', error: 'The service left the record out of its list.', isIncomplete: true },
  ]);
  const twice = await readCatalog([iso('a'), iso('a', { title: 'Other' })]);
  expect(twice.failures).toMatchObject([{ id: 'a', error: expect.stringContaining('several datasets') }]);
});

test('texts are read in the encoding that the document names', async () => {
  const page = results([iso('a', { title: 'Café' })], 1, 0).replace('?>', ' encoding="ISO-8859-1"?>');
  const { datasets } = await readCatalog([], {}, { instead: () => Buffer.from(page, 'latin1') });
  expect(datasets[0]?.title).toBe('Café');
});
