import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { admin, unauthenticated } = app;
const explore = '/api/explore/v2.1/catalog/datasets';

const rows =
  'query ($uid: ID!, $odsql: OdsqlInput!) { catalogDataset(by: { uid: $uid }) { rows(odsql: $odsql) { results } } }';
const read = async (client: Client, uid: string, odsql: object) =>
  (await client.data(rows, { uid, odsql })).catalogDataset.rows.results;

/** The towns, in which values that have other lengths are hidden. */
const withRemark = (remark: string) => `name,remark,n\nParis,${remark},1\nBern,,2\n`;

test('the size of a record counts the fields that the caller sees, in every clause', async () => {
  const sizes = async (remark: string) => {
    const uid = await publishedTowns(app, web, {
      csv: withRemark(remark),
      defaultSecurity: { visibleFields: ['name', 'n'] },
      facets: [],
    });
    return Promise.all([
      read(unauthenticated, uid, { select: '_size, record_size', orderBy: '_size' }),
      read(unauthenticated, uid, { select: 'max(_size) as m, sum(_size) as s, count(*) as c' }),
      read(unauthenticated, uid, { select: 'count(*) as c', groupBy: '_size' }),
      read(unauthenticated, uid, { where: ['_size > 6'], select: 'name' }),
      read(admin, uid, { select: '_size', orderBy: '_size' }),
    ]);
  };
  const short = await sizes('a');
  const long = await sizes('a long remark of somebody');
  expect(long.slice(0, 4)).toEqual(short.slice(0, 4));
  expect(short[0]).toEqual([
    { _size: 5, record_size: 5 },
    { _size: 6, record_size: 6 },
  ]);
  expect(long[4]).not.toEqual(short[4]);
});

const metadata = {
  asset_content_configuration: {
    facets: { value: [{ field_name: 'country' }, { field_name: 'name', disjunctive: true }] },
    fields_displayed_in_specific_languages: { value: { country: ['fr'], name: ['en'] } },
    records_search_boosts: { value: { country: 2 } },
  },
  visualization: {
    table_fields: { value: ['name', 'country', 'tags'] },
    table_default_sort_field: { value: 'country' },
    image_title: { value: 'name' },
    map_tooltip_html: { value: '<b>{{record.fields.country}}</b>' },
    analyze_default: { value: '{"yAxis": "country"}' },
    map_basemap: { value: 'plain' },
  },
  semantic: { rml_mapping: { value: 'mappings:\n  t:\n    subjects: http://example.org/$(country)\n' } },
};

test('metadata name only the fields that the caller sees, by every door', async () => {
  const uid = await publishedTowns(app, web, {
    facets: metadata.asset_content_configuration.facets.value,
    metadata,
    defaultSecurity: { visibleFields: ['name', 'tags'] },
  });
  await admin.data(
    'mutation ($input: ReplaceDatasetMetadataInput!) { replaceDatasetMetadata(input: $input) { dataset { uid } } }',
    {
      input: { datasetUid: uid, metadata: { default: { title: { value: 'Towns' } }, ...metadata } },
    },
  );
  await runAndFinish(admin, 'publishDatasetMetadata', uid);
  const query = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { metadata exploreValues(withExtras: true)
    metadataFields { template field value } standardMetadata { assetContentConfiguration { facets { fieldName } } visualization { tableFields } }
    dataAccess { visibleFields } schema { name } recordSchema } }`;
  const shown = await unauthenticated.data(query, { uid });
  expect(JSON.stringify(shown)).not.toContain('country');
  expect(shown.catalogDataset.standardMetadata).toEqual({
    assetContentConfiguration: { facets: [{ fieldName: 'name' }] },
    visualization: { tableFields: ['name', 'tags'] },
  });
  expect(shown.catalogDataset.metadata.visualization).toEqual({
    ...shown.catalogDataset.metadata.visualization,
    image_title: { value: 'name' },
    map_basemap: { value: 'plain' },
  });
  expect(JSON.stringify(await admin.data(query, { uid }))).toContain('(country)');
  const found = async (client: Client, where: string) =>
    (await client.request('GET', `${explore}?where=dataset_uid="${uid}"&where=${encodeURIComponent(where)}`)).body
      .total_count;
  for (const where of [
    'visualization.table_fields = "country"',
    'visualization.table_default_sort_field like "country"',
    'startswith(visualization.map_tooltip_html, "<b>")',
    'semantic.rml_mapping is not null',
    'search("country")',
  ])
    expect([where, await found(unauthenticated, where), await found(admin, where)]).toEqual([where, 0, 1]);
  for (const path of [
    `${explore}/${uid}?include_app_metas=true`,
    `${explore}?include_app_metas=true`,
    `${explore}?select=*`,
    '/api/explore/v2.1/catalog/exports/json',
    '/api/explore/v2.1/catalog/exports/csv',
    '/api/explore/v2.1/catalog/exports/ttl',
    '/api/explore/v2.1/catalog/exports/data.json',
    `${explore}/${uid}/exports/turtle`,
    `${explore}/${uid}/facets`,
  ]) {
    const answer = await unauthenticated.request('GET', path);
    expect([path, JSON.stringify(answer.body).includes('country')]).toEqual([path, false]);
  }
});

test('a cursor under a row filter does not show positions, and continues the list', async () => {
  const uid = await publishedTowns(app, web);
  const reader = await seedUser(app, 'cursors');
  await seedRuleset(app, uid, { user: 'cursors', security: { filterQuery: 'country != "FR"' } });
  const query = `query ($uid: ID!, $after: String) { catalogDataset(by: { uid: $uid }) { records(first: 1, after: $after) {
    nodes { values } pageInfo { endCursor } } } }`;
  const page = async (client: Client, after?: string) =>
    (await client.data(query, { uid, after })).catalogDataset.records;
  const first = await page(reader);
  const second = await page(reader, first.pageInfo.endCursor);
  expect([first, second].map(({ nodes }) => nodes[0].values.name)).toEqual(['Bern', 'Genève']);
  const text = Buffer.from(first.pageInfo.endCursor, 'base64url').toString('latin1');
  expect(() => JSON.parse(text)).toThrow();
  expect(first.pageInfo.endCursor).toHaveLength(second.pageInfo.endCursor.length);
  expect((await page(reader)).pageInfo.endCursor).toBe(first.pageInfo.endCursor);
  const forged = Buffer.from(Buffer.from((await page(admin)).pageInfo.endCursor, 'base64url')).toString('base64url');
  const { errors } = await reader.graph(query, { uid, after: forged });
  expect(errors?.[0]?.extensions.fields).toEqual({ after: [expect.stringContaining('not a cursor of this list')] });
});

test('fields stay visible while data is not, but no more of them than where data is visible', async () => {
  const names = async (client: Client, uid: string) =>
    (await client.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name } features } }', { uid }))
      .catalogDataset;
  const all = await names(admin, await publishedTowns(app, web));
  const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  expect(await names(unauthenticated, hidden)).toEqual(all);
  const { body } = await unauthenticated.request('GET', `${explore}/${hidden}`);
  expect(body).toMatchObject({ data_visible: false, has_records: true });
  expect(body.fields).toHaveLength(all.schema.length);
  expect((await unauthenticated.request('GET', `${explore}/${hidden}/records`)).status).toBe(403);
  const some = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false, visibleFields: ['name'] } });
  expect((await names(unauthenticated, some)).schema).toEqual([{ name: 'name' }]);
  const reader = await seedUser(app, 'both', { groups: ['blind'] });
  await seedRuleset(app, some, { user: 'both', security: { visibleFields: ['tags'] } });
  await seedRuleset(app, some, { group: 'blind', security: { isDataVisible: false } });
  expect((await names(reader, some)).schema).toEqual([{ name: 'tags' }]);
});
