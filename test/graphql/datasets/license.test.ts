import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { overriding, rivers } from '#test/support/sources/federation.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedDataset } from '#test/support/seed.ts';
import { newestVersion, restore } from '#test/support/datasets/versions.ts';

const remote = await remoteCatalog();
remote.datasets.set('rivers', {
  ...rivers,
  metas: { default: { title: 'Rivers' }, internal: { license_id: 'theirs' } },
});
const app = await testApp({ FETCH_ALLOW: remote.host }, wholeSchema);
const { admin } = app;

type Name = 'default' | 'internal';
type Change = (uid: string) => Promise<unknown>;

/** The entry under both names, which agree; undefined where the license is not set. */
async function licenseOf(uid: string) {
  const { dataset } = await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { metadata } }', { uid });
  const { default: standard, internal } = dataset.metadata;
  expect(internal?.license_id).toEqual(standard.license_id);
  return standard.license_id;
}

const path = (uid: string, ...rest: string[]) =>
  `/datasets/${uid}/metadata/${rest.map((segment) => `${segment}/`).join('')}`;
const graph = (mutation: string, input: object) =>
  admin.graph(
    `mutation ($input: ${mutation.replace(/^./, (letter) => letter.toUpperCase())}Input!) { ${mutation}(input: $input) { dataset { uid } } }`,
    { input },
  );
const license = (value: string | null) => ({ license_id: { value } });
const other = (name: Name): Name => (name === 'default' ? 'internal' : 'default');

/** Every way to write the license under one of its names, by both doors; each alone decides what it is afterwards. */
const writes: Readonly<Record<string, (name: Name, value: string | null) => Change>> = {
  'a field': (template, value) => (datasetUid) =>
    graph('updateDatasetMetadataField', { datasetUid, template, field: 'license_id', value }),
  'a field by REST': (name, value) => (uid) => admin.rest('PUT', path(uid, name, 'license_id'), { value }),
  'a template': (template, value) => (datasetUid) =>
    graph('replaceDatasetMetadataTemplate', { datasetUid, template, fields: license(value) }),
  'a template by REST': (name, value) => (uid) => admin.rest('PUT', path(uid, name), license(value)),
  'all metadata, naming one': (name, value) => (datasetUid) =>
    graph('replaceDatasetMetadata', { datasetUid, metadata: { default: {}, [name]: license(value) } }),
  'all metadata by REST, as read but for one': (name, value) => async (uid) => {
    const { body } = await admin.rest('GET', path(uid));
    return admin.rest('PUT', path(uid), { ...body, [name]: { ...body[name], ...license(value) } });
  },
  'the desired state': (name, value) => (datasetUid) =>
    graph('applyDataset', { datasetUid, metadata: { [name]: license(value) } }),
};

/** Every way to take the license away under one of its names. */
const removals: Readonly<Record<string, (name: Name) => Change>> = {
  'a field': (template) => (datasetUid) =>
    graph('deleteDatasetMetadataField', { datasetUid, template, field: 'license_id' }),
  'a field by REST': (name) => (uid) => admin.rest('DELETE', path(uid, name, 'license_id')),
  'a template without it': (template) => (datasetUid) =>
    graph('replaceDatasetMetadataTemplate', { datasetUid, template, fields: {} }),
  'all metadata without it': () => (uid) => admin.rest('PUT', path(uid), { default: { title: { value: 'T' } } }),
};

const names = ['default', 'internal'] as const;
const cases = <Way>(ways: Readonly<Record<string, Way>>) =>
  Object.entries(ways).flatMap(([title, way]) => names.map((name) => ({ title, name, way })));

test.each(cases(writes))('$title sets the license by its name in $name', async ({ name, way }) => {
  const uid = await seedDataset(admin);
  for (const value of ['odbl', 'cc0', 'cc0', null, 'cc-by']) {
    await way(name, value)(uid);
    expect(await licenseOf(uid)).toEqual({ value });
  }
});

test.each(cases(removals))('$title takes the license away by its name in $name', async ({ name, way }) => {
  const uid = await seedDataset(admin, { metadata: { [other(name)]: license('odbl') } });
  expect(await licenseOf(uid)).toEqual({ value: 'odbl' });
  await way(name)(uid);
  expect(await licenseOf(uid)).toBeUndefined();
});

const name = fc.constantFrom(...names);
const changes: fc.Arbitrary<{ change: Change; expected?: string | null | undefined; decides: boolean }> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...Object.values(writes)), name, fc.constantFrom('a', 'b', null))
      .map(([way, which, value]) => ({ change: way(which, value), expected: value, decides: true })),
  },
  fc
    .tuple(fc.constantFrom(...Object.values(removals)), name)
    .map(([way, which]) => ({ change: way(which), decides: true })),
  fc.constant({
    change: (uid: string) =>
      graph('updateDatasetMetadataField', { datasetUid: uid, template: 'default', field: 'title', value: 'T' }),
    decides: false,
  }),
  fc.constant({
    change: async (uid: string) => restore(admin, uid, (await newestVersion(admin, uid)).uid),
    decides: false,
  }),
);

test('both names of the license agree after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 2, maxLength: 6 }), async (sequence) => {
      const uid = await seedDataset(admin);
      for (const { change, expected, decides } of sequence) {
        await change(uid);
        const entry = await licenseOf(uid);
        if (decides) expect(entry?.value).toEqual(expected);
      }
    }),
    { numRuns: 20 },
  );
});

test('of two values in one request the new one is used; two new ones are refused at both names', async () => {
  const uid = await seedDataset(admin, { metadata: { default: license('odbl') } });
  await admin.rest('PUT', path(uid), { default: license('cc0'), internal: license('odbl') });
  expect(await licenseOf(uid)).toEqual({ value: 'cc0' });
  await admin.rest('PUT', path(uid), { default: license('cc0'), internal: license('cc-by') });
  expect(await licenseOf(uid)).toEqual({ value: 'cc-by' });
  const contradiction = { default: license('a'), internal: license('b') };
  const refused = {
    'metadata.default.license_id': [expect.any(String)],
    'metadata.internal.license_id': [expect.any(String)],
  };
  for (const mutation of ['replaceDatasetMetadata', 'applyDataset']) {
    expect((await graph(mutation, { datasetUid: uid, metadata: contradiction })).errors?.[0]?.extensions).toMatchObject(
      { code: 'INVALID_INPUT', fields: refused },
    );
  }
  expect((await graph('createDataset', { metadata: contradiction })).errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: refused,
  });
  expect(await licenseOf(uid)).toEqual({ value: 'cc-by' });
});

test('restoring or copying metadata with two licenses gives one license', async () => {
  const uid = await seedDataset(admin);
  await app.services.db.rows(
    sql`update dataset set metadata = '{"default": {}, "internal": {"license_id": {"value": "old"}}}' where uid = ${uid}`,
  );
  const { copyDataset } = await admin.data(
    'mutation ($uid: ID!) { copyDataset(input: { uid: $uid }) { dataset { uid } } }',
    { uid },
  );
  expect(await licenseOf(copyDataset.dataset.uid)).toEqual({ value: 'old' });
  await graph('updateDatasetMetadataField', { datasetUid: uid, template: 'default', field: 'title', value: 'T' });
  expect(await licenseOf(uid)).toEqual({ value: 'old' });
});

test('a remote license has both its names, and can be overridden and reset by either', async () => {
  const uid = await seedDataset(admin);
  const datasource = {
    type: 'federated',
    domain: { domain_id: `http://${remote.host}` },
    dataset: { dataset_id: 'rivers' },
    parameters: {},
    impersonate_permissions: true,
  };
  expect(
    await admin.rest('POST', `/datasets/${uid}/resources/`, { type: 'jsonfile', title: 'Remote', datasource }),
  ).toMatchObject({ status: 201 });
  const theirs = { value: 'theirs', remote_value: 'theirs', override_remote_value: false };
  expect(await licenseOf(uid)).toEqual(theirs);
  for (const which of names) {
    await admin.rest('PUT', path(uid, which, 'license_id'), { value: 'ours', override_remote_value: true });
    expect(await licenseOf(uid)).toEqual(overriding('ours', 'theirs'));
    await admin.rest('DELETE', path(uid, which, 'license_id'));
    expect(await licenseOf(uid)).toEqual(theirs);
    const { body } = await admin.rest('GET', path(uid));
    await admin.rest('PUT', path(uid), {
      ...body,
      [which]: { ...body[which], license_id: { value: 'theirs', override_remote_value: true } },
    });
    expect(await licenseOf(uid)).toEqual(overriding('theirs', 'theirs'));
    await admin.rest('PUT', path(uid), {});
    expect(await licenseOf(uid)).toEqual(theirs);
  }
});
