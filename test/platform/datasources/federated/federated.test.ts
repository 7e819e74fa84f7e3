import { describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { readConfig } from '#platform/config.ts';
import { fetchRemoteDataset } from '#platform/datasources/remote-dataset.ts';
import { federatedClient, type FederatedSettings } from '#platform/datasources/federated.ts';
import { json, open, provider, type Asked, type Provider } from '../provider.ts';

const settings = ({ origin }: Provider, more: Partial<FederatedSettings> = {}): FederatedSettings => ({
  type: 'federated',
  domainId: origin,
  datasetId: 'rides',
  parameters: {},
  exportPath: readConfig({}).federatedExportPath,
  apiKey: null,
  ...more,
});

const signal = new AbortController().signal;
const isExploration = ({ path }: Asked): boolean => path.startsWith('/api/explore/');

describe('the records of another catalog', () => {
  test('are exported with the parameters and the key', async () => {
    const catalog = await provider((_asked, response) =>
      response.writeHead(200, { 'content-type': 'application/x-ndjson', etag: 'W/"3"' }).end('{"a": 1}\n'),
    );
    const { content, ...rest } = await open(
      federatedClient,
      catalog,
      settings(catalog, { parameters: { where: 'a > 1 & b', apikey: 'x' }, apiKey: 'hush' }),
    );
    expect(rest).toEqual({
      filename: 'rides.jsonl',
      mimetype: 'application/x-ndjson',
      size: null,
      validators: { etag: 'W/"3"', lastModified: null },
    });
    expect(await text(content)).toBe('{"a": 1}\n');
    expect(catalog.asked[0]).toMatchObject({
      path: '/api/explore/v2.1/catalog/datasets/rides/exports/jsonl?where=a+%3E+1+%26+b&apikey=x',
      headers: { authorization: 'Apikey hush' },
    });
  });

  test('are not sent again while they are unchanged', async () => {
    const catalog = await provider((_asked, response) => response.writeHead(304).end());
    expect(
      await federatedClient.openStream(settings(catalog), catalog.ports, {
        signal,
        validators: { etag: 'W/"3"', lastModified: null },
      }),
    ).toBeUndefined();
  });

  test('may be exported at another path, in another format', async () => {
    const catalog = await provider((_asked, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="x.csv"' }).end(),
    );
    expect(
      await open(
        federatedClient,
        catalog,
        settings(catalog, { exportPath: '/export/{dataset_id}/{dataset_id}?as=csv', datasetId: '$&/../a' }),
      ),
    ).toMatchObject({ filename: 'x.csv' });
    expect(catalog.asked[0]?.path).toBe('/export/%24%26%2F..%2Fa/%24%26%2F..%2Fa?as=csv');
  });

  test.each<Partial<FederatedSettings>>([
    { domainId: '' },
    { domainId: 'a b' },
    { domainId: 'data.example/path' },
    { domainId: 'http://x@data.example' },
    { domainId: 'https://data.example/?a' },
    { domainId: 'ftp://data.example' },
    { exportPath: '//elsewhere.example/{dataset_id}' },
    { exportPath: 'https://elsewhere.example/' },
    { exportPath: '\\\\elsewhere.example\\' },
    { datasetId: '..' },
  ])('are requested from no other host: %j', async (more) => {
    const catalog = await provider((_asked, response) => response.end());
    await expect(open(federatedClient, catalog, settings(catalog, { apiKey: 'hush', ...more }))).rejects.toMatchObject({
      code: expect.stringMatching(/^SOURCE_/),
    });
    expect(catalog.asked).toEqual([]);
  });

  test('are fetched over TLS from a host name', async () => {
    const catalog = await provider((_asked, response) => response.end());
    await expect(open(federatedClient, catalog, settings(catalog, { domainId: catalog.host }))).rejects.toThrow(
      /no supported version of TLS/,
    );
  });
});

describe('a dataset of another catalog', () => {
  const metas = { default: { title: 'Rides', keyword: ['bike'], description: null }, dcat: { creator: 'Ada' } };
  const fields = [
    { name: 'geo', label: 'Geo', type: 'geo_point_2d', description: null, annotations: { facet: [] } },
    { name: 'note', type: 'text' },
  ];

  test('returns its metadata and its fields', async () => {
    const catalog = await provider((_asked, response) =>
      json(response, { dataset_id: 'rides', dataset_uid: 'da_1', has_records: true, metas, fields }),
    );
    expect(await fetchRemoteDataset(settings(catalog), catalog.ports, signal)).toEqual({
      datasetId: 'rides',
      metas,
      fields: [
        { name: 'geo', label: 'Geo', type: 'geo_point_2d', description: null, annotations: { facet: [] } },
        { name: 'note', label: 'note', type: 'text', description: null, annotations: {} },
      ],
    });
    expect(catalog.asked[0]).toMatchObject({ path: '/api/explore/v2.1/catalog/datasets/rides' });
    expect(catalog.asked[0]?.headers.authorization).toBeUndefined();
  });

  const automation = {
    total_count: 1,
    next: null,
    results: [
      { uid: 'da_2', dataset_id: 'other', metadata: {} },
      {
        uid: 'da_1',
        dataset_id: 'rides',
        metadata: { default: { title: { value: 'Rides', remote_value: 'Old' }, empty: {} }, odd: 1 },
      },
    ],
  };

  test('returns its metadata by the automation API where there is a key and the Explore API hides it', async () => {
    const catalog = await provider((asked, response) =>
      isExploration(asked) ? json(response, {}, 404) : json(response, automation),
    );
    expect(await fetchRemoteDataset(settings(catalog, { apiKey: 'hush' }), catalog.ports, signal)).toEqual({
      datasetId: 'rides',
      metas: { default: { title: 'Rides', empty: null } },
      fields: [],
    });
    expect(catalog.asked[1]).toMatchObject({
      path: '/api/automation/v1.0/datasets/?dataset_id=rides',
      headers: { authorization: 'Apikey hush' },
    });
  });

  test.each<[string, string | null, number, unknown, RegExp]>([
    ['a dataset that is not there', null, 404, {}, /status 404/],
    ['one that neither API shows', 'hush', 404, { results: [] }, /has no visible dataset with this identifier/],
    ['a server that fails', 'hush', 500, {}, /status 500/],
    ['something else', null, 200, {}, /at dataset_id/],
    [
      'fields without names',
      null,
      200,
      { dataset_id: 'rides', metas: {}, fields: [{ type: 'text' }] },
      /at fields\.0\.name/,
    ],
    ['metadata that is none', null, 200, { dataset_id: 'rides', metas: [], fields: [] }, /at metas/],
    ['huge metadata', null, 200, 'x'.repeat(5 * 2 ** 20), /larger than the 4 MiB/],
  ])('%s is a failure', async (_what, apiKey, status, body, message) => {
    const catalog = await provider((asked, response) => json(response, body, isExploration(asked) ? status : 200));
    await expect(fetchRemoteDataset(settings(catalog, { apiKey }), catalog.ports, signal)).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringMatching(message),
    });
  });

  test('may have metadata with inherited names such as __proto__', async () => {
    const catalog = await provider((_asked, response) =>
      response.end('{"dataset_id":"rides","metas":{"__proto__":{"constructor":1}},"fields":[]}'),
    );
    expect(Object.entries((await fetchRemoteDataset(settings(catalog), catalog.ports, signal)).metas)).toEqual([
      ['__proto__', { constructor: 1 }],
    ]);
  });
});
