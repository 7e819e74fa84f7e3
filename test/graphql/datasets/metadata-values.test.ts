import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';

const { admin, services } = await testApp({}, wholeSchema);

const selection = `{ uid revision title description keywords themes license language publisher territories metadata
  creator: metadataField(template: "dcat", field: "creator") { value } }`;
const change = (mutation: string, type: string, input: object) =>
  admin.graph(`mutation ($input: ${type}!) { change: ${mutation}(input: $input) { dataset ${selection} } }`, { input });
const create = async (input: object) =>
  (await change('createDataset', 'CreateDatasetInput', input)).data.change.dataset;
const update = (input: object) => change('updateDatasetMetadata', 'UpdateDatasetMetadataInput', input);
const apply = (input: object) => change('applyDataset', 'ApplyDatasetInput', input);

const described = {
  title: 'Bathing waters',
  description: '<p>Lakes</p>',
  keywords: ['water', 'health'],
  themes: ['environment'],
  license: 'CC BY 4.0',
  language: 'de',
  publisher: 'Office of Health',
  territories: ['berlin'],
};
const creator = (value: unknown) => ({ template: 'dcat', field: 'creator', value });

test('a dataset is created with its metadata under the names that it is read by', async () => {
  const dataset = await create({ ...described, licenseId: 'cc-by', metadataFields: [creator('Ada')] });
  expect(dataset).toMatchObject({ ...described, creator: { value: 'Ada' } });
  expect(dataset.metadata).toMatchObject({
    default: { title: { value: 'Bathing waters' }, license_id: { value: 'cc-by' } },
    internal: { theme_id: { value: ['environment'] }, license_id: { value: 'cc-by' } },
    dcat: { creator: { value: 'Ada' } },
  });
  expect(await create({})).toMatchObject({ title: null, keywords: [], license: null });
});

test('an update keeps what it omits, and unsets what is null', async () => {
  const { uid } = await create({ ...described, metadataFields: [creator('Ada')] });
  const changed = await update({ datasetUid: uid, title: 'Lakes', keywords: null, metadataFields: [creator(null)] });
  expect(changed.data.change.dataset).toMatchObject({ ...described, title: 'Lakes', keywords: [], creator: null });
  const one = await update({ datasetUid: uid, title: 'Seas', expectedRevision: 2 });
  expect(one.data.change.dataset).toMatchObject({ title: 'Seas', revision: 3, publisher: 'Office of Health' });
  const late = await update({ datasetUid: uid, title: 'Late', publisher: 'Late', expectedRevision: 2 });
  expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'REVISION_MISMATCH' });
});

test('a license has one identifier under both its names, whichever is sent', async () => {
  const { uid } = await create({ licenseId: 'cc-by' });
  for (const input of [{ licenseId: 'odbl' }, { title: 'x', licenseId: null }]) {
    const { metadata } = (await update({ datasetUid: uid, ...input })).data.change.dataset;
    expect(metadata.default.license_id).toEqual(input.licenseId === null ? undefined : { value: 'odbl' });
    expect(metadata.internal.license_id).toEqual(metadata.default.license_id);
  }
});

test('an applied state sets single fields, in the stored metadata or in those that it gives', async () => {
  const { uid } = await create(described);
  const set = await apply({ datasetUid: uid, title: 'Lakes', metadataFields: [creator('Ada')] });
  expect(set.data.change.dataset).toMatchObject({ ...described, title: 'Lakes', creator: { value: 'Ada' } });
  const metadata = { default: { title: { value: 'Given' }, publisher: { value: 'Given' } } };
  const replaced = await apply({ datasetUid: uid, metadata, title: 'Seas' });
  expect(replaced.data.change.dataset).toMatchObject({
    title: 'Seas',
    publisher: 'Given',
    keywords: [],
    creator: null,
  });
});

test('null shows the value of the linked dataset again', async () => {
  const { uid } = await create({ title: 'Ours' });
  const linked = { default: { title: { value: 'Ours', remote_value: 'Theirs', override_remote_value: true } } };
  await services.db.rows(sql`update dataset set metadata = ${JSON.stringify(linked)}::jsonb where uid = ${uid}`);
  const titleAfter = async (title: string | null) =>
    (await update({ datasetUid: uid, title, keywords: [] })).data.change.dataset.title;
  expect(await titleAfter('Still ours')).toBe('Still ours');
  expect(await titleAfter(null)).toBe('Theirs');
});

test('an error names the field, an unknown template and an unknown field', async () => {
  const { uid } = await create({ title: 'Kept' });
  const fieldsOf = async (input: object) =>
    (await update({ datasetUid: uid, ...input })).errors?.[0]?.extensions.fields;
  expect(await fieldsOf({ language: 'tlh' })).toEqual({ language: [expect.stringContaining('one of en, fr')] });
  const metadataFields = [
    { template: 'dact', field: 'creator', value: 'Ada' },
    { template: 'dcat', field: 'creatr', value: 'Ada' },
    { template: 'dcat', field: 'created', value: 'soon' },
    { template: 'custom', field: '', value: 1 },
  ];
  expect(await fieldsOf({ title: 'New', metadataFields })).toEqual({
    'metadataFields.0.template': [expect.stringContaining('There is no template dact. Choose one of: default, ')],
    'metadataFields.1.field': ['The template dcat has no field creatr.'],
    'metadataFields.2.value': [expect.stringContaining('a date in ISO 8601')],
    'metadataFields.3.value': ['Give the field a name.'],
  });
  const title = { template: 'default', field: 'title', value: 'Twice' };
  expect(await fieldsOf({ title: 'New', metadataFields: [title] })).toEqual({
    'metadataFields.0': ['title sets this field as well: send one of them.'],
  });
  expect(await fieldsOf({ metadataFields: Array(1001).fill(creator('Ada')) })).toEqual({
    metadataFields: ['Send at most 1000 fields.'],
  });
  const { data } = await admin.graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { title revision } }', { uid });
  expect(data.dataset).toEqual({ title: 'Kept', revision: 1 });
});
