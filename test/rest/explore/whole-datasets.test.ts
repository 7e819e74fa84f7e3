import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated, admin } = app;
const datasets = '/api/explore/v2.1/catalog/datasets';
const get = (path: string) => unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets${path}`);

const towns = await publishedTowns(app, web, {
  facets: [
    { field_name: 'name', disjunctive: true },
    { field_name: 'path', facetsort: 'num' },
    { field_name: 'tags', facetsort: 'num' },
    { field_name: 'tags', facetsort: '-alphanum', disjunctive: true },
    { field_name: 'area', disjunctive: false },
  ],
  metadata: {
    default: {
      keyword: { value: [] },
      description: { value: '' },
      language: { value: 'fr' },
      geographic_reference_auto: { value: true },
    },
    dcat: { creator: { value: 'Ada' }, contributor: { value: '' } },
    custom: { owner: { value: 'Bob' }, tags: { value: [] } },
    inspire: { theme: { value: { code: 7 } } },
    internal: { theme_id: { value: ['environment'] } },
  },
});

const metasOf = async (query = '') => (await get(`/${towns}${query}`)).body.metas;

test('the annotations of a field have those of its facet settings, of which the last count', async () => {
  const { fields } = (await get(`/${towns}`)).body;
  const annotations = Object.fromEntries(
    fields.map((field: { name: string; annotations: object }) => [field.name, field.annotations]),
  );
  expect(annotations).toEqual({
    ...{ country: {}, population: {}, founded: {}, updated: {}, position: {} },
    name: { facet: true, disjunctive: true },
    path: { hierarchical: '/', facet: true, facetsort: 'num' },
    tags: { multivalued: ';', facet: true, facetsort: '-alphanum', disjunctive: true },
    area: { unit: 'km²', facet: true },
  });
});

test.each([
  ['', false],
  ['?include_app_metas=true', true],
])(
  'the templates of a dataset%s have the values of the graph, and null for unset fields',
  async (query, withExtras) => {
    const { default: described, ...others } = await metasOf(query);
    const { catalogDataset } = await unauthenticated.data(
      'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { title metadataFields { template field value } } }',
      { uid: towns },
    );
    for (const { template, field, value } of catalogDataset.metadataFields)
      if (template in others)
        expect([template, field, others[template][field]]).toEqual([
          template,
          field,
          ['""', '[]'].includes(JSON.stringify(value)) ? null : value,
        ]);
    expect(others).toMatchObject({ dcat: { creator: 'Ada', contributor: null }, inspire: { theme: { code: 7 } } });
    expect(others.custom).toEqual(withExtras ? { owner: 'Bob', tags: null } : undefined);
    expect(described).toMatchObject({
      ...{ title: catalogDataset.title, description: null, keyword: null, theme: ['environment'] },
      ...{ metadata_languages: ['fr'], geographic_reference_auto: true, modified_updates_on_data_change: false },
    });
  },
);

test('the bounding box is a feature, from the south-west corner against the clock', async () => {
  const { bbox, geometry_types: types } = (await metasOf()).default;
  const [[west, south], [east], [, north]] = bbox.geometry.coordinates[0];
  expect(types).toEqual(['Point']);
  expect([west < east, south < north]).toEqual([true, true]);
  expect(bbox).toEqual({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
    properties: {},
  });
});

test.each(['forêts-été', 'trees@city.example', 'plain_1.0-x'])(
  'the addresses of %s are percent-encoded',
  async (id) => {
    const uid = await seedDataset(admin, { datasetId: id });
    await runAndFinish(admin, 'publishDataset', uid);
    await admin.upload(`/datasets/${uid}/attachments/`, 'notes.txt', 'Notes.');
    const { results } = (await get(`?include_links=true&where=dataset_uid%3D%22${uid}%22`)).body;
    const address = `http://localhost:80${datasets}/${encodeURIComponent(id)}`;
    expect(Object.keys(results[0])[0]).toBe('_links');
    expect(results[0]).toMatchObject({
      _links: [
        { rel: 'self', href: address },
        { rel: 'catalog', href: `http://localhost:80${datasets}` },
      ],
      dataset_id: id,
      attachments: [{ title: 'notes.txt' }],
      metas: { default: { bbox: null, geometry_types: null, records_count: 0, metadata_languages: null } },
    });
    const [{ id: attachment, url }] = results[0].attachments;
    expect(url).toBe(`${address}/attachments/${attachment}`);
    expect((await app.http.inject({ url: new URL(url).pathname })).body).toBe('Notes.');
  },
);
