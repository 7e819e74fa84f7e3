import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHarvestSource } from '#engine/harvesters/harvest-source.ts';
import type { JsonObject } from '#kernel/json.ts';
import { harvesterKinds } from '#engine/harvesters/registry.ts';
import { serve, fetcherFor } from '../../platform/fetcher/web.ts';
import { readPortal } from './read-kind.ts';

/** An entry of the catalog of a portal. */
const entryOf = (id: string, more: object = {}) => ({
  dataset_id: id,
  has_records: true,
  data_visible: true,
  fields: [{ name: 'height', label: 'Height', type: 'double', description: null, annotations: { unit: ['m'] } }],
  attachments: [],
  alternative_exports: [],
  metas: { default: { title: `Title of ${id}`, description: `<p>${id}</p>`, theme: ['Trees'], license: 'CC BY 4.0' } },
  ...more,
});

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const offsetOf = ({ url = '' }: IncomingMessage): number =>
  Number(new URL(url, 'http://portal').searchParams.get('offset'));

/** Serves a catalog page by page. */
const serveCatalog = (entries: readonly unknown[]) =>
  serve((request, response) => {
    const offset = offsetOf(request);
    json(response, { total_count: entries.length, results: entries.slice(offset, offset + 100) });
  });

test('all pages are read, and a dataset brings its metadata, fields, records and files', async () => {
  const files = entryOf('notes', {
    has_records: false,
    attachments: [
      { id: 'manual_pdf', title: 'Manual', url: 'odsfile://manual.pdf' },
      { id: 'x', title: null, url: 'https://files.example.org/x.pdf' },
    ],
    alternative_exports: [{ id: 'dxf', title: 'Drawing' }],
  });
  const many = Array.from({ length: 230 }, (_, index) => entryOf(`trees-${index}`));
  const host = await serveCatalog([files, ...many]);
  const { datasets, failures, total } = await readPortal('ods', { domain: `http://${host}/` }, [host]);
  expect({ read: datasets.length, failures, total }).toEqual({ read: 231, failures: [], total: 231 });
  const base = `http://${host}/api/explore/v2.1/catalog/datasets`;
  expect(datasets[0]).toMatchObject({
    id: 'notes',
    resources: [],
    attachments: [
      { title: 'Manual', url: `${base}/notes/attachments/manual_pdf` },
      { title: 'x', url: 'https://files.example.org/x.pdf' },
      { title: 'Drawing', url: `${base}/notes/alternative_exports/dxf` },
    ],
  });
  expect(datasets[1]).toMatchObject({
    id: 'trees-0',
    datasetId: 'trees-0',
    title: 'Title of trees-0',
    description: '<p>trees-0</p>',
    metadata: {
      default: { title: 'Title of trees-0', license: 'CC BY 4.0' },
      internal: { theme_id: ['Trees'] },
    },
    resources: [
      {
        url: `${base}/trees-0/exports/csv?delimiter=%3B&use_labels=false&with_bom=false`,
        extractor: { type: 'csvfile', params: { separator: ';' } },
      },
    ],
    fields: [{ name: 'height', label: 'Height', type: 'double', annotations: { unit: ['m'] } }],
  });
});

test('the key and the refinements are sent, and the key with the addresses of the portal alone', async () => {
  const requests: IncomingMessage[] = [];
  const file = { id: 'a', title: 'Elsewhere', url: 'https://files.example.org/a' };
  const host = await serve((request, response) => {
    if (request.url !== '/robots.txt') requests.push(request);
    json(response, { total_count: 1, results: [entryOf('a', { attachments: [file] })] });
  });
  const { datasets } = await readPortal(
    'ods',
    { domain: `http://${host}`, api_key: 'secret', refines: 'publisher:City\nrefine.theme=Trees' },
    [host],
  );
  expect(
    requests.map(({ headers, url = '' }) => [
      headers.authorization,
      new URL(url, 'http://x').searchParams.getAll('refine'),
    ]),
  ).toEqual([['Apikey secret', ['publisher:City', 'theme:Trees']]]);
  expect(requests[0]?.headers['user-agent']).toBe('Catalograph');
  expect(datasets[0]?.resources[0]?.headers).toEqual([{ name: 'Authorization', value: 'Apikey secret' }]);
  expect(datasets[0]?.attachments[0]).toEqual({ title: 'Elsewhere', url: file.url });
});

test('a broken entry, a broken page and a repeated identifier are messages, and the rest arrives', async () => {
  const entries = Array.from({ length: 250 }, (_, index): unknown => entryOf(`d${index}`));
  entries[3] = { dataset_id: 'broken', has_records: 'yes' };
  entries[4] = 'no object';
  entries[5] = entryOf('d0');
  entries[6] = entryOf('d1', { has_records: false });
  const host = await serve((request, response) => {
    const offset = offsetOf(request);
    if (offset === 100) return json(response, { error: 'lost' }, 500);
    return json(response, { total_count: 250, results: entries.slice(offset, offset + 100) });
  });
  const { datasets, failures } = await readPortal('ods', { domain: `http://${host}` }, [host]);
  expect(datasets).toHaveLength(146);
  expect(failures).toEqual([
    { id: 'broken', error: 'The entry has an unexpected form, at has_records.' },
    { id: 'entry 5', error: 'The entry has an unexpected form, at its beginning.' },
    { id: 'd1', error: 'The source has several datasets with this identifier. The first one was taken.' },
    { id: 'entries 101 to 200', error: expect.stringContaining('500'), isIncomplete: true },
  ]);
});

test.each([
  ['a page in place of data', '<html>', 'answered with a page or XML in place of JSON'],
  ['another API', '{"datasets": []}', 'did not answer with a list of datasets. Check the address.'],
])('%s fails with a sentence', async (_what, body, message) => {
  const host = await serve((_request, response) => response.end(body));
  await expect(readPortal('ods', { domain: `http://${host}` }, [host])).rejects.toThrow(message);
});

test('a key that expires in the middle ends the list', async () => {
  const host = await serve((request, response) =>
    offsetOf(request) === 0
      ? json(response, { total_count: 1000, results: Array.from({ length: 100 }, (_, index) => entryOf(`d${index}`)) })
      : json(response, {}, 401),
  );
  await expect(readPortal('ods', { domain: `http://${host}` }, [host])).rejects.toThrow('401');
});

test('a list without end, a list too large and a list in circles end', async () => {
  const endless = await serve((_request, response) => {
    json(response, { total_count: 2 ** 30, results: Array.from({ length: 100 }, (_, index) => entryOf(`d${index}`)) });
  });
  await expect(readPortal('ods', { domain: `http://${endless}` }, [endless])).rejects.toThrow(
    'repeats the same datasets',
  );
  const large = await serveCatalog([entryOf('large', { metas: { default: { description: 'x'.repeat(100_000) } } })]);
  const read = readPortal('ods', { domain: `http://${large}` }, [large], { totalBytes: 50_000 });
  await expect(read).rejects.toThrow('could not be read');
  const source = createHarvestSource(fetcherFor([large]), new AbortController().signal);
  await source.fetch(`http://${large}/`);
  await expect(source.fetch(`http://${large}/`)).rejects.toThrow('go round in circles');
});

test('a dataset with an enormous description, and texts that cannot be stored', async () => {
  const host = await serveCatalog([
    entryOf('large', { metas: { default: { description: 'x'.repeat(1_000_000) } } }),
    entryOf('nul', { metas: { default: { title: 'a\0b\ud800' } } }),
  ]);
  const { datasets, failures } = await readPortal('ods', { domain: `http://${host}` }, [host]);
  expect(failures).toEqual([{ id: 'large', error: 'Its description has more than 900000 characters.' }]);
  expect(datasets.map(({ title }) => title)).toEqual(['a\ufffdb\ufffd']);
});

test('one request at a time reaches a host, and Retry-After is respected', async () => {
  let [open, most, refused] = [0, 0, 0];
  const host = await serve((_request, response) => {
    most = Math.max(most, (open += 1));
    setImmediate(() => {
      open -= 1;
      if ((refused += 1) === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else json(response, {});
    });
  });
  const source = createHarvestSource(fetcherFor([host]), new AbortController().signal);
  await Promise.all(Array.from({ length: 5 }, (_, index) => source.fetchJson(`http://${host}/${index}`)));
  expect({ most, answered: refused }).toEqual({ most: 1, answered: 6 });
  const stream = await source.open(`http://${host}/stream`);
  const next = source.fetchJson(`http://${host}/next`);
  stream.body.resume();
  expect(await next).toEqual({});
});

test('settings are checked by name; every kind has a reader or says why it has none', () => {
  const errors = Object.fromEntries(harvesterKinds.map((kind) => [kind.type, Object.keys(kind.check({}).errors)]));
  expect(errors).toEqual({
    ods: ['domain'],
    arcgis: ['url'],
    socrata: ['url'],
    arcgis_opendata: ['url'],
    ckan: ['url'],
    csw: ['url'],
    datagouv: ['organization_id'],
    datajson: ['url'],
    ftp: ['host', 'user', 'password'],
    ftp_csv: ['host', 'user', 'password', 'metadata_file'],
    ftp_with_meta_csv: ['host', 'user', 'password', 'metadata_file'],
    dcat: ['url'],
    wfs: ['url'],
    junar: ['url', 'auth_key'],
    omi_node: ['url'],
    quandl: ['database_code', 'api_key', 'number_of_datasets'],
  });
  const ckan = harvesterKinds.find(({ type }) => type === 'ckan');
  expect(
    ckan?.check({ url: 'https://user:pw@x.example/', limit: 0, offset: 'a', sort: 3, metadata_only: 'x' }).errors,
  ).toEqual({
    url: ['An address contains no user name and no password.'],
    limit: ['Give a whole number from 1.'],
    offset: ['Give a whole number from 0.'],
    sort: ['Give a text.'],
    metadata_only: ['Give true or false.'],
  });
  expect(ckan?.check({ url: ' data.example.org ' }).settings).toEqual({
    url: 'data.example.org',
    limit: null,
    offset: null,
    sort: '',
    group: '',
    language: '',
    query: '',
    api_key: '',
    download_resources: false,
    metadata_only: false,
  });
});

test('a mapping of values is an object, by thesaurus or not, or a text of one; booleans may be words', () => {
  const kind = harvesterKinds.find(({ type }) => type === 'csw');
  const check = (settings: JsonObject) => kind?.check({ url: 'csw.example.org', ...settings });
  const themes = { Forests: 'Nature', inspire: { Rivers: 'Water' } };
  expect(
    check({
      themes_mapping: themes,
      licenses_mapping: 'open=ODbL\n\nfree = CC0',
      insert_br_in_description: 'True',
      constraint_language: '',
    }),
  ).toMatchObject({
    errors: {},
    settings: {
      themes_mapping: themes,
      licenses_mapping: { open: 'ODbL', free: 'CC0' },
      insert_br_in_description: true,
      constraint_language: false,
    },
  });
  expect(check({ licenses_mapping: '{"open": "ODbL"}' })?.settings['licenses_mapping']).toEqual({ open: 'ODbL' });
  const mapping = 'Give an object whose values are texts, or objects of texts by the name of a thesaurus.';
  for (const given of ['open', ['a'], 5, { a: 1 }, { a: { b: null } }, { a: { b: { c: 'd' } } }])
    expect(check({ themes_mapping: given })?.errors).toEqual({ themes_mapping: [mapping] });
  expect(check({ themes_mapping: { a: '\0' } })?.errors).toHaveProperty('themes_mapping');
  expect(check({ themes_mapping: { a: 'x'.repeat(100_000) } })?.errors).toHaveProperty('themes_mapping');
  expect(check({ constraint_language: 'CQL' })?.errors).toEqual({ constraint_language: ['Give true or false.'] });
});

test.each(['junar', 'omi_node', 'quandl'])('%s says that it is closed or gone', async (type) => {
  const settings = { url: 'https://x.example', auth_key: 'k', api_key: 'k', database_code: 'c', number_of_datasets: 1 };
  await expect(readPortal(type, settings, [])).rejects.toThrow(/closed|no longer|any more/);
});
