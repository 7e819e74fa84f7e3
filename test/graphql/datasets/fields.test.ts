import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { runAndFinish, recordsOf, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { newestVersion, restore } from '#test/support/datasets/versions.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

const body = `uid type label ... on RenameFieldConfiguration { fromName toName fieldLabel } ... on TypeFieldConfiguration { field typeParam }
  ... on AnnotateFieldConfiguration { field annotation args } ... on DescriptionFieldConfiguration { field description }
  ... on OrderFieldConfiguration { order } ... on DeleteFieldConfiguration { field }`;
const appendDocument = `mutation ($input: AppendFieldConfigurationInput!) {
  appendFieldConfiguration(input: $input) { fieldConfiguration { __typename id ${body} } dataset { revision } }
}`;
const updateDocument = `mutation ($input: UpdateFieldConfigurationInput!) {
  updateFieldConfiguration(input: $input) { fieldConfiguration { ${body} } dataset { revision } }
}`;
const deleteDocument = `mutation ($input: DeleteFieldConfigurationInput!) {
  deleteFieldConfiguration(input: $input) { uid dataset { revision fieldConfigurations { totalCount } } }
}`;

const kinds = {
  rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' },
  type: { field: 'b', typeParam: 'text' },
  annotate: { field: 'b', annotation: 'unit', args: ['m'] },
  description: { field: 'b', description: '' },
  order: { order: ['c', 'b'] },
  delete: { field: 'd' },
};
const append = async (datasetUid: string, configuration: object, label = '') =>
  (await admin.data(appendDocument, { input: { datasetUid, label, configuration } })).appendFieldConfiguration;
const stackOf = async (uid: string, client: Client = admin) =>
  (
    await client.data(
      `query ($uid: ID!) { dataset(by: { uid: $uid }) { revision fieldConfigurations(first: 100) { totalCount nodes { ${body} } } } }`,
      { uid },
    )
  ).dataset;
const fieldErrorsOf = async (client: Client, document: string, input: object) =>
  (await client.graph(document, { input })).errors?.map(({ extensions }) => extensions);

test('a configuration of each kind is appended to the stack, and read as its own type', async () => {
  const datasetUid = await seedDataset(admin);
  const made = [];
  for (const [type, configuration] of Object.entries(kinds)) {
    const {
      fieldConfiguration: { __typename: name, id, ...found },
    } = await append(datasetUid, { [type]: configuration }, `A ${type}`);
    expect(name).toBe(`${type.charAt(0).toUpperCase()}${type.slice(1)}FieldConfiguration`);
    expect(found).toEqual({
      uid: expect.stringMatching(/^pr_[0-9a-z]{6}$/),
      type,
      label: `A ${type}`,
      ...configuration,
    });
    expect(
      await admin.data(
        `query ($uid: ID!, $field: ID!, $id: ID!) {
      dataset(by: { uid: $uid }) { fieldConfiguration(uid: $field) { ${body} } } node(id: $id) { __typename id ... on FieldConfiguration { uid } }
    }`,
        { uid: datasetUid, field: found.uid, id },
      ),
    ).toEqual({ dataset: { fieldConfiguration: found }, node: { __typename: name, id, uid: found.uid } });
    made.push(found);
  }
  expect(await stackOf(datasetUid)).toEqual({ revision: 7, fieldConfigurations: { totalCount: 6, nodes: made } });
});

test('an update keeps what is absent and the place, and may change the kind', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    fieldConfiguration: { uid },
  } = await append(datasetUid, { rename: kinds.rename }, 'Old');
  await append(datasetUid, { delete: kinds.delete }, 'Last');
  const update = async (input: object) =>
    (await admin.data(updateDocument, { input: { datasetUid, uid, ...input } })).updateFieldConfiguration;
  expect(await update({ label: 'New' })).toEqual({
    fieldConfiguration: { uid, type: 'rename', label: 'New', ...kinds.rename },
    dataset: { revision: 4 },
  });
  expect(await update({ configuration: { annotate: { field: 'x', annotation: 'id' } } })).toEqual({
    fieldConfiguration: { uid, type: 'annotate', label: 'New', field: 'x', annotation: 'id', args: [] },
    dataset: { revision: 5 },
  });
  expect((await update({})).dataset).toEqual({ revision: 5 });
  expect((await stackOf(datasetUid)).fieldConfigurations.nodes.map(({ label }: { label: string }) => label)).toEqual([
    'New',
    'Last',
  ]);
});

test('problems are reported by their place in the input, and nothing changes', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    fieldConfiguration: { uid },
  } = await append(datasetUid, { rename: kinds.rename });
  const appending = (input: object) => fieldErrorsOf(admin, appendDocument, { datasetUid, label: '', ...input });
  const updating = (input: object) => fieldErrorsOf(admin, updateDocument, { datasetUid, uid, ...input });
  const invalid = (...fields: string[]) => [
    { code: 'INVALID_INPUT', fields: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])) },
  ];
  for (const configuration of [{}, { rename: kinds.rename, delete: kinds.delete }])
    expect(await appending({ configuration })).toMatchObject([{ code: 'INVALID_INPUT' }]);
  expect(await appending({ configuration: { rename: { ...kinds.rename, fromName: '', toName: 'toString' } } })).toEqual(
    invalid('configuration.rename.fromName', 'configuration.rename.toName'),
  );
  expect(await appending({ configuration: { order: { order: ['a', 'a'] } } })).toEqual(
    invalid('configuration.order.order'),
  );
  expect(await appending({ configuration: { type: { field: 'a', typeParam: 'money' } } })).toMatchObject([
    { code: 'INVALID_INPUT' },
  ]);
  expect(await appending({ label: 'x'.repeat(1001), configuration: { delete: kinds.delete } })).toEqual(
    invalid('label'),
  );
  expect(await updating({ label: null })).toEqual(invalid('label'));
  expect(await updating({ configuration: null })).toEqual(invalid('configuration'));
  expect((await stackOf(datasetUid)).revision).toBe(2);
});

test('after a deletion the following configurations move up', async () => {
  const datasetUid = await seedDataset(admin);
  const uids: string[] = [];
  for (const field of ['a', 'b', 'c'])
    uids.push((await append(datasetUid, { delete: { field } })).fieldConfiguration.uid);
  const { deleteFieldConfiguration } = await admin.data(deleteDocument, { input: { datasetUid, uid: uids[0] } });
  expect(deleteFieldConfiguration).toEqual({
    uid: uids[0],
    dataset: { revision: 5, fieldConfigurations: { totalCount: 2 } },
  });
  await append(datasetUid, { delete: { field: 'd' } });
  expect((await stackOf(datasetUid)).fieldConfigurations.nodes.map(({ field }: { field: string }) => field)).toEqual([
    'b',
    'c',
    'd',
  ]);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid, uid: uids[0] })).toEqual([{ code: 'NOT_FOUND' }]);
});

test('a configuration of another dataset is not found, and callers who may only publish cannot change one', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  const {
    fieldConfiguration: { uid, id },
  } = await append(there, { delete: kinds.delete });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, there, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await fieldErrorsOf(admin, updateDocument, { datasetUid: here, uid, label: 'mine' })).toEqual([
    { code: 'NOT_FOUND' },
  ]);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid: here, uid })).toEqual([{ code: 'NOT_FOUND' }]);
  expect((await stackOf(there, publisher)).fieldConfigurations.totalCount).toBe(1);
  expect(await fieldErrorsOf(publisher, deleteDocument, { datasetUid: there, uid })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'edit_dataset' },
  ]);
  expect(await fieldErrorsOf(publisher, updateDocument, { datasetUid: here, uid })).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid: there, uid, expectedRevision: 9 })).toEqual([
    { code: 'REVISION_MISMATCH', revision: 2 },
  ]);
  const stranger = await seedUser(app, 'stranger');
  expect((await stranger.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
});

test('previews of a resource, saved or not, show what publishing stores: processors and field configurations applied', async () => {
  const url = web.serve('/shaped.csv', 'First name,n,secret\nAda,007,x\nBob,many,y\n');
  const datasetUid = await seedCsvDataset(admin, url);
  await admin.data(
    'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }',
    {
      input: { datasetUid, type: 'string_replace', params: { field: 'first_name', old: 'Bob', new: 'Bea' } },
    },
  );
  await append(datasetUid, { rename: { fromName: 'first_name', toName: 'name', fieldLabel: 'Name' } });
  const {
    fieldConfiguration: { uid: typed },
  } = await append(datasetUid, { type: { field: 'n', typeParam: 'int' } });
  await append(datasetUid, { annotate: { field: 'n', annotation: 'unit', args: ['m'] } });
  await append(datasetUid, { description: { field: 'n', description: 'How many.' } });
  await append(datasetUid, { order: { order: ['n'] } });
  await append(datasetUid, { delete: { field: 'secret' } });

  const records = [
    { n: 7, name: 'Ada' },
    { n: null, name: 'Bea' },
  ];
  const fields = [
    { name: 'n', label: 'n', type: 'int', description: 'How many.', annotations: [{ name: 'unit', args: ['m'] }] },
    { name: 'name', label: 'Name', type: 'text', description: '', annotations: [] },
  ];
  const shown = 'fields { name label type description annotations { name args } } records';
  const { previewResource, dataset } = await admin.data(
    `query ($uid: ID!, $input: PreviewResourceInput!) {
    previewResource(input: $input) { ${shown} } dataset(by: { uid: $uid }) { resources { nodes { preview { ${shown} } } } }
  }`,
    { uid: datasetUid, input: { datasetUid, type: 'csvfile', datasource: { http: { connection: { url } } } } },
  );
  expect(previewResource).toEqual({ fields, records });
  expect(dataset.resources.nodes[0].preview).toEqual({ fields, records });

  // stacks to try take the place of the saved ones, and nothing is saved
  const tryDocument = `query ($uid: ID!, $processors: [PreviewProcessorInput!], $fields: [FieldConfigurationInput!]) {
    dataset(by: { uid: $uid }) { revision resources { nodes { preview(processors: $processors, fields: $fields) { ${shown} } } } }
  }`;
  const tried = await admin.data(tryDocument, {
    uid: datasetUid,
    processors: [{ type: 'string_replace', params: { field: 'first_name', old: 'Ada', new: 'Eva' } }],
    fields: [{ delete: { field: 'secret' } }, { type: { field: 'n', typeParam: 'text' } }],
  });
  expect(tried.dataset.resources.nodes[0].preview.records).toEqual([
    { first_name: 'Eva', n: '007' },
    { first_name: 'Bob', n: 'many' },
  ]);
  expect(tried.dataset.revision).toBe((await stackOf(datasetUid)).revision);
  const { data, errors } = await admin.graph(tryDocument, {
    uid: datasetUid,
    fields: [{ delete: { field: 'n' } }, { order: { order: [] } }],
  });
  expect(data.dataset.resources.nodes).toEqual([{ preview: null }]);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'fields.1.configuration.order.order': ['Name at least one field.'] },
  });

  expect(await runAndFinish(admin, 'publishDataset', datasetUid)).toMatchObject({
    status: 'idle',
    recordsErrors: [
      { recordId: '1', fieldUid: 'n', processorUid: typed, message: 'The value is not of the type int.' },
    ],
  });
  expect(await recordsOf(app, datasetUid)).toEqual(records);
  expect(
    (
      await unauthenticated.data(
        'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name label type description annotations { name args } } } }',
        {
          uid: datasetUid,
        },
      )
    ).catalogDataset.schema,
  ).toEqual(fields.map((field) => ({ ...field, description: field.description || null })));
});

test('restoring a version restores field configurations with their uids, and a copy has new uids', async () => {
  const uid = await seedDataset(admin);
  for (const [type, configuration] of Object.entries(kinds)) await append(uid, { [type]: configuration }, type);
  const { fieldConfigurations: before } = await stackOf(uid);
  const { uid: version } = await newestVersion(admin, uid);
  await admin.data(deleteDocument, { input: { datasetUid: uid, uid: before.nodes[0].uid } });
  await append(uid, { delete: { field: 'more' } });
  await restore(admin, uid, version);
  expect((await stackOf(uid)).fieldConfigurations).toEqual(before);
  const { body: copy } = await admin.rest('POST', `/datasets/${uid}/copy/`);
  const { fieldConfigurations: copied } = await stackOf(copy.uid);
  const withoutUid = ({ uid: _uid, ...others }: { uid: string }) => others;
  expect(copied.nodes.map(withoutUid)).toEqual(before.nodes.map(withoutUid));
  expect(new Set([...copied.nodes, ...before.nodes].map((field: { uid: string }) => field.uid)).size).toBe(12);
});
