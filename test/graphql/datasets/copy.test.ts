import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { snapshotsOf, storedSecrets, versionsOf } from '#test/support/datasets/versions.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const copying = (client: Client, uid: string, input: object = {}) =>
  client.graph(
    `mutation ($input: DatasetActionInput!) { copyDataset(input: $input) { dataset {
  uid datasetId revision isPublished createdBy { username } metadata isRestricted canManage status { status previous }
} } }`,
    { input: { uid, ...input } },
  );
const copyOf = async (client: Client, uid: string) => {
  const { data, errors } = await copying(client, uid);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.copyDataset.dataset;
};
const codesOf = async (answer: ReturnType<typeof copying>) =>
  (await answer).errors?.map(({ extensions }) => extensions.code);
const createResource = (datasetUid: string, input: object) =>
  admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, type: 'csvfile', ...input },
  });

test('a copy has all parts under new uids, and no secrets', async () => {
  await seedUser(app, 'reader', { groups: ['readers'] });
  const uid = await seedDataset(admin, {
    datasetId: 'original',
    isRestricted: true,
    metadata: { default: { title: { value: 'Draft' } } },
  });
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.csv', 'a\n1\n');
  await createResource(uid, { title: 'file', datasource: { uploadedFile: { file: { uid: 'a.csv' } } } });
  const headers = [{ name: 'authorization', value: 's3cret' }];
  for (const title of ['web', 'other', 'third'])
    await createResource(uid, {
      title,
      datasource: { http: { headers, connection: { url: 'https://example.org/' } } },
    });
  for (const label of ['x', 'y', 'z']) {
    await admin.data(
      'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }',
      { input: { datasetUid: uid, type: 'skip_record', label, params: { field: 'a' } } },
    );
  }
  await seedRuleset(app, uid, { user: 'reader', permissions: ['edit_dataset'] });
  await seedRuleset(app, uid, { group: 'readers' });
  const copy = await copyOf(admin, uid);
  expect(copy).toEqual({
    uid: expect.stringMatching(/^da_[0-9a-z]{6}$/),
    datasetId: 'original-1',
    revision: 1,
    isPublished: false,
    createdBy: { username: 'admin' },
    isRestricted: true,
    metadata: expect.objectContaining({ default: { title: { value: 'Draft' } } }),
    canManage: true,
    status: { status: 'idle', previous: null },
  });
  const [before, after] = [await snapshotsOf(app, uid), await snapshotsOf(app, copy.uid)];
  const uidsIn = (state: object) => JSON.stringify(state).match(/"(re|pr|co)_\w+"/g) ?? [];
  const without = (state: object) => JSON.parse(JSON.stringify(state).replaceAll(/"(re|pr|co)_\w+"/g, '""'));
  expect(without({ ...after, data: null })).toEqual(without({ ...before, data: null }));
  expect(new Set([...uidsIn(before), ...uidsIn(after)]).size).toBe(20);
  expect(Object.values(await storedSecrets(app, copy.uid))).toEqual([null, null, null, null]);
  expect(await versionsOf(admin, copy.uid)).toMatchObject([
    { revision: 1, sections: expect.arrayContaining(['data', 'metadata', 'security', 'processors', 'resources']) },
  ]);
  expect((await admin.rest('GET', `/datasets/${copy.uid}/resources/files/a.csv/download/`)).body).toBe('a\n1\n');
});

test('resources created in the same instant are copied in order', async () => {
  const uid = await seedDataset(admin);
  await Promise.all(Array.from({ length: 12 }, (_, index) => createResource(uid, { title: `r${index}` })));
  const titles = async (of: string) =>
    (await admin.data('query ($of: ID!) { dataset(by: { uid: $of }) { resources { nodes { title } } } }', { of }))
      .dataset.resources.nodes;
  expect(await titles((await copyOf(admin, uid)).uid)).toEqual(await titles(uid));
});

test('changes of a copy do not affect the original or its files', async () => {
  const uid = await seedDataset(admin);
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.csv', 'a\n1\n');
  const { uid: copy } = await copyOf(admin, uid);
  await admin.upload(`/datasets/${copy}/resources/files/`, 'a.csv', 'a\n2\n');
  await admin.rest('DELETE', `/datasets/${copy}/`);
  expect((await admin.rest('GET', `/datasets/${uid}/resources/files/a.csv/download/`)).body).toBe('a\n1\n');
});

test('copies get derived, free identifiers, also when they are made concurrently', async () => {
  const uid = await seedDataset(admin, { datasetId: 'busy' });
  const copies = await Promise.all(Array.from({ length: 8 }, () => copyOf(admin, uid)));
  expect(copies.map(({ datasetId }: { datasetId: string }) => datasetId).toSorted()).toEqual(
    Array.from({ length: 8 }, (_, index) => `busy-${index + 1}`),
  );
  const nameless = await copyOf(admin, await seedDataset(admin));
  expect(nameless.datasetId).toBe(nameless.uid);
  expect((await copyOf(admin, await seedDataset(admin, { datasetId: 'x'.repeat(200) }))).datasetId).toHaveLength(180);
});

test('copying needs create_dataset, the right to edit, and for a dataset with security the right to manage', async () => {
  const uid = await seedDataset(admin);
  const creator = await seedUser(app, 'creator', { permissions: ['create_dataset'] });
  const editor = await seedUser(app, 'editor', { permissions: ['edit_dataset'] });
  const both = await seedUser(app, 'both', { permissions: ['create_dataset', 'edit_dataset'] });
  expect(await codesOf(copying(unauthenticated, uid))).toEqual(['UNAUTHORIZED']);
  expect(await codesOf(copying(creator, uid))).toEqual(['NOT_FOUND']);
  expect(await codesOf(copying(editor, uid))).toEqual(['PERMISSION_DENIED']);
  expect(await copyOf(both, uid)).toMatchObject({ createdBy: { username: 'both' }, canManage: true });
  const publisher = await seedUser(app, 'publisher', { permissions: ['create_dataset'] });
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await codesOf(copying(publisher, uid))).toEqual(['PERMISSION_DENIED']);
  expect(await codesOf(copying(both, uid))).toEqual(['PERMISSION_DENIED']);
  expect(await codesOf(copying(both, uid, { expectedRevision: 9 }))).toEqual(['PERMISSION_DENIED']);
  expect(await codesOf(copying(admin, uid, { expectedRevision: 9 }))).toEqual(['REVISION_MISMATCH']);
  expect(
    (await admin.data('{ datasets { nodes { createdBy { username } } } }')).datasets.nodes.filter(
      ({ createdBy }: { createdBy: { username: string } }) => createdBy.username !== 'admin',
    ),
  ).toHaveLength(1);
});
