import { describe, expect, test } from '@jest/globals';
import { readPortal } from './read-kind.ts';
import { serveJson } from './serve-json.ts';

const ids = ({ datasets }: { readonly datasets: readonly { readonly id: string }[] }) => datasets.map(({ id }) => id);

describe('data.json', () => {
  const entry = (identifier: unknown, more: object = {}) => ({
    identifier,
    title: `Title of ${String(identifier)}`,
    description: 'First\n\nSecond',
    ...more,
  });

  test('an entry brings its metadata and the best of its files', async () => {
    const trees = entry('trees', {
      keyword: ['Trees'],
      theme: ['Nature'],
      modified: '2020-01-02',
      issued: 'R/P1D',
      publisher: { name: 'City' },
      contactPoint: { fn: 'Ann', hasEmail: 'mailto:ann@example.org' },
      license: 'https://creativecommons.org/licenses/by/4.0/',
      temporal: '2019-01-01/2019-12-31',
      landingPage: 'https://example.org/trees',
      isPartOf: 'plants',
      distribution: [
        { title: 'Shapefile', format: 'ZIP', downloadURL: 'https://x.example/trees.zip' },
        { title: 'CSV', mediaType: 'text/csv', downloadURL: 'https://x.example/trees.csv' },
        { title: 'Page', mediaType: 'text/html', accessURL: 'https://x.example/trees' },
      ],
    });
    const host = await serveJson(({ pathname }) => (pathname === '/data.json' ? { dataset: [trees] } : undefined));
    const { datasets, total } = await readPortal('datajson', { url: `http://${host}` }, [host]);
    expect(total).toBe(1);
    expect(datasets[0]).toMatchObject({
      description: '<p>First</p><p>Second</p>',
      metadata: {
        default: {
          ...{ keyword: ['Trees'], publisher: 'City', modified: '2020-01-02' },
          references: 'https://example.org/trees https://x.example/trees',
        },
        internal: { theme_id: ['Nature'], license_id: 'https://creativecommons.org/licenses/by/4.0/' },
        dcat: {
          ...{ contact_name: 'Ann', contact_email: 'ann@example.org' },
          ...{ temporal_coverage_start: '2019-01-01', temporal_coverage_end: '2019-12-31' },
        },
        custom: { is_part_of: 'plants' },
      },
      resources: [{ url: 'https://x.example/trees.csv', extractor: { type: 'csvfile' } }],
    });
    expect(datasets[0]?.metadata['dcat']).not.toHaveProperty('issued');
  });

  test('odd identifiers, titles and values arrive, and what has no identifier is a message', async () => {
    const dataset = [
      entry({ '@id': 'https://x.example/1' }),
      entry({ notation: 'N-2' }, { title: 707, spatial: null, keyword: 'one' }),
      { title: 'Nothing' },
      'text',
      entry('last', { description: 'x'.repeat(2 ** 21) }),
    ];
    const host = await serveJson(() => ({ dataset }));
    const read = await readPortal('datajson', { url: `http://${host}/all.json` }, [host]);
    expect(ids(read)).toEqual(['https://x.example/1', 'N-2']);
    expect(read.datasets[1]).toMatchObject({ title: '707', metadata: { default: { keyword: ['one'] } } });
    expect(read.failures.map(({ id }) => id)).toEqual(['entry 3', 'entry 4', 'last']);
    expect(ids(await readPortal('datajson', { url: `http://${host}/x.json`, number_of_datasets: 1 }, [host]))).toEqual([
      'https://x.example/1',
    ]);
  });

  test.each([
    ['<html>', 'a page or XML in place of JSON'],
    [{ datasets: [] }, 'its document has no list dataset'],
    ['{"dataset": [', 'something else in place of JSON'],
  ])('%j fails with a sentence', async (body, message) => {
    const host = await serveJson(() => body);
    await expect(readPortal('datajson', { url: `http://${host}` }, [host])).rejects.toThrow(message);
  });
});

describe('A udata portal', () => {
  test('is read by pages of the size that it allows, with the files it knows to be there', async () => {
    const file = (title: string, format: string, more: object = {}) => ({
      ...{ title, format, url: `https://files.example.org/${title}`, type: 'main' },
      ...more,
    });
    const data = Array.from({ length: 5 }, (_, index) => ({
      id: `d${index}`,
      slug: `slug-${index}`,
      title: `Title ${index}`,
      description: '*Text*',
      license: 'lov2',
      frequency: 'monthly',
      organization: { name: 'Ministry' },
      temporal_coverage: { start: '2020-01-01', end: '2020-12-31' },
      last_modified: '2024-01-01T00:00:00+00:00',
      resources: [
        file('rows.csv', 'csv', { checksum: { value: 'abc' } }),
        file('gone.csv', 'csv', { extras: { 'check:available': false } }),
        file('notes.csv', 'csv', { type: 'documentation' }),
      ],
    }));
    const host = await serveJson(({ pathname, searchParams }) => {
      if (pathname === '/api/1/organizations/ministry/') return { id: 'o'.repeat(24) };
      const page = Number(searchParams.get('page'));
      expect([searchParams.get('organization'), searchParams.get('tag')]).toEqual(['o'.repeat(24), 'x']);
      return { data: data.slice((page - 1) * 2, page * 2), page_size: 2, total: 5 };
    });
    const settings = { url: `http://${host}`, organization_id: 'ministry', filter_name: 'tag', filter_value: 'x' };
    const read = await readPortal('datagouv', settings, [host]);
    expect(ids(read)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
    expect(read.datasets[0]).toMatchObject({
      datasetId: 'slug-0',
      description: '<p><em>Text</em></p>',
      metadata: {
        default: {
          ...{ license: 'Licence Ouverte v2.0 (Etalab)', publisher: 'Ministry' },
          references: 'https://files.example.org/gone.csv https://files.example.org/notes.csv',
        },
        dcat: { accrualperiodicity: 'monthly', temporal_coverage_end: '2020-12-31' },
      },
      resources: [{ title: 'rows.csv', revision: 'abc' }],
      attachments: [],
    });
    const attached = await readPortal('datagouv', { ...settings, attachment: true }, [host]);
    expect(attached.datasets[0]?.attachments).toEqual([
      { title: 'notes.csv', url: 'https://files.example.org/notes.csv' },
    ]);
  });
});

describe('A Socrata portal', () => {
  test('brings the exports, columns and metadata of its datasets', async () => {
    const results = ['aaaa-0001', 'aaaa-0002'].map((id) => ({
      resource: {
        ...{ id, name: 'Trees', description: 'All', attribution: 'Parks', data_updated_at: '2024-01-01T00:00:00.000Z' },
        columns_name: ['Height (m)', 'Place', 'System'],
        columns_field_name: ['height_m', 'place', ':@computed'],
        columns_datatype: ['Number', 'Point', 'Number'],
        columns_description: ['How high', '', ''],
      },
      classification: {
        ...{ domain_category: 'Nature', domain_tags: ['green'] },
        domain_metadata: [{ key: 'Metadata_Frequency', value: 'Daily' }],
      },
      metadata: { domain: '127.0.0.1', license: 'CC BY 4.0' },
    }));
    const listed = [...results, { resource: { name: 'No identifier' } }];
    const host = await serveJson(({ pathname }) =>
      pathname === '/api/catalog/v1' ? { results: listed, resultSetSize: 3 } : undefined,
    );
    const read = await readPortal('socrata', { url: `http://${host}/browse` }, [host]);
    expect(read).toMatchObject({ total: 3, failures: [{ id: 'entry 3' }] });
    expect(read.datasets[0]).toMatchObject({
      id: 'aaaa-0001',
      metadata: {
        default: { publisher: 'Parks', keyword: ['green'], license: 'CC BY 4.0' },
        internal: { theme_id: ['Nature'] },
        dcat: { accrualperiodicity: 'Daily' },
      },
      resources: [
        {
          url: `http://${host}/resource/aaaa-0001.csv?%24limit=100000000&%24order=%3Aid`,
          extractor: { type: 'csvfile' },
        },
      ],
      fields: [
        { name: 'height_m', label: 'Height (m)', type: 'double', description: 'How high' },
        { name: 'place', label: 'Place', type: '' },
      ],
    });
  });
});

describe('ArcGIS', () => {
  const layer = (name: string, more: object = {}) => ({
    ...{
      name,
      type: 'Feature Layer',
      capabilities: 'Query',
      maxRecordCount: 2,
      supportedQueryFormats: 'JSON, geoJSON',
    },
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      { name: 'height', alias: 'Height', type: 'esriFieldTypeDouble' },
      { name: 'shape', type: 'esriFieldTypeGeometry' },
    ],
    ...more,
  });
  const layers: Readonly<Record<string, unknown>> = {
    '0': layer('Trees', {
      advancedQueryCapabilities: { supportsPagination: true },
      editingInfo: { lastEditDate: 1.5e12 },
    }),
    '1': layer('Benches', { copyrightText: 'City' }),
    '2': layer('Old', { supportedQueryFormats: 'JSON, AMF' }),
    '3': { name: 'Groups', type: 'Group Layer' },
    '4': { error: { code: 499, message: 'Token Required' } },
  };
  const answer = ({ pathname, searchParams }: URL): unknown => {
    const number = /Server\/(\d+)/.exec(pathname)?.[1];
    if (pathname.endsWith('/rest/services'))
      return { folders: ['Parks', 'Secret'], services: [{ name: 'Plan', type: 'GPServer' }] };
    if (pathname.endsWith('/Parks'))
      return {
        services: ['FeatureServer', 'MapServer'].map((type) => ({ name: 'Parks/Green', type })),
      };
    if (pathname.endsWith('/Secret')) return { error: { code: 403, message: 'Forbidden' } };
    if (searchParams.has('returnCountOnly')) return { count: 5 };
    if (searchParams.has('returnIdsOnly')) return { objectIdFieldName: 'OBJECTID', objectIds: [9, 1, 3, 5, 7] };
    if (number !== undefined) return layers[number];
    return { layers: Object.keys(layers).map((id) => ({ id: Number(id) })), documentInfo: { Keywords: 'green, city' } };
  };

  test('each layer of a server is a dataset whose features are pages of GeoJSON', async () => {
    const host = await serveJson(answer);
    const read = await readPortal('arcgis', { url: `http://${host}/arcgis` }, [host]);
    expect(ids(read)).toEqual([
      'Parks/Green/FeatureServer/0',
      'Parks/Green/FeatureServer/1',
      'Parks/Green/FeatureServer/2',
    ]);
    const [trees, benches, old] = read.datasets;
    const pages = (list: typeof trees) => list?.resources.map(({ url }) => new URL(url).searchParams);
    expect(pages(trees)?.map((page) => [page.get('f'), page.get('resultOffset'), page.get('orderByFields')])).toEqual([
      ['geojson', '0', 'OBJECTID'],
      ['geojson', '2', 'OBJECTID'],
      ['geojson', '4', 'OBJECTID'],
    ]);
    expect(pages(benches)?.map((page) => page.get('where'))).toEqual([
      'OBJECTID>=1 AND OBJECTID<=3',
      'OBJECTID>=5 AND OBJECTID<=7',
      'OBJECTID>=9 AND OBJECTID<=9',
    ]);
    expect(trees).toMatchObject({
      title: 'Trees',
      metadata: { default: { keyword: ['green', 'city'], modified: '2017-07-14T02:40:00Z' } },
      fields: [
        { name: 'OBJECTID', type: 'int' },
        { name: 'height', label: 'Height', type: 'double' },
      ],
    });
    expect(old?.resources).toEqual([]);
    expect(read.failures).toEqual([
      { id: 'Parks/Green/FeatureServer/2', error: expect.stringContaining('too old to send GeoJSON'), isPartial: true },
      { id: 'Parks/Green/FeatureServer/4', error: expect.stringContaining('Token Required (499)') },
      { id: 'Secret', error: expect.stringContaining('Forbidden'), isIncomplete: true },
    ]);
    const one = `http://${host}/arcgis/rest/services/Parks/Green/FeatureServer/1`;
    expect(ids(await readPortal('arcgis', { url: one, metadata_only: true }, [host]))).toEqual([
      'Parks/Green/FeatureServer/1',
    ]);
  });

  test('a hub is read by its feed or its data.json, from files or from services', async () => {
    let service = '';
    const host = await serveJson((url) => {
      if (url.pathname.startsWith('/api/feed')) return undefined;
      if (url.pathname !== '/data.json') return answer(url);
      const distribution = [
        { title: 'ArcGIS GeoService', format: 'ArcGIS GeoServices REST API', accessURL: service },
        ...['GeoJSON', 'CSV', 'KML'].map((format) => ({
          ...{ title: format, format, accessURL: `https://hub.example.org/trees.${format.toLowerCase()}` },
        })),
        { title: 'Shapefile', format: 'ZIP', accessURL: 'https://hub.example.org/trees.zip' },
      ];
      return {
        dataset: [{ identifier: 'trees', title: 'Trees', license: `<p>${'terms '.repeat(50)}</p>`, distribution }],
      };
    });
    service = `http://${host}/arcgis/rest/services/Parks/Green/FeatureServer/0`;
    const files = await readPortal('arcgis_opendata', { url: `http://${host}/search` }, [host]);
    expect(files.datasets[0]?.resources.map(({ url }) => url)).toEqual(['https://hub.example.org/trees.geojson']);
    expect(files.datasets[0]?.metadata).toMatchObject({
      default: { references: service },
      custom: { license_text: expect.stringMatching(/^terms terms/) },
    });
    const settings = { url: `http://${host}`, fetch_data: true, compute_geo_area: true };
    const services = await readPortal('arcgis_opendata', settings, [host]);
    expect(services.datasets[0]).toMatchObject({
      metadata: { default: { geographic_reference_auto: true } },
      resources: [{ title: 'Trees, page 1 of 3' }, {}, {}],
      fields: [{ name: 'OBJECTID' }, { name: 'height', label: 'Height' }],
    });
  });
});
