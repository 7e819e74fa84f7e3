import { expect, test } from '@jest/globals';
import { processors as domainProcessors } from '#engine/processors/registry.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const appendDocument = `mutation ($input: AppendProcessorInput!) {
  appendProcessor(input: $input) { processor { id uid type label params } dataset { revision } }
}`;
const updateDocument = `mutation ($input: UpdateProcessorInput!) {
  updateProcessor(input: $input) { processor { uid type label params } dataset { revision } }
}`;
const deleteDocument = `mutation ($input: DeleteProcessorInput!) {
  deleteProcessor(input: $input) { uid dataset { revision processors { totalCount } } }
}`;

const replaceText = { type: 'string_replace', params: { field: 'name', old: 'a', new: 'b' } };
const append = async (datasetUid: string, input: object = {}) =>
  (await admin.data(appendDocument, { input: { datasetUid, ...replaceText, ...input } })).appendProcessor;
const stackOf = async (uid: string, client: Client = admin) =>
  (
    await client.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { revision processors(first: 100) { totalCount nodes { uid type label params } } } }',
      { uid },
    )
  ).dataset;
const labelsOf = async (uid: string): Promise<string[]> =>
  (await stackOf(uid)).processors.nodes.map(({ label }: { label: string }) => label);
const fieldErrorsOf = async (client: Client, document: string, input: object) =>
  (await client.graph(document, { input })).errors?.map(({ extensions }) => extensions);

test('a processor is appended to the stack, found, and read as it was sent', async () => {
  const uid = await seedDataset(admin);
  const { processor, dataset } = await append(uid, { label: 'First' });
  expect(dataset).toEqual({ revision: 2 });
  expect(processor).toMatchObject({
    uid: expect.stringMatching(/^pr_[0-9a-z]{6}$/),
    type: 'string_replace',
    label: 'First',
    params: { field: 'name', old: 'a', new: 'b' },
  });
  const second = await append(uid);
  expect(second.processor.label).toBe('');
  const { id, ...found } = processor;
  expect(
    await admin.data(
      `query ($uid: ID!, $processor: ID!, $id: ID!) {
    dataset(by: { uid: $uid }) { processor(uid: $processor) { uid type label params } processors(first: 1) { nodes { uid } pageInfo { hasNextPage } } }
    node(id: $id) { __typename ... on Processor { uid } }
  }`,
      { uid, processor: found.uid, id },
    ),
  ).toEqual({
    dataset: { processor: found, processors: { nodes: [{ uid: found.uid }], pageInfo: { hasNextPage: true } } },
    node: { __typename: 'Processor', uid: found.uid },
  });
});

test('an update keeps what is absent, clears the label with null, and replaces the parameters as a whole', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    processor: { uid },
  } = await append(datasetUid, { label: 'Old' });
  const update = async (input: object) =>
    (await admin.data(updateDocument, { input: { datasetUid, uid, ...input } })).updateProcessor;
  expect(await update({ label: 'New' })).toMatchObject({
    processor: { ...replaceText, label: 'New' },
    dataset: { revision: 3 },
  });
  expect((await update({ label: null })).processor.label).toBe('');
  expect((await update({ params: { all_fields: true, old: 'x' } })).processor.params).toEqual({
    all_fields: true,
    old: 'x',
  });
  expect((await update({ type: 'skip_record', params: { field: 'name' } })).processor).toMatchObject({
    type: 'skip_record',
    params: { field: 'name' },
  });
  expect((await update({})).dataset).toEqual({ revision: 6 });
});

test('parameters must fit the type, and problems name the parameters', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    processor: { uid },
  } = await append(datasetUid);
  const appending = (input: object) => fieldErrorsOf(admin, appendDocument, { datasetUid, ...replaceText, ...input });
  const updating = (input: object) => fieldErrorsOf(admin, updateDocument, { datasetUid, uid, ...input });
  const invalid = (field: string) => [{ code: 'INVALID_INPUT', fields: { [field]: [expect.any(String)] } }];
  expect(await appending({ type: 'make_coffee' })).toEqual(invalid('type'));
  expect(await appending({ params: { field: 'name' } })).toEqual(invalid('old'));
  expect(await appending({ params: { old: 'x' } })).toEqual(invalid('field'));
  expect(await appending({ type: 'regexp_replace', params: { field: 'name', regexp: '(', new: '' } })).toEqual(
    invalid('regexp'),
  );
  expect(await appending({ params: null })).toEqual(invalid('old'));
  expect(await appending({ label: 'x'.repeat(1001) })).toEqual(invalid('label'));
  expect(await appending({ label: 'nul\0' })).toEqual(invalid('label'));
  expect(await appending({ params: { ...replaceText.params, old: '\ud800' } })).toEqual(invalid('params.old'));
  expect(await appending({ params: { ...replaceText.params, 'k\0': 1 } })).toEqual(invalid('params.k\ufffd'));
  expect(await updating({ type: null })).toEqual(invalid('type'));
  expect(await updating({ type: 'split' })).toMatchObject([
    { code: 'INVALID_INPUT', fields: { index: [expect.any(String)] } },
  ]);
  expect((await stackOf(datasetUid)).revision).toBe(2);
});

test('after a deletion the following processors keep their order', async () => {
  const datasetUid = await seedDataset(admin);
  const uids: string[] = [];
  for (const label of ['a', 'b', 'c', 'd']) uids.push((await append(datasetUid, { label })).processor.uid);
  const { deleteProcessor } = await admin.data(deleteDocument, { input: { datasetUid, uid: uids[1] } });
  expect(deleteProcessor).toEqual({ uid: uids[1], dataset: { revision: 6, processors: { totalCount: 3 } } });
  await append(datasetUid, { label: 'e' });
  expect(await labelsOf(datasetUid)).toEqual(['a', 'c', 'd', 'e']);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid, uid: uids[1] })).toEqual([{ code: 'NOT_FOUND' }]);
});

test('a processor of another dataset is not found', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  const {
    processor: { uid },
  } = await append(there);
  expect(await fieldErrorsOf(admin, updateDocument, { datasetUid: here, uid, label: 'mine' })).toEqual([
    { code: 'NOT_FOUND' },
  ]);
  expect(await fieldErrorsOf(admin, updateDocument, { datasetUid: here, uid })).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid: here, uid })).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await fieldErrorsOf(admin, deleteDocument, { datasetUid: here, uid: 'pr_\0' })).toMatchObject([
    { code: 'INVALID_INPUT' },
  ]);
  expect(
    await admin.data(
      'query ($here: ID!, $uid: ID!) { dataset(by: { uid: $here }) { revision processor(uid: $uid) { uid } } }',
      {
        here,
        uid,
      },
    ),
  ).toEqual({ dataset: { revision: 1, processor: null } });
});

test('callers who may only publish read the stack but cannot change it, and it is hidden from others', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    processor: { id, uid },
  } = await append(datasetUid);
  const publisher = await seedUser(app, 'publisher');
  const stranger = await seedUser(app, 'stranger');
  await seedRuleset(app, datasetUid, { user: 'publisher', permissions: ['publish_dataset'] });
  expect((await stackOf(datasetUid, publisher)).processors.totalCount).toBe(1);
  expect(
    await fieldErrorsOf(publisher, appendDocument, { datasetUid, type: 'make_coffee', expectedRevision: 9 }),
  ).toEqual([{ code: 'PERMISSION_DENIED', permission: 'edit_dataset' }]);
  expect(await fieldErrorsOf(stranger, updateDocument, { datasetUid, uid, expectedRevision: 9 })).toEqual([
    { code: 'NOT_FOUND' },
  ]);
  expect(await fieldErrorsOf(admin, appendDocument, { datasetUid, type: 'make_coffee', expectedRevision: 9 })).toEqual([
    { code: 'REVISION_MISMATCH', revision: 2 },
  ]);
  expect((await stranger.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
});

test('the types of processors are visible to callers who may configure a dataset', async () => {
  const query = '{ processorTypes { type label parameters { name type label isMandatory default choices } } }';
  const { processorTypes } = await admin.data(query);
  expect(processorTypes.map(({ type }: { type: string }) => type)).toEqual(domainProcessors.map(({ type }) => type));
  expect(processorTypes.find(({ type }: { type: string }) => type === 'string_replace').parameters[1]).toEqual({
    name: 'all_fields',
    type: 'boolean',
    label: 'All fields',
    isMandatory: false,
    default: 'false',
    choices: null,
  });
  const reader = await seedUser(app, 'reader');
  const denied = [{ extensions: { code: 'PERMISSION_DENIED' } }];
  expect((await reader.graph(query)).errors).toMatchObject(denied);
  expect((await unauthenticated.graph(query)).errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
  const datasetUid = await seedDataset(admin);
  await seedRuleset(app, datasetUid, { user: 'reader', permissions: ['publish_dataset'] });
  expect((await reader.graph(query)).errors).toMatchObject(denied);
  await seedRuleset(app, await seedDataset(admin), { user: 'reader', permissions: ['edit_dataset'] });
  expect((await reader.graph(query)).errors).toBeUndefined();
  const creator = await seedUser(app, 'creator', { permissions: ['create_dataset'] });
  expect((await creator.graph(query)).errors).toBeUndefined();
});

test('60 processors appended concurrently are in the order of their revisions', async () => {
  const datasetUid = await seedDataset(admin);
  const labels = Array.from({ length: 60 }, (_, index) => `p${index}`);
  await Promise.all(labels.map((label) => append(datasetUid, { label })));
  const { revision, processors } = await stackOf(datasetUid);
  expect(revision).toBe(61);
  expect(processors.nodes.map(({ label }: { label: string }) => label).toSorted()).toEqual(labels.toSorted());
  await Promise.all(
    processors.nodes
      .filter((_: unknown, index: number) => index % 2 === 0)
      .map(({ uid }: { uid: string }) => admin.data(deleteDocument, { input: { datasetUid, uid } })),
  );
  const { processors: left } = await stackOf(datasetUid);
  expect(left.nodes).toEqual(processors.nodes.filter((_: unknown, index: number) => index % 2 === 1));
  const positions = await app.services.orm.em
    .fork()
    .execute<{ position: number }[]>('select position from processor where dataset_uid = ? order by position', [
      datasetUid,
    ]);
  expect(positions.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

test('parameters that the type does not have are refused by name, in a plan too', async () => {
  const datasetUid = await seedDataset(admin);
  const params = { ...replaceText.params, regexp: true };
  const message = 'There is no such parameter. Use field, all_fields, old, new.';
  expect((await admin.graph(appendDocument, { input: { datasetUid, ...replaceText, params } })).errors).toMatchObject([
    { extensions: { code: 'INVALID_INPUT', fields: { regexp: [message] } } },
  ]);
  const apply = 'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { uid } } }';
  const input = { datasetUid, processors: [{ type: 'string_replace', params }] };
  expect((await admin.graph(apply, { input })).errors).toMatchObject([
    { extensions: { code: 'INVALID_INPUT', fields: { 'processors.0.params.regexp': [message] } } },
  ]);
});

test('too deeply nested parameters are refused', async () => {
  const datasetUid = await seedDataset(admin);
  const nested = (
    depth: number,
  ) => `{"query":${JSON.stringify(appendDocument)},"variables":{"input":{"datasetUid":"${datasetUid}","type":"split",
    "params":{"field":"a","separator":",","index":1,"output_field":"b","more":${'['.repeat(depth)}${']'.repeat(depth)}}}}}`;
  const send = (payload: string) =>
    app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: 'Apikey test-administrator-key', 'content-type': 'application/json' },
      payload,
    });
  for (const depth of [70, 1_000, 100_000]) {
    expect((await send(nested(depth))).json()).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_INPUT', fields: { params: [expect.any(String)] } } }],
    });
  }
  expect((await send(nested(20))).json()).toMatchObject({
    errors: [{ extensions: { fields: { more: [expect.stringContaining('There is no such parameter')] } } }],
  });
});
