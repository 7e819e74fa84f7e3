import { expect, test } from '@jest/globals';
import { sql, sqlName } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { newestVersion, restore, snapshotsOf, storedSecrets, versionsOf } from '#test/support/datasets/versions.ts';

const app = await testApp({}, wholeSchema);
const { admin } = app;
const codesOf = ({ errors }: Awaited<ReturnType<typeof restore>>) => errors?.map(({ extensions }) => extensions);

const mutate = async (name: string, input: object) =>
  await admin.data(
    `mutation ($input: ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input!) { ${name}(input: $input) { dataset { revision } } }`,
    { input },
  );

const web = (password = 's3cret') => ({
  http: {
    relativeUrl: '/a.csv',
    headers: [{ name: 'x-api-key', value: 'k3y' }],
    connection: { url: 'https://example.org/data', auth: { basicAuth: { username: 'ada', password } } },
  },
});

/** A dataset with all that there is to configure; answers its uid. */
async function seedEverything(datasetId: string): Promise<string> {
  const uid = await seedDataset(admin, {
    datasetId,
    metadata: { default: { title: { value: 'Before' } }, custom: { note: { value: { a: [1] } } } },
    defaultSecurity: { visibleFields: ['a'] },
  });
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.csv', 'a\n1\n');
  for (const title of ['first', 'second'])
    await mutate('createResource', { datasetUid: uid, type: 'csvfile', title, datasource: web() });
  await mutate('createResource', {
    datasetUid: uid,
    type: 'csvfile',
    title: 'file',
    params: { separator: ';' },
    datasource: { uploadedFile: { file: { uid: 'a.csv' } } },
  });
  for (const label of ['x', 'y', 'z'])
    await mutate('appendProcessor', {
      datasetUid: uid,
      type: 'string_replace',
      label,
      params: { field: 'a', old: 'b', new: '' },
    });
  await seedRuleset(app, uid, { group: `${datasetId}-group`, permissions: ['edit_dataset'] });
  await seedRuleset(app, uid, { user: `${datasetId}-user`, security: { filterQuery: 'a = 1' } });
  await mutate('updateDataset', { uid, isRestricted: true });
  return uid;
}

/** Changes everything of a dataset. */
async function changeEverything(uid: string): Promise<void> {
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } processors { nodes { uid } } } }',
    { uid },
  );
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.csv', 'a\n2\n3\n');
  await admin.upload(`/datasets/${uid}/resources/files/`, 'b.csv', 'b\n');
  await admin.rest('DELETE', `/datasets/${uid}/resources/${dataset.resources.nodes[0].uid}/`);
  await mutate('updateResource', { datasetUid: uid, uid: dataset.resources.nodes[1].uid, title: 'renamed' });
  await mutate('deleteProcessor', { datasetUid: uid, uid: dataset.processors.nodes[1].uid });
  await mutate('appendProcessor', { datasetUid: uid, type: 'skip_record', params: { field: 'a' } });
  await app.services.db.rows(sql`delete from ruleset where dataset_uid = ${uid} and username is not null`);
  await mutate('replaceDatasetMetadata', { datasetUid: uid, metadata: { default: { title: { value: 'After' } } } });
  await mutate('updateDataset', { uid, isRestricted: false, defaultSecurity: {}, datasetId: `${uid}-renamed` });
}

test('restoring a version restores every part with its uids and files, and keeps the history', async () => {
  await seedUser(app, 'all-user', { groups: ['all-group'] });
  const uid = await seedEverything('all');
  const before = await snapshotsOf(app, uid);
  const version = await newestVersion(admin, uid);
  const secrets = await storedSecrets(app, uid);
  await changeEverything(uid);
  const kept = await versionsOf(admin, uid);
  expect(codesOf(await restore(admin, uid, version.uid))).toBeUndefined();
  expect(await snapshotsOf(app, uid)).toEqual(before);
  const [newest, ...older] = await versionsOf(admin, uid);
  expect(older).toEqual(kept.slice(0, 19));
  expect(newest).toMatchObject({
    revision: (kept[0]?.revision ?? 0) + 1,
    sections: ['data', 'metadata', 'security', 'processors', 'resources'],
  });
  const download = await admin.rest('GET', `/datasets/${uid}/resources/files/a.csv/download/`);
  expect([download.status, download.body]).toEqual([200, 'a\n1\n']);
  const now = await storedSecrets(app, uid);
  const [gone, stayed] = Object.keys(secrets);
  // an inline connection is kept with its secrets as long as a version names it
  expect(now).toEqual({ ...secrets, [gone ?? '']: { 'connection.auth.password': 's3cret' } });
  expect(now[stayed ?? '']).toEqual({ 'headers.x-api-key': 'k3y', 'connection.auth.password': 's3cret' });
});

test('a resource that still exists keeps its current secrets', async () => {
  const uid = await seedDataset(admin);
  await mutate('createResource', { datasetUid: uid, type: 'csvfile', title: 'a', datasource: web('old') });
  const { uid: version } = await newestVersion(admin, uid);
  const [resource] = Object.keys(await storedSecrets(app, uid));
  await mutate('updateResource', { datasetUid: uid, uid: resource, title: 'b', datasource: web('new') });
  await restore(admin, uid, version);
  expect(await storedSecrets(app, uid)).toMatchObject({ [resource ?? '']: { 'connection.auth.password': 'new' } });
});

test('restoring the current state records a version without changes', async () => {
  const uid = await seedDataset(admin);
  const version = await newestVersion(admin, uid);
  expect(await restore(admin, uid, version.uid)).toMatchObject({
    data: { restoreVersion: { dataset: { revision: 2 } } },
  });
  expect((await versionsOf(admin, uid)).map(({ sections }) => sections)).toEqual([
    [],
    ['data', 'metadata', 'security'],
  ]);
});

test('the oldest version can be restored, and is deleted by the next change', async () => {
  const uid = await seedDataset(admin);
  for (let index = 0; index < 19; index += 1)
    await mutate('appendProcessor', { datasetUid: uid, type: 'skip_record', params: { field: `f${index}` } });
  const oldest = (await versionsOf(admin, uid)).at(-1);
  expect(oldest).toMatchObject({ revision: 1 });
  expect(codesOf(await restore(admin, uid, oldest?.uid ?? ''))).toBeUndefined();
  expect((await snapshotsOf(app, uid)).processors).toEqual([]);
  expect((await versionsOf(admin, uid)).map(({ revision }) => revision)).toEqual(
    Array.from({ length: 20 }, (_, index) => 21 - index),
  );
  expect(codesOf(await restore(admin, uid, oldest?.uid ?? ''))).toEqual([{ code: 'NOT_FOUND' }]);
});

test('publication and status stay as they are', async () => {
  const uid = await seedDataset(admin);
  const version = await newestVersion(admin, uid);
  await mutate('replaceDatasetMetadata', { datasetUid: uid, metadata: { default: { title: { value: 'After' } } } });
  await app.services.db.rows(
    sql`update dataset set is_published = true, status = 'queued', published_metadata = metadata where uid = ${uid}`,
  );
  await restore(admin, uid, version.uid);
  const [row] = await app.services.db.rows(
    sql`select is_published, status, published_metadata from dataset where uid = ${uid}`,
  );
  expect(row).toEqual({
    is_published: true,
    status: 'queued',
    published_metadata: { default: { title: { value: 'After' } } },
  });
});

test('a version that cannot be restored is refused with the reason, and nothing changes', async () => {
  await seedUser(app, 'leaver');
  const uid = await seedDataset(admin, { datasetId: 'name' });
  await seedRuleset(app, uid, { user: 'leaver' });
  await mutate('updateDataset', { uid, datasetId: 'other-name' });
  const [guarded, first] = await versionsOf(admin, uid);
  await app.services.db.rows(sql`delete from user_account where username = 'leaver'`);
  await seedDataset(admin, { datasetId: 'name' });
  const before = await snapshotsOf(app, uid);
  for (const version of [guarded, first]) {
    const [{ cannotRestoreReason } = { cannotRestoreReason: null }] = (await versionsOf(admin, uid)).filter(
      (dataset) => dataset.uid === version?.uid,
    );
    expect(codesOf(await restore(admin, uid, version?.uid ?? ''))).toEqual([
      { code: 'INVALID_INPUT', fields: { canRestore: [cannotRestoreReason] } },
    ]);
  }
  expect(await snapshotsOf(app, uid)).toEqual(before);
  expect(await newestVersion(admin, uid)).toMatchObject({ revision: 2 });
});

test('restoring needs the right to edit, and the right to manage where the security changes', async () => {
  const uid = await seedDataset(admin);
  const first = await newestVersion(admin, uid);
  await mutate('appendProcessor', { datasetUid: uid, type: 'skip_record', params: { field: 'a' } });
  const [stranger, publisher, editor] = [
    await seedUser(app, 'stranger'),
    await seedUser(app, 'publisher'),
    await seedUser(app, 'editor', { permissions: ['edit_dataset'] }),
  ];
  expect(codesOf(await restore(stranger, uid, first.uid))).toEqual([{ code: 'NOT_FOUND' }]);
  expect(codesOf(await restore(editor, uid, first.uid))).toBeUndefined();
  await mutate('updateDataset', { uid, isRestricted: true });
  expect(codesOf(await restore(editor, uid, first.uid, { expectedRevision: 1 }))).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(codesOf(await restore(admin, uid, first.uid, { expectedRevision: 1 }))).toEqual([
    { code: 'REVISION_MISMATCH', revision: 4 },
  ]);
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(codesOf(await restore(publisher, uid, first.uid))).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'edit_dataset' },
  ]);
});

test('a version of another dataset is not found', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  const { uid } = await newestVersion(admin, there);
  expect(codesOf(await restore(admin, here, uid))).toEqual([{ code: 'NOT_FOUND' }]);
  expect(codesOf(await restore(admin, here, 'ch_000000'))).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await newestVersion(admin, here)).toMatchObject({ revision: 1 });
});

test.each(['resource', 'processor', 'field_configuration', 'schedule', 'attachment', 'alternative_export'])(
  'a version with a %s whose uid another dataset now has is refused, and nothing changes',
  async (table) => {
    const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
    await admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { uid } } }', {
      input: {
        datasetUid: here,
        resources: [{ type: 'csvfile', title: 'a' }],
        processors: [{ type: 'skip_record', params: { field: 'a' } }],
        fields: [{ label: '', configuration: { delete: { field: 'c' } } }],
        schedules: [{ cronSchedule: '0 6 * * *' }],
      },
    });
    await admin.upload(`/datasets/${here}/attachments/`, 'a.txt', 'a');
    await admin.rest('POST', `/datasets/${here}/alternative_exports/`, {
      title: 'a',
      type: 'url',
      url: 'https://a.org/',
    });
    const { uid: version } = await newestVersion(admin, here);
    await app.services.db.rows(
      sql`update ${sqlName(table === 'schedule' ? 'dataset_schedule' : table)} set dataset_uid = ${there} where dataset_uid = ${here}`,
    );
    const before = [await snapshotsOf(app, here), await snapshotsOf(app, there)];
    expect(codesOf(await restore(admin, here, version))).toEqual([
      { code: 'INVALID_INPUT', fields: { canRestore: [expect.stringContaining('uid')] } },
    ]);
    expect([await snapshotsOf(app, here), await snapshotsOf(app, there)]).toEqual(before);
  },
);

test('concurrent restores and changes leave one of the states, and one version each', async () => {
  const uid = await seedDataset(admin);
  const { uid: empty } = await newestVersion(admin, uid);
  await mutate('appendProcessor', { datasetUid: uid, type: 'skip_record', label: 'a', params: { field: 'a' } });
  const { uid: one } = await newestVersion(admin, uid);
  await Promise.all(Array.from({ length: 12 }, (_, index) => restore(admin, uid, index % 2 ? empty : one)));
  const { processors } = await snapshotsOf(app, uid);
  expect([[], [expect.objectContaining({ label: 'a' })]]).toContainEqual(processors);
  expect(await newestVersion(admin, uid)).toMatchObject({ revision: 14 });
});

test('of two concurrent changes to the same identifier, one succeeds and the other is refused', async () => {
  const uids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => seedDataset(admin, { datasetId: `rival-${index}` })),
  );
  const renaming = await Promise.all(
    uids.map((uid) => admin.rest('PUT', `/datasets/${uid}/`, { dataset_id: 'wanted' })),
  );
  expect(renaming.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  const [uid] = uids.filter((_uid, index) => renaming[index]?.status === 200);
  const versions = await versionsOf(admin, uid ?? '');
  const first = versions.at(-1)?.uid ?? '';
  const index = uids.indexOf(uid ?? '');
  const [restored, created] = await Promise.all([
    restore(admin, uid ?? '', first),
    admin.rest('POST', '/datasets/', { dataset_id: `rival-${index}`, metadata: {} }),
  ]);
  expect([restored.errors === undefined, created.status === 201].filter(Boolean)).toHaveLength(1);
  if (restored.errors) expect(codesOf(restored)).toMatchObject([{ code: 'INVALID_INPUT' }]);
});
