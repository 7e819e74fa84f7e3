import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { diff, newestVersion, snapshotsOf, storedSecrets, versionsOf } from '#test/support/datasets/versions.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const applying = (client: Client, datasetUid: string, input: object) =>
  client.graph(
    'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { changes { path kind before after } dataset { revision } } }',
    { input: { datasetUid, ...input } },
  );
const apply = async (datasetUid: string, input: object) => {
  const { data, errors } = await applying(admin, datasetUid, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.applyDataset;
};
const fieldErrorsOf = async (client: Client, uid: string, input: object) =>
  (await applying(client, uid, input)).errors?.map(({ extensions }) => extensions);
const pathsOf = (changes: readonly { path: string[] }[]) => changes.map(({ path }) => path.join('.'));
/** Uids that are drawn differ each time. */
const withoutUids = (changes: unknown) => JSON.stringify(changes).replaceAll(/"(re|pr|sc|co)_[0-9a-z]{6}"/g, '""');

const replace = (label: string, old = 'a') => ({
  type: 'string_replace',
  label,
  params: { field: 'name', old, new: '' },
});
const web = (path: string, password: string | null = 's3cret') => ({
  http: {
    relativeUrl: path,
    connection: { url: 'https://example.org/', auth: { basicAuth: { username: 'ada', password } } },
  },
});
await seedUser(app, 'ada', { groups: ['editors'] });
const everything = {
  metadata: {
    default: { title: { value: 'Title' }, keyword: { value: ['a'] } },
    custom: { note: { value: { x: [1, null] } } },
  },
  resources: [
    { type: 'csvfile', title: 'one', params: { separator: ';' }, datasource: web('/1.csv') },
    { type: 'csvfile', title: 'two', datasource: web('/2.csv') },
  ],
  processors: [replace('a'), replace('b'), { type: 'skip_record', params: { field: 'x' } }],
  fields: [
    { label: 'first', configuration: { rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' } } },
    { label: '', configuration: { delete: { field: 'c' } } },
    { label: 'last', configuration: { annotate: { field: 'b', annotation: 'sortable' } } },
  ],
  schedules: [{ cronSchedule: '0 6 * * *' }, { cronSchedule: '0 18 * * *' }],
  isRestricted: true,
  defaultSecurity: { visibleFields: ['x'], apiCallsQuota: { unit: 'day', limit: 3 } },
  rulesets: [
    { grantee: { username: 'ada' }, permissions: ['edit_dataset'] },
    { grantee: { groupUid: 'editors' }, security: { filterQuery: 'x = 1' } },
  ],
};

test('all parts reach their desired state in one version, and applying it again changes nothing', async () => {
  const uid = await seedDataset(admin);
  const { changes, dataset } = await apply(uid, everything);
  expect(dataset.revision).toBe(2);
  expect(new Set(changes.map(({ path }: { path: string[] }) => path[0]))).toEqual(
    new Set([
      'metadata',
      'isRestricted',
      'defaultSecurity',
      'rulesets',
      'processors',
      'fields',
      'resources',
      'schedules',
    ]),
  );
  expect(await versionsOf(admin, uid)).toMatchObject([
    { sections: ['metadata', 'security', 'processors', 'fields', 'resources', 'schedules'] },
    { revision: 1 },
  ]);
  const before = await snapshotsOf(app, uid);
  expect(before).toMatchObject({
    processors: everything.processors.map((processor) => ({ label: '', ...processor })),
    resources: { resources: [{ title: 'one' }, { title: 'two' }] },
  });
  expect(await apply(uid, everything)).toEqual({ changes: [], dataset: { revision: 2 } });
  expect([await snapshotsOf(app, uid), (await versionsOf(admin, uid)).length]).toEqual([before, 2]);
});

test('a dry run returns the same changes and writes nothing', async () => {
  const uid = await seedDataset(admin);
  const before = await snapshotsOf(app, uid);
  const told = await apply(uid, { ...everything, isDryRun: true });
  expect([await snapshotsOf(app, uid), await newestVersion(admin, uid), told.dataset]).toMatchObject([
    before,
    { revision: 1 },
    { revision: 1 },
  ]);
  const done = await apply(uid, everything);
  expect(withoutUids(told.changes)).toBe(withoutUids(done.changes));
});

test('applying returns the difference between the versions before and after', async () => {
  const uid = await seedDataset(admin);
  const { uid: first } = await newestVersion(admin, uid);
  const { changes } = await apply(uid, everything);
  const secrets = changes.filter(({ path }: { path: string[] }) => path.at(-1) === 'secrets');
  expect(secrets).toMatchObject([
    { kind: 'changed', before: null, after: null },
    { before: null, after: null },
  ]);
  expect(await diff(admin, uid, first)).toEqual(changes.filter((change: object) => !secrets.includes(change)));
});

test('an omitted part is kept, a given list replaces the whole list, and null empties it', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, everything);
  expect(pathsOf((await apply(uid, { processors: [replace('b')] })).changes)).toEqual([
    expect.stringMatching(/^processors\.pr_/),
    expect.stringMatching(/^processors\.pr_/),
  ]);
  await apply(uid, { rulesets: null, isRestricted: null, resources: null });
  expect(await snapshotsOf(app, uid)).toMatchObject({
    metadata: everything.metadata,
    processors: [replace('b')],
    resources: { resources: [] },
    security: { isRestricted: false, rulesets: [], defaultSecurity: { visibleFields: ['x'] } },
  });
  expect(await apply(uid, {})).toMatchObject({ changes: [], dataset: { revision: 4 } });
});

test('current parts keep their uids, matched by uid or by similarity', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, everything);
  const { processors } = (await snapshotsOf(app, uid)) as { processors: { uid: string }[] };
  const [a, b, c] = processors.map((processor) => processor.uid);
  const moved = await apply(uid, {
    processors: [{ type: 'skip_record', params: { field: 'x' } }, { ...replace('new'), uid: b }, replace('a')],
  });
  expect(moved.changes).toEqual(
    expect.arrayContaining([{ path: ['processors', b, 'label'], kind: 'changed', before: 'b', after: 'new' }]),
  );
  expect(pathsOf(moved.changes).filter((path) => path.endsWith('position'))).toHaveLength(2);
  expect((await snapshotsOf(app, uid)).processors).toMatchObject([{ uid: c }, { uid: b }, { uid: a }]);
});

test('resources stand in the order in which they are given', async () => {
  const uid = await seedDataset(admin);
  const titled = (...titles: string[]) => ({
    resources: titles.map((title) => ({ type: 'csvfile', title, datasource: web(`/${title}`) })),
  });
  const titles = async () =>
    (
      await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { title } } } }', { uid })
    ).dataset.resources.nodes.map(({ title }: { title: string }) => title);
  for (const order of [
    ['a', 'b', 'c', 'd'],
    ['d', 'a', 'x', 'b'],
    ['b', 'd', 'a'],
  ]) {
    await apply(uid, titled(...order));
    expect(await titles()).toEqual(order);
    expect((await apply(uid, titled(...order))).changes).toEqual([]);
  }
});

test('omitted secrets are kept, new ones are stored, and none is ever returned', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, { resources: [{ type: 'csvfile', title: 'one', datasource: web('/1.csv') }] });
  const password = async () => Object.values(await storedSecrets(app, uid))[0]?.['connection.auth.password'];
  expect(
    await apply(uid, { resources: [{ type: 'csvfile', title: 'one', datasource: web('/1.csv', null) }] }),
  ).toMatchObject({ changes: [] });
  const { changes, dataset } = await apply(uid, {
    resources: [{ type: 'csvfile', title: 'one', datasource: web('/1.csv', 'another') }],
  });
  expect([changes, dataset.revision, await password()]).toEqual([
    [{ path: ['resources', expect.any(String), 'secrets'], kind: 'changed', before: null, after: null }],
    3,
    'another',
  ]);
  expect(
    await fieldErrorsOf(admin, uid, {
      resources: [
        {
          type: 'csvfile',
          title: 'one',
          datasource: {
            http: { connection: { url: 'https://other.org/', auth: { basicAuth: { username: 'ada' } } } },
          },
        },
      ],
    }),
  ).toEqual([
    {
      code: 'INVALID_INPUT',
      fields: { 'resources.0.datasource.http.connection.auth.basicAuth.password': [expect.any(String)] },
    },
  ]);
});

test('all problems are reported at once by their paths, and nothing changes', async () => {
  const uid = await seedDataset(admin);
  const before = await snapshotsOf(app, uid);
  const [fault] =
    (await fieldErrorsOf(admin, uid, {
      metadata: { default: { title: { value: 5 } } },
      processors: [
        replace('a'),
        { type: 'make_coffee' },
        { type: 'string_replace', label: 'x'.repeat(1001), params: { field: 'a' } },
      ],
      resources: [{ type: 'csvfile', title: ' ', params: { separator: 5 } }],
      rulesets: [
        { grantee: { username: 'nobody' } },
        { grantee: { groupUid: 'editors' }, permissions: ['edit_page', 'edit_page'] },
        { grantee: { username: 'ada' }, security: { visibleFields: ['a', 'a'] } },
      ],
      defaultSecurity: {},
    })) ?? [];
  expect([fault?.code, Object.keys(fault?.fields ?? {}).sort()]).toEqual([
    'INVALID_INPUT',
    [
      'metadata.default.title',
      'processors.1.type',
      'processors.2.label',
      'processors.2.params.old',
      'resources.0.params.separator',
      'resources.0.title',
      'rulesets.0.grantee.username',
      'rulesets.1.permissions',
      'rulesets.2.security.visibleFields',
    ],
  ]);
  expect(
    await fieldErrorsOf(admin, uid, { rulesets: [{ grantee: { username: 'ada' } }, { grantee: { username: 'ada' } }] }),
  ).toMatchObject([{ fields: { 'rulesets.1.grantee.username': [expect.any(String)] } }]);
  expect(
    await fieldErrorsOf(admin, uid, {
      resources: [{ type: 'csvfile', title: 'a', datasource: { uploadedFile: { file: { uid: 'none.csv' } } } }],
    }),
  ).toMatchObject([{ fields: { 'resources.0.datasource.uploadedFile.file': [expect.any(String)] } }]);
  expect(await fieldErrorsOf(admin, uid, { processors: [{ ...replace('nul\0') }] })).toMatchObject([
    { code: 'INVALID_INPUT', fields: { 'processors.0.label': [expect.any(String)] } },
  ]);
  expect([await snapshotsOf(app, uid), await newestVersion(admin, uid)]).toMatchObject([before, { revision: 1 }]);
});

test('a part of another dataset does not exist here', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  await apply(there, everything);
  const { processors, resources } = (await snapshotsOf(app, there)) as {
    processors: { uid: string }[];
    resources: { resources: { uid: string }[] };
  };
  expect(
    await fieldErrorsOf(admin, here, { processors: [{ ...replace('a'), uid: processors[0]?.uid }] }),
  ).toMatchObject([{ code: 'NOT_FOUND', fields: { 'processors.0.uid': [expect.any(String)] } }]);
  expect(
    await fieldErrorsOf(admin, here, {
      resources: [{ type: 'csvfile', title: 'a', uid: resources.resources[0]?.uid }],
    }),
  ).toMatchObject([{ code: 'NOT_FOUND' }]);
  expect(await newestVersion(admin, there)).toMatchObject({ revision: 2 });
});

test('every right of the single changes is needed, and checked before the input', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, { processors: [replace('a')], isRestricted: true });
  const editor = await seedUser(app, 'editor', { permissions: ['edit_dataset'] });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  const wrong = { processors: [{ type: 'make_coffee' }] };
  expect(await fieldErrorsOf(unauthenticated, uid, wrong)).toEqual([{ code: 'UNAUTHORIZED' }]);
  expect(await fieldErrorsOf(publisher, uid, { ...wrong, expectedRevision: 1 })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'edit_dataset' },
  ]);
  expect(await fieldErrorsOf(publisher, uid, {})).toEqual([{ code: 'PERMISSION_DENIED', permission: 'edit_dataset' }]);
  expect(await fieldErrorsOf(editor, uid, { ...wrong, isRestricted: false, expectedRevision: 1 })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(await fieldErrorsOf(editor, uid, { defaultSecurity: { filterQuery: 'x =' } })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(await fieldErrorsOf(editor, uid, { rulesets: [], isDryRun: true })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(
    await fieldErrorsOf(editor, uid, {
      rulesets: [{ grantee: { username: 'publisher' }, permissions: ['publish_dataset'] }],
    }),
  ).toEqual([{ code: 'PERMISSION_DENIED', permission: 'manage_dataset' }]);
  expect(await fieldErrorsOf(editor, uid, { ...wrong, expectedRevision: 1 })).toEqual([
    { code: 'REVISION_MISMATCH', revision: 2 },
  ]);
  expect((await applying(editor, uid, { processors: [], isRestricted: true })).data.applyDataset).toMatchObject({
    changes: [{ kind: 'removed' }],
    dataset: { revision: 3 },
  });
});

test('concurrent applications and changes leave one consistent state, and one version each', async () => {
  const uid = await seedDataset(admin);
  const states = ['a', 'b', 'c'].map((name) => ({
    metadata: { default: { title: { value: name } } },
    processors: [replace(name), replace(name, 'x')],
    rulesets: [],
    resources: [{ type: 'csvfile', title: name, datasource: web(`/${name}`) }],
  }));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => apply(uid, states[index % 3] ?? {})));
  const state = (await snapshotsOf(app, uid)) as { metadata: { default: { title: { value: string } } } };
  const { value } = state.metadata.default.title;
  expect(state).toMatchObject({
    processors: [{ label: value }, { label: value }],
    resources: { resources: [{ title: value }] },
  });
  const { revision } = await newestVersion(admin, uid);
  expect(revision).toBe(1 + answers.filter(({ changes }) => changes.length > 0).length);
});

test('a failed transaction leaves no partial state', async () => {
  const uid = await seedDataset(admin);
  const before = await snapshotsOf(app, uid);
  await app.services.db.rows(
    sql`create function die() returns trigger language plpgsql as ${sqlText(`$$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)}`,
  );
  await app.services.db.rows(
    sql`create trigger die before insert on dataset_version for each row execute function die()`,
  );
  expect((await applying(admin, uid, everything)).errors).toHaveLength(1);
  await app.services.db.rows(sql`drop trigger die on dataset_version`);
  expect([await snapshotsOf(app, uid), await newestVersion(admin, uid)]).toMatchObject([before, { revision: 1 }]);
  expect((await apply(uid, everything)).dataset.revision).toBe(2);
});

test('field configurations keep the uid of an equal one, else of one of their kind, and their order; problems name their place', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, { fields: everything.fields });
  const { fields: before } = (await snapshotsOf(app, uid)) as { fields: { uid: string }[] };
  const [first, second, third] = everything.fields;
  const { changes } = await apply(uid, { fields: [third, second, { ...first, label: 'changed' }] });
  const { fields: after } = (await snapshotsOf(app, uid)) as { fields: { uid: string }[] };
  expect(after.map((part) => part.uid)).toEqual([2, 1, 0].map((index) => before[index]?.uid));
  expect(changes.length).toBeGreaterThan(0);
  expect(
    await fieldErrorsOf(admin, uid, {
      fields: [
        second,
        { label: '', configuration: { rename: { fromName: '', toName: 'b', fieldLabel: 'B' } } },
        { label: '', configuration: { order: { order: ['a', 'a'] } } },
      ],
    }),
  ).toEqual([
    {
      code: 'INVALID_INPUT',
      fields: {
        'fields.1.configuration.rename.fromName': [expect.any(String)],
        'fields.2.configuration.order.order': [expect.any(String)],
      },
    },
  ]);
  expect((await apply(uid, { fields: null })).changes).toHaveLength(3);
});

test('schedules keep the uid of one with the same times, regardless of order; the caller owns a new one', async () => {
  const uid = await seedDataset(admin);
  await apply(uid, { schedules: everything.schedules });
  const {
    schedules: [first, second],
  } = (await snapshotsOf(app, uid)) as { schedules: { uid: string }[] };
  expect((await apply(uid, { schedules: everything.schedules.toReversed() })).changes).toEqual([]);
  await apply(uid, {
    schedules: [
      { cronSchedule: '0 18 * * *' },
      { uid: first?.uid, cronSchedule: '5 6 * * *' },
      { cronSchedule: '0 0 * * *' },
    ],
  });
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { schedules { nodes { uid cronSchedule createdBy { username } } } } }',
    { uid },
  );
  expect(dataset.schedules.nodes).toEqual(
    [
      { uid: first?.uid, cronSchedule: '5 6 * * *' },
      { uid: second?.uid, cronSchedule: '0 18 * * *' },
      { uid: expect.any(String), cronSchedule: '0 0 * * *' },
    ].map((part) => ({ ...part, createdBy: { username: 'admin' } })),
  );
  expect(await fieldErrorsOf(admin, uid, { schedules: [{ cronSchedule: '0 25 * * *' }] })).toEqual([
    { code: 'INVALID_INPUT', fields: { 'schedules.0.cronSchedule': ['Field 2, hour: 25 is not between 0 and 23.'] } },
  ]);
});
