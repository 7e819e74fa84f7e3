import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';

const app = await testApp({}, wholeSchema);

const create = async (metadata: object = {}): Promise<string> => {
  const { createDataset } = await app.admin.data(
    'mutation ($metadata: JSONObject!) { createDataset(input: { metadata: $metadata }) { dataset { uid } } }',
    { metadata },
  );
  return createDataset.dataset.uid;
};
const read = async (uid: string) =>
  (await app.admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { metadata } }', { uid })).dataset.metadata;
const changing = (mutation: string, input: string) => (fields: object) =>
  app.admin.graph(
    `mutation ($input: ${input}!) { change: ${mutation}(input: $input) { dataset { metadata revision } } }`,
    { input: fields },
  );
const setAll = changing('replaceDatasetMetadata', 'ReplaceDatasetMetadataInput');
const setTemplate = changing('replaceDatasetMetadataTemplate', 'ReplaceDatasetMetadataTemplateInput');
const setField = changing('updateDatasetMetadataField', 'UpdateDatasetMetadataFieldInput');
const removeField = changing('deleteDatasetMetadataField', 'DeleteDatasetMetadataFieldInput');
const after = async (answer: Promise<{ data: { change: { dataset: { metadata: object } } } }>) =>
  (await answer).data.change.dataset.metadata;

test('a new dataset has a default template and the ten booleans of visualization, present and false', async () => {
  const { default: standard, visualization, ...others } = await read(await create());
  expect(standard).toEqual({});
  expect(others).toEqual({});
  expect(Object.keys(visualization)).toHaveLength(10);
  expect(new Set(Object.values(visualization).map((entry) => JSON.stringify(entry)))).toEqual(
    new Set(['{"value":false}']),
  );
  expect(
    (await read(await create({ visualization: { map_disabled: { value: true } } }))).visualization.map_disabled,
  ).toEqual({ value: true });
});

test('the standard templates can be read with every field typed', async () => {
  const uid = await create({
    default: {
      title: { value: 'Weather' },
      keyword: { value: ['rain', 'sun'] },
      modified: { value: '2026-01-15' },
      theme_id: { value: ['a'] },
    },
    internal: { draft: { value: true } },
    visualization: { map_basemap: { value: 'street' }, table_fields: { value: ['date'] } },
    asset_content_configuration: {
      facets: { value: [{ field_name: 'station', disjunctive: true }] },
      records_search_boosts: { value: { station: 3 } },
    },
  });
  const { dataset } = await app.admin.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) { standardMetadata {
    default { title keyword modified themeId licenseId language modifiedUpdatesOnDataChange }
    internal { draft themeId }
    visualization { mapBasemap tableFields calendarEnabled customViewSlug }
    assetContentConfiguration { facets { fieldName facetsort disjunctive timerangeFilter } recordsSearchBoosts fieldsDisplayedInSpecificLanguages }
  } } }`,
    { uid },
  );
  expect(dataset.standardMetadata).toEqual({
    default: {
      title: 'Weather',
      keyword: ['rain', 'sun'],
      modified: '2026-01-15T00:00:00Z',
      themeId: ['a'],
      licenseId: null,
      language: null,
      modifiedUpdatesOnDataChange: null,
    },
    internal: { draft: true, themeId: null },
    visualization: { mapBasemap: 'street', tableFields: ['date'], calendarEnabled: false, customViewSlug: null },
    assetContentConfiguration: {
      facets: [{ fieldName: 'station', facetsort: null, disjunctive: true, timerangeFilter: null }],
      recordsSearchBoosts: { station: 3 },
      fieldsDisplayedInSpecificLanguages: null,
    },
  });
});

test('the catalog has the published metadata with the same types, without the internal template', async () => {
  const uid = await create({ default: { title: { value: 'Published' } }, internal: { draft: { value: true } } });
  await app.services.db.rows(
    sql`update dataset set is_published = true, published_metadata = metadata where uid = ${uid}`,
  );
  await setField({ datasetUid: uid, template: 'default', field: 'title', value: 'Drafted' });
  const { catalogDataset, __type } = await app.unauthenticated.data(
    `query ($uid: ID!) {
    catalogDataset(by: { uid: $uid }) { standardMetadata { default { title } visualization { mapDisabled } assetContentConfiguration { recordsSearchBoosts } } }
    __type(name: "CatalogMetadata") { fields { name } }
  }`,
    { uid },
  );
  expect(catalogDataset.standardMetadata).toEqual({
    default: { title: 'Published' },
    visualization: { mapDisabled: false },
    assetContentConfiguration: { recordsSearchBoosts: null },
  });
  expect(__type.fields.map(({ name }: { name: string }) => name).sort()).toEqual([
    'assetContentConfiguration',
    'default',
    'id',
    'visualization',
  ]);
});

test('every change records a version of the section metadata, and a refused one does not', async () => {
  const datasetUid = await create();
  await setAll({ datasetUid, metadata: {} });
  await setTemplate({ datasetUid, template: 'custom', fields: { a: { value: 1 } } });
  await setField({ datasetUid, template: 'custom', field: 'b', value: 2 });
  await removeField({ datasetUid, template: 'custom', field: 'a' });
  await setField({ datasetUid, template: 'default', field: 'title', value: 3 });
  expect(
    await app.services.db.rows(sql`
    select v.revision, v.sections, s.snapshot from dataset_version v join section_snapshot s on s.id = any(v.snapshots) and s.section = 'metadata'
    where v.dataset_uid = ${datasetUid} and v.revision > 1 order by v.revision`),
  ).toEqual([
    { revision: 2, sections: ['metadata'], snapshot: { default: {} } },
    { revision: 3, sections: ['metadata'], snapshot: { default: {}, custom: { a: { value: 1 } } } },
    { revision: 4, sections: ['metadata'], snapshot: { default: {}, custom: { a: { value: 1 }, b: { value: 2 } } } },
    { revision: 5, sections: ['metadata'], snapshot: { default: {}, custom: { b: { value: 2 } } } },
  ]);
});

test('a template and a field can be read on their own', async () => {
  const uid = await create({
    default: { title: { value: 'Weather' } },
    custom: { constructor: { value: [1] }, none: { value: null } },
  });
  const { dataset } = await app.admin.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) {
    custom: metadataTemplate(name: "custom")
    unset: metadataTemplate(name: "dcat")
    unknown: metadataTemplate(name: "constructor")
    title: metadataField(template: "default", field: "title") { value remoteValue isRemoteValueOverridden }
    odd: metadataField(template: "custom", field: "constructor") { value }
    none: metadataField(template: "custom", field: "none") { value }
    missing: metadataField(template: "default", field: "constructor") { value }
    elsewhere: metadataField(template: "constructor", field: "name") { value }
  } }`,
    { uid },
  );
  expect(dataset).toEqual({
    custom: { constructor: { value: [1] }, none: { value: null } },
    unset: {},
    unknown: null,
    title: { value: 'Weather', remoteValue: null, isRemoteValueOverridden: null },
    odd: { value: [1] },
    none: { value: null },
    missing: null,
    elsewhere: null,
  });
});

test('replacing all metadata removes what is left out, but default stays', async () => {
  const datasetUid = await create({ default: { title: { value: 'Old' } }, custom: { a: { value: 1 } } });
  expect(
    await after(
      setAll({
        datasetUid,
        metadata: { dcat: { creator: { value: 'Ada', remote_value: null, override_remote_value: true } } },
      }),
    ),
  ).toEqual({ default: {}, dcat: { creator: { value: 'Ada' } } });
  expect(await after(setAll({ datasetUid, metadata: {} }))).toEqual({ default: {} });
});

test('replacing a template leaves the others, and a field the other fields', async () => {
  const datasetUid = await create({ default: { title: { value: 'Old' }, publisher: { value: 'P' } } });
  const { visualization } = await read(datasetUid);
  expect(await after(setTemplate({ datasetUid, template: 'default', fields: { title: { value: 'New' } } }))).toEqual({
    default: { title: { value: 'New' } },
    visualization,
  });
  expect(await after(setField({ datasetUid, template: 'default', field: 'modified', value: '2026-01-15' }))).toEqual({
    default: { title: { value: 'New' }, modified: { value: '2026-01-15T00:00:00Z' } },
    visualization,
  });
  expect(
    await after(
      setField({ datasetUid, template: 'dcat', field: 'creator', value: null, isRemoteValueOverridden: true }),
    ),
  ).toMatchObject({ dcat: { creator: { value: null } } });
  expect(await after(setTemplate({ datasetUid, template: 'visualization', fields: {} }))).toMatchObject({
    visualization: {},
  });
  expect(await after(removeField({ datasetUid, template: 'default', field: 'title' }))).toMatchObject({
    default: { modified: { value: '2026-01-15T00:00:00Z' } },
  });
  expect((await removeField({ datasetUid, template: 'default', field: 'title' })).errors).toMatchObject([
    { extensions: { code: 'NOT_FOUND' } },
  ]);
});

test('metadata can be sent back as they were read', async () => {
  const datasetUid = await create({
    default: { title: { value: "It's 100 % ?" }, license_id: { value: 'odbl' } },
    custom: { 'a "?" \\u0000 $1': { value: ['?', '\\', '\u2028', { '??': -0.1e-7 }] } },
  });
  const metadata = await read(datasetUid);
  expect(await after(setAll({ datasetUid, metadata }))).toEqual(metadata);
  for (const template of Object.keys(metadata))
    expect(await after(setTemplate({ datasetUid, template, fields: metadata[template] }))).toEqual(metadata);
});

test('default.license_id is the license of the internal template', async () => {
  const datasetUid = await create({ default: { license_id: { value: 'odbl' } } });
  expect(await read(datasetUid)).toMatchObject({ internal: { license_id: { value: 'odbl' } } });
  expect(await after(setField({ datasetUid, template: 'default', field: 'license_id', value: 'cc-by' }))).toMatchObject(
    { internal: { license_id: { value: 'cc-by' } } },
  );
  expect(await after(setField({ datasetUid, template: 'internal', field: 'license_id', value: 'cc0' }))).toMatchObject({
    default: { license_id: { value: 'cc0' } },
  });
  expect(await after(removeField({ datasetUid, template: 'internal', field: 'license_id' }))).toMatchObject({
    default: {},
    internal: {},
  });
});

test('failures name the field at fault; an unknown template in an argument does not exist', async () => {
  const datasetUid = await create();
  const failure = async (answer: ReturnType<typeof setAll>) => (await answer).errors?.[0]?.extensions;
  expect(await failure(setAll({ datasetUid, metadata: { nowhere: {} } }))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'metadata.nowhere': expect.anything() },
  });
  expect(await failure(setTemplate({ datasetUid, template: 'default', fields: { title: {} } }))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'fields.title': expect.anything() },
  });
  expect(await failure(setField({ datasetUid, template: 'default', field: 'title', value: 1 }))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { value: ['default.title takes a text.'] },
  });
  expect(await failure(setField({ datasetUid, template: 'default', field: 'title' }))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { value: ['This field is required.'] },
  });
  expect(await failure(setField({ datasetUid, template: 'default', field: 'nothing', value: 1 }))).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await failure(setField({ datasetUid, template: 'custom', field: 'a', value: 'x\0' }))).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await failure(setField({ datasetUid, template: 'custom\0', field: 'a', value: 'x' }))).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await failure(setTemplate({ datasetUid, template: 'nowhere', fields: {} }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(
    await failure(setField({ datasetUid: 'da_nobody', template: 'default', field: 'title', value: 1 })),
  ).toMatchObject({ code: 'NOT_FOUND' });
  expect(
    await failure(setField({ datasetUid, template: 'default', field: 'title', value: 1, expectedRevision: 9 })),
  ).toMatchObject({ code: 'REVISION_MISMATCH' });
  expect(await read(datasetUid)).toMatchObject({ default: {} });
});

test('literals in a query are stored like values of variables', async () => {
  const uid = await create();
  await app.admin.data(
    `mutation { replaceDatasetMetadataTemplate(input: { datasetUid: "${uid}", template: "custom", fields: { a: { value: { b: [{ c: 1 }] } } } }) { dataset { uid } } }`,
  );
  await app.admin.data(
    `mutation { updateDatasetMetadataField(input: { datasetUid: "${uid}", template: "custom", field: "d", value: { e: true } }) { dataset { uid } } }`,
  );
  expect((await read(uid)).custom).toEqual({ a: { value: { b: [{ c: 1 }] } }, d: { value: { e: true } } });
});

test('thirty parallel changes of different fields never undo one another', async () => {
  const datasetUid = await create();
  const fields = Array.from({ length: 30 }, (_, index) => `field_${index}`);
  await Promise.all(fields.map((field, index) => setField({ datasetUid, template: 'custom', field, value: index })));
  const { dataset } = await app.admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision metadata } }', {
    uid: datasetUid,
  });
  expect(dataset.revision).toBe(31);
  expect(dataset.metadata.custom).toEqual(Object.fromEntries(fields.map((field, index) => [field, { value: index }])));
});
