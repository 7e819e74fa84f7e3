import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePeriod, parseRemoteDate, toInstant } from '#engine/harvesters/remote-dates.ts';
import { languageOf, markdownToHtml, textToHtml } from '#engine/harvesters/remote-metadata.ts';
import { sortParts } from '#engine/harvesters/remote-parts.ts';
import { serve } from '../../platform/fetcher/web.ts';
import { readPortal } from './read-kind.ts';
import { json, serveJson } from './serve-json.ts';

const file = (name: string, format: string, more: object = {}) => ({
  id: `id-${name}`,
  name,
  format,
  url: `https://files.example.org/${name}`,
  ...more,
});

const packageOf = (name: string, more: object = {}) => ({
  id: `id-${name}`,
  name,
  title: `Title of ${name}`,
  metadata_modified: '2024-02-01T10:11:12.131415',
  resources: [file(`${name}.csv`, 'CSV')],
  ...more,
});

/** Serves packages page by page. */
const serveCkan = (packages: readonly unknown[], calls: URL[] = []) =>
  serveJson((url) => {
    calls.push(url);
    const start = Number(url.searchParams.get('start'));
    const rows = Number(url.searchParams.get('rows'));
    return { success: true, result: { count: packages.length, results: packages.slice(start, start + rows) } };
  });

test('a package brings its organization, groups, tags, extras, license, contact and period', async () => {
  const calls: URL[] = [];
  const trees = packageOf('trees', {
    notes: 'All **trees**\nof the city',
    tags: [{ display_name: 'Trees' }, { name: 'green' }, { display_name: 'Trees' }],
    groups: [{ name: 'env', title: 'Environment' }],
    organization: { title: 'City of Example' },
    author: 'Parks',
    maintainer: 'Open Data Team',
    maintainer_email: 'data@example.org',
    license_id: 'cc-by',
    license_title: 'CC BY 4.0',
    url: 'https://example.org/trees',
    extras: [
      { key: 'temporal_start', value: '01.02.2020' },
      { key: 'temporal_end', value: '2021' },
      { key: 'theme-primary', value: '["Nature"]' },
      { key: 'language', value: 'http://publications.europa.eu/resource/authority/language/FRA' },
      { key: 'frequency', value: 'monthly' },
      { key: 'Height System', value: 'NN' },
      { key: 'harvest_object_id', value: 'internal' },
      { key: 'empty', value: '[]' },
    ],
  });
  const host = await serveCkan([trees], calls);
  const { datasets } = await readPortal(
    'ckan',
    { url: `http://${host}/api/3`, api_key: 'secret', group: 'a"b', query: 'tree' },
    [host],
  );
  expect(calls[0]?.pathname).toBe('/api/3/action/package_search');
  expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toEqual({
    ...{ q: 'tree', fq: 'groups:"a\\"b"', rows: '100', start: '0', sort: 'name asc' },
  });
  expect(datasets[0]).toMatchObject({
    ...{ id: 'id-trees', datasetId: 'trees', title: 'Title of trees', attachments: [] },
    description: '<p>All <strong>trees</strong><br>of the city</p>',
    metadata: {
      default: {
        title: 'Title of trees',
        keyword: ['Trees', 'green'],
        publisher: 'City of Example',
        license: 'CC BY 4.0',
        language: 'fr',
        modified: '2024-02-01T10:11:12.131Z',
        references: 'https://example.org/trees',
      },
      internal: { license_id: 'CC BY 4.0', theme_id: ['Environment', 'Nature'] },
      dcat: {
        ...{ creator: 'Parks', contact_name: 'Open Data Team', contact_email: 'data@example.org' },
        ...{ accrualperiodicity: 'monthly', temporal_coverage_start: '2020-02-01', temporal_coverage_end: '2021' },
      },
      custom: { height_system: 'NN' },
    },
    resources: [{ title: 'trees.csv', url: 'https://files.example.org/trees.csv', extractor: { type: 'csvfile' } }],
  });
  // the key goes to the portal alone
  expect(datasets[0]?.resources[0]?.headers).toBeUndefined();
});

test('all pages are read within offset and limit, and texts are in the language that is wanted', async () => {
  const packages = Array.from({ length: 250 }, (_, index) =>
    packageOf(`p${index}`, { title_translated: { de: `Titel ${index}`, fr: `Titre ${index}` } }),
  );
  const host = await serveCkan(packages);
  const { datasets, total } = await readPortal(
    'ckan',
    { url: `http://${host}`, offset: 10, limit: 120, language: 'fr' },
    [host],
  );
  expect({ total, titles: [datasets[0]?.title, datasets.at(-1)?.title] }).toEqual({
    total: 120,
    titles: ['Titre 10', 'Titre 129'],
  });
});

test('tables of the datastore bring labels and types, only when they are asked for', async () => {
  const calls: string[] = [];
  const table = file('t', 'CSV', { datastore_active: true, url: '_datastore_only_resource' });
  const host = await serveJson(({ pathname }) => {
    calls.push(pathname);
    if (pathname.endsWith('package_search'))
      return { success: true, result: { count: 1, results: [packageOf('a', { resources: [table] })] } };
    const fields = [
      { id: '_id', type: 'int' },
      { id: 'height', type: 'numeric', info: { label: 'Height', notes: 'in metres' } },
    ];
    return { success: true, result: { fields } };
  });
  const { datasets } = await readPortal('ckan', { url: `http://${host}` }, [host]);
  expect(datasets[0]?.resources[0]?.url).toBe(`http://${host}/datastore/dump/id-t?bom=false`);
  expect(calls).toHaveLength(1);
  expect(await datasets[0]?.loadFields?.()).toEqual([
    { name: 'height', label: 'Height', type: 'double', description: 'in metres', annotations: {} },
  ]);
});

test('broken entries, a broken page, repetitions and an enormous description are messages, and the rest arrives', async () => {
  const packages: unknown[] = Array.from({ length: 250 }, (_, index) => packageOf(`p${index}`));
  packages[3] = { title: 'nothing else' };
  packages[4] = packageOf('large', { notes: 'x'.repeat(2 ** 21) });
  packages[5] = packageOf('p0', { title: 'Another' });
  const host = await serve((request, response) => {
    const start = Number(new URL(request.url ?? '', 'http://x').searchParams.get('start'));
    if (start === 100) return response.end('<html>');
    return json(response, { success: true, result: { count: 250, results: packages.slice(start, start + 100) } });
  });
  const { datasets, failures } = await readPortal('ckan', { url: `http://${host}` }, [host]);
  expect(datasets).toHaveLength(147);
  expect(failures).toEqual([
    { id: 'entry 4', error: 'The entry has no identifier.' },
    { id: 'id-large', error: 'Its description has more than 900000 characters.' },
    { id: 'id-p0', error: expect.stringContaining('several datasets with this identifier') },
    { id: 'entries 101 to 200', error: expect.stringContaining('a page or XML in place of JSON'), isIncomplete: true },
  ]);
});

test.each([
  ['a page', '<html>', 'a page or XML in place of JSON'],
  ['another API', { datasets: [] }, 'did not answer as CKAN does'],
  ['a refusal', { success: false, error: { message: 'Access denied' } }, 'it answered: Access denied'],
  ['nothing', undefined, '404'],
])('%s in place of a list fails with a sentence', async (_what, body, message) => {
  const host = await serveJson(() => body);
  await expect(readPortal('ckan', { url: `http://${host}` }, [host])).rejects.toThrow(message);
});

test('parts are sorted by what they are, and one format of the same records is taken', () => {
  const part = (title: string, format: string, url = `https://x.example/${title}/${format}`) => ({
    ...{ title, url, formats: [format] },
  });
  const sorted = sortParts([
    part('Trees (CSV)', 'CSV'),
    part('Trees (GeoJSON)', 'application/geo+json'),
    part('Trees', 'ESRI Shapefile'),
    part('2020', 'csv'),
    part('2021', 'text/csv; charset=utf-8'),
    part('Manual', 'PDF'),
    part('Viewer', 'WMS'),
    part('Home', 'http://publications.europa.eu/resource/authority/file-type/HTML'),
    part('Archive', 'ZIP'),
    part('', '', 'https://x.example/a/rows.csv?x=1'),
    part('', '', 'https://x.example/a/rows.xlsx'),
    part('', '', 'https://x.example/landing'),
    part('Script', 'CSV', 'javascript:alert(1)'),
  ]);
  expect(sorted.resources.map(({ title, extractor }) => [title, extractor?.type])).toEqual([
    ['Trees (GeoJSON)', 'geojsonfile'],
    ['2020', 'csvfile'],
    ['2021', 'csvfile'],
    ['Archive', undefined],
    ['', 'csvfile'],
    // named by `readEntries` at its dataset
    ['Script', undefined],
  ]);
  expect(sorted.attachments.map(({ title }) => title)).toEqual(['Manual']);
  expect(sorted.links).toHaveLength(3);
});

test.each([
  ['2014', '2014', '2014-01-01'],
  ['2014-03', '2014-03', '2014-03-01'],
  ['2014-03-02', '2014-03-02', '2014-03-02'],
  ['20140302', '2014-03-02', '2014-03-02'],
  ['2014/03/02', '2014-03-02', '2014-03-02'],
  ['2.3.2014', '2014-03-02', '2014-03-02'],
  ['31/12/2013', '2013-12-31', '2013-12-31'],
  ['12/31/2013', '2013-12-31', '2013-12-31'],
  ['2014-03-02T01:00:00+02:00', '2014-03-01T23:00:00Z', '2014-03-01T23:00:00Z'],
  ['2014-03-02 01:00:00', '2014-03-02T01:00:00Z', '2014-03-02T01:00:00Z'],
  ['Sun, 02 Mar 2014 01:00:00 GMT', '2014-03-02T01:00:00Z', '2014-03-02T01:00:00Z'],
  [1393722000, '2014-03-02T01:00:00Z', '2014-03-02T01:00:00Z'],
  [1393722000000, '2014-03-02T01:00:00Z', '2014-03-02T01:00:00Z'],
])('%s is a date', (given, date, instant) => {
  expect([parseRemoteDate(given), toInstant(parseRemoteDate(given))]).toEqual([date, instant]);
});

test.each(['', '2014-02-30', '30.02.2014', '03/04/2014', 'R/P1D', 'soon', '0000', '99999-01-01', 17, null, {}])(
  '%j is no date',
  (given) => {
    expect(parseRemoteDate(given)).toBeUndefined();
  },
);

test('every text gives a date that fields take, or none', () => {
  const likely = fc.stringMatching(/^[0-9TZ:./ +-]{0,30}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), likely, fc.double(), fc.date().map(String)), (given) => {
      const date = parseRemoteDate(given);
      if (date !== undefined) expect(date).toMatch(/^\d{4}(-\d\d(-\d\d(T[\d:.]+Z)?)?)?$/);
      expect(toInstant(date) === undefined).toBe(date === undefined);
    }),
  );
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }), (date) => {
      expect(new Date(parseRemoteDate(date.toISOString()) ?? '').getTime()).toBe(date.getTime());
    }),
  );
});

test('periods, languages and texts in the spellings of portals', () => {
  expect(parsePeriod('2014-01-01/2015-12-31')).toEqual({ start: '2014-01-01', end: '2015-12-31' });
  expect(parsePeriod('2014-01-01T00:00:00Z/..')).toEqual({ start: '2014-01-01T00:00:00Z' });
  expect(parsePeriod('2014 to 2016')).toEqual({ start: '2014', end: '2016' });
  expect(parsePeriod('since ever')).toEqual({});
  expect(['en-US', 'ger', 'pt_BR', 'klingon', '', undefined].map(languageOf)).toEqual([
    ...['en', 'de', 'pt', undefined, undefined, undefined],
  ]);
  expect(textToHtml('1 < 2\nand\n\nmore')).toBe('<p>1 &lt; 2<br>and</p><p>more</p>');
  expect([textToHtml('<b>x</b>'), markdownToHtml('<p>*x*</p>')]).toEqual(['<b>x</b>', '<p>*x*</p>']);
});
