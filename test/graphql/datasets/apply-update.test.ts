import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
await seedUser(app, 'ada', { groups: ['editors'] });

const applying = (datasetUid: string, input: object, as = admin) =>
  as.graph(
    'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId changes { path kind before after } } }',
    { input: { datasetUid, ...input } },
  );
const changesOf = async (datasetUid: string, input: object) => {
  const { data, errors } = await applying(datasetUid, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.applyDataset.changes;
};
const update = (datasetUid: string, input: object) => changesOf(datasetUid, { ...input, mode: 'UPDATE' });
const kindsOf = (changes: readonly { readonly kind: string; readonly path: readonly string[] }[]) =>
  changes.map(({ kind, path }) => `${kind} ${path.filter((part) => !/^\w\w_/.test(part)).join('.')}`);

const secret = 's3cret';
const skip = (field: string) => ({ type: 'skip_record', label: '', params: { field } });
const seed = async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  await changesOf(datasetUid, {
    metadata: { default: { title: { value: 'Title' }, keyword: { value: ['a'] } } },
    resources: ['one', 'two'].map((title) => ({
      type: 'csvfile',
      title,
      params: { separator: ';' },
      datasource: {
        http: {
          relativeUrl: `/${title}.csv`,
          connection: { url: 'https://example.org/' },
          headers: [{ name: 'Authorization', value: secret }],
        },
      },
    })),
    processors: [skip('a'), skip('b')],
    fields: ['c', 'd'].map((field) => ({ label: '', configuration: { delete: { field } } })),
    schedules: [{ cronSchedule: '0 6 * * *' }, { cronSchedule: '0 18 * * *' }],
    isRestricted: true,
    defaultSecurity: { visibleFields: ['x'], filterQuery: 'x = 1' },
    rulesets: [
      { grantee: { username: 'ada' }, permissions: ['edit_dataset'], security: { filterQuery: 'x = 1' } },
      { grantee: { groupUid: 'editors' }, security: { filterQuery: 'x = 2' } },
    ],
  });
  return datasetUid;
};
const partsOf = async (uid: string) =>
  (
    await admin.data(
      `query ($uid: ID!) { dataset(by: { uid: $uid }) {
        resources(first: 9) { nodes { uid type title } } processors(first: 9) { nodes { uid type } }
        schedules(first: 9) { nodes { uid } } defaultSecurity { visibleFields filterQuery } } }`,
      { uid },
    )
  ).dataset;

test('an update changes the parts that it names, adds new ones at the end, and removes none', async () => {
  const uid = await seed();
  const { resources, processors, schedules } = await partsOf(uid);
  const [, two] = resources.nodes;
  const changes = await update(uid, {
    metadata: { default: { title: { value: 'New' }, keyword: null } },
    resources: [{ ...two, title: 'renamed' }],
    processors: [{ ...processors.nodes[0], label: 'first' }, skip('z')],
    fields: [{ label: '', configuration: { delete: { field: 'e' } } }],
    schedules: [{ uid: schedules.nodes[1].uid, cronSchedule: '0 19 * * *' }],
    defaultSecurity: { filterQuery: 'x = 3' },
    rulesets: [{ grantee: { username: 'ada' }, security: { visibleFields: ['x'] } }],
  });
  expect(kindsOf(changes).toSorted()).toEqual([
    'added fields',
    'added processors',
    'changed defaultSecurity.filterQuery',
    'changed metadata.default.title.value',
    'changed processors.label',
    'changed resources.title',
    'changed rulesets.user:ada.security.visibleFields',
    'changed schedules.cronSchedule',
    'removed metadata.default.keyword',
  ]);
  const after = await partsOf(uid);
  expect(after.resources.nodes.map(({ title }: { title: string }) => title)).toEqual(['one', 'renamed']);
  expect(after.processors.nodes.map((each: { uid: string }) => each.uid).slice(0, 2)).toEqual(
    processors.nodes.map((each: { uid: string }) => each.uid),
  );
  expect(after.defaultSecurity).toEqual({ visibleFields: ['x'], filterQuery: 'x = 3' });
});

test('an update that repeats what is stored, in any order, changes nothing; null empties a part', async () => {
  const uid = await seed();
  const { resources, processors } = await partsOf(uid);
  expect(
    await update(uid, {
      metadata: { default: { title: { value: 'Title' } } },
      resources: resources.nodes.toReversed(),
      processors: processors.nodes.toReversed(),
      rulesets: [{ grantee: { groupUid: 'editors' } }],
      defaultSecurity: {},
    }),
  ).toEqual([]);
  expect(kindsOf(await update(uid, { schedules: null }))).toEqual(['removed schedules', 'removed schedules']);
});

test('an update fails as a replacement does: unknown and repeated uids, too many parts, invalid values', async () => {
  const uid = await seed();
  const { processors } = await partsOf(uid);
  const [first] = processors.nodes;
  const failure = async (input: object) => (await applying(uid, { ...input, mode: 'UPDATE' })).errors?.[0]?.extensions;
  expect(await failure({ processors: [{ ...first, uid: 'pr_none00' }] })).toMatchObject({
    code: 'NOT_FOUND',
    fields: { 'processors.0.uid': [expect.any(String)] },
  });
  expect(await failure({ processors: [first, first] })).toMatchObject({
    fields: { 'processors.1.uid': ['Name each part once.'] },
  });
  expect(await failure({ metadata: { default: { titel: { value: 'x' } } } })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await failure({ processors: Array.from({ length: 999 }, () => skip('a')) })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { processors: [expect.stringContaining('at most')] },
  });
});

test('rulesets are updated by those who may manage the dataset, and a plan belongs to its mode', async () => {
  const uid = await seed();
  const editor = await seedUser(app, 'grace');
  await seedRuleset(app, uid, { user: 'grace', permissions: ['edit_dataset'] });
  const input = { rulesets: [{ grantee: { username: 'ada' } }], mode: 'UPDATE' };
  expect((await applying(uid, input, editor)).errors?.[0]?.extensions.code).toBe('PERMISSION_DENIED');
  const planned = await applying(uid, { processors: [skip('q')], mode: 'UPDATE', isDryRun: true });
  const { planId } = planned.data.applyDataset;
  expect((await applying(uid, { processors: [skip('q')], planId })).errors?.[0]?.extensions.code).toBe('PLAN_MISMATCH');
  expect((await applying(uid, { processors: [skip('q')], planId, mode: 'UPDATE' })).errors).toBeUndefined();
});
