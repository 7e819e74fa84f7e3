import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
for (const name of ['ada', 'bob']) await seedUser(app, name, { groups: [`${name}_group`] });

const body = 'permissions security { isDataVisible visibleFields filterQuery apiCallsQuota { unit limit } }';
const createUser = `mutation ($input: CreateUserRulesetInput!) { createUserRuleset(input: $input) { userRuleset { user { username } ${body} } dataset { revision } } }`;
const updateUser = `mutation ($input: UpdateUserRulesetInput!) { updateUserRuleset(input: $input) { userRuleset { user { username } ${body} } dataset { revision } } }`;
const deleteUser =
  'mutation ($input: DeleteUserRulesetInput!) { deleteUserRuleset(input: $input) { username dataset { revision userRulesets { totalCount } } } }';
const createGroup = `mutation ($input: CreateGroupRulesetInput!) { createGroupRuleset(input: $input) { groupRuleset { group { uid } ${body} } dataset { revision } } }`;
const updateGroup = `mutation ($input: UpdateGroupRulesetInput!) { updateGroupRuleset(input: $input) { groupRuleset { group { uid } ${body} } dataset { revision } } }`;
const deleteGroup =
  'mutation ($input: DeleteGroupRulesetInput!) { deleteGroupRuleset(input: $input) { groupUid dataset { revision groupRulesets { totalCount } } } }';

const open = { isDataVisible: true, visibleFields: null, filterQuery: '', apiCallsQuota: null };
const fieldErrorsOf = async (client: Client, document: string, input: object) =>
  (await client.graph(document, { input })).errors?.map(({ extensions }) => extensions);
const invalid = (field: string) => [{ code: 'INVALID_INPUT', fields: { [field]: [expect.any(String)] } }];

test('a ruleset of a user is created, changed in part, and deleted', async () => {
  const datasetUid = await seedDataset(admin);
  const made = await admin.data(createUser, {
    input: { datasetUid, user: { username: 'ada' }, security: { filterQuery: 'pop > 5' } },
  });
  const filtered = { ...open, filterQuery: 'pop > 5' };
  expect(made.createUserRuleset).toEqual({
    userRuleset: { user: { username: 'ada' }, permissions: [], security: filtered },
    dataset: { revision: 2 },
  });
  const update = async (input: object) =>
    (await admin.data(updateUser, { input: { datasetUid, username: 'ada', ...input } })).updateUserRuleset;
  expect(await update({ permissions: ['edit_dataset'] })).toMatchObject({
    userRuleset: { permissions: ['edit_dataset'], security: filtered },
    dataset: { revision: 3 },
  });
  expect(await update({ security: { visibleFields: [] } })).toMatchObject({
    userRuleset: { permissions: ['edit_dataset'], security: { ...open, visibleFields: [] } },
  });
  expect(await update({ permissions: null, security: null })).toMatchObject({
    userRuleset: { permissions: [], security: open },
  });
  expect(await update({})).toMatchObject({ dataset: { revision: 5 } });
  expect(await fieldErrorsOf(admin, updateUser, { datasetUid, username: 'ada', user: { username: 'bob' } })).toEqual(
    invalid('user.username'),
  );
  expect(await fieldErrorsOf(admin, updateUser, { datasetUid, username: 'ada', user: null })).toEqual(invalid('user'));
  expect(await fieldErrorsOf(admin, updateUser, { datasetUid, username: 'bob' })).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await fieldErrorsOf(admin, updateUser, { datasetUid, username: 'ada', expectedRevision: 1 })).toEqual([
    { code: 'REVISION_MISMATCH', revision: 5 },
  ]);
  expect(
    await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { userRuleset(username: "ada") { user { username } } none: userRuleset(username: "bob") { permissions } } }',
      { uid: datasetUid },
    ),
  ).toEqual({ dataset: { userRuleset: { user: { username: 'ada' } }, none: null } });
  expect((await admin.data(deleteUser, { input: { datasetUid, username: 'ada' } })).deleteUserRuleset).toEqual({
    username: 'ada',
    dataset: { revision: 6, userRulesets: { totalCount: 0 } },
  });
});

test('a ruleset of a group is created, changed and deleted', async () => {
  const datasetUid = await seedDataset(admin);
  const made = await admin.data(createGroup, {
    input: { datasetUid, group: { uid: 'ada_group' }, permissions: ['publish_dataset'] },
  });
  expect(made.createGroupRuleset).toMatchObject({
    groupRuleset: { group: { uid: 'ada_group' }, permissions: ['publish_dataset'], security: open },
    dataset: { revision: 2 },
  });
  expect(
    (
      await admin.data(updateGroup, {
        input: { datasetUid, groupUid: 'ada_group', security: { isDataVisible: false } },
      })
    ).updateGroupRuleset,
  ).toMatchObject({ groupRuleset: { permissions: ['publish_dataset'], security: { isDataVisible: false } } });
  expect(await fieldErrorsOf(admin, updateGroup, { datasetUid, groupUid: 'ada_group', group: null })).toEqual(
    invalid('group'),
  );
  expect(await fieldErrorsOf(admin, createGroup, { datasetUid, group: { uid: 'nobody' } })).toEqual(
    invalid('group.uid'),
  );
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { groupRuleset(uid: "ada_group") { group { uid } } groupRulesets { edges { node { group { uid } } } } userRulesets { totalCount } } }',
    { uid: datasetUid },
  );
  expect(dataset).toEqual({
    groupRuleset: { group: { uid: 'ada_group' } },
    groupRulesets: { edges: [{ node: { group: { uid: 'ada_group' } } }] },
    userRulesets: { totalCount: 0 },
  });
  expect((await admin.data(deleteGroup, { input: { datasetUid, groupUid: 'ada_group' } })).deleteGroupRuleset).toEqual({
    groupUid: 'ada_group',
    dataset: { revision: 4, groupRulesets: { totalCount: 0 } },
  });
});

test('of concurrent rulesets for one user, one is created and the others are refused', async () => {
  const datasetUid = await seedDataset(admin);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => fieldErrorsOf(admin, createUser, { datasetUid, user: { username: 'ada' } })),
  );
  expect(answers.filter((faults) => faults === undefined)).toHaveLength(1);
  expect(answers.filter((faults) => faults !== undefined)).toEqual(
    Array.from({ length: 5 }, () => invalid('user.username')),
  );
  expect(
    (
      await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision userRulesets { totalCount } } }', {
        uid: datasetUid,
      })
    ).dataset,
  ).toEqual({ revision: 2, userRulesets: { totalCount: 1 } });
});

test('deleting a user during the creation of their rulesets causes no internal error', async () => {
  const datasetUid = await seedDataset(admin);
  for (const username of ['gone_1', 'gone_2', 'gone_3']) {
    await seedUser(app, username);
    const [made] = await Promise.all([
      fieldErrorsOf(admin, createUser, { datasetUid, user: { username } }),
      fieldErrorsOf(admin, 'mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { username } }', {
        username,
      }),
    ]);
    expect([undefined, 'INVALID_INPUT']).toContain(made?.[0]?.code);
  }
  expect(
    (
      await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { userRulesets { totalCount } } }', {
        uid: datasetUid,
      })
    ).dataset.userRulesets.totalCount,
  ).toBe(0);
});

test('a change of a ruleset records a version of the section security', async () => {
  const datasetUid = await seedDataset(admin);
  await admin.data(createUser, { input: { datasetUid, user: { username: 'ada' } } });
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { versions(first: 1) { nodes { sections } } } }',
    { uid: datasetUid },
  );
  expect(dataset.versions.nodes).toEqual([{ sections: ['security'] }]);
});

test('without the right to manage nothing changes, and other problems are not reported', async () => {
  const datasetUid = await seedDataset(admin);
  const editor = await seedUser(app, 'editor');
  const stranger = await seedUser(app, 'stranger');
  await seedRuleset(app, datasetUid, { user: 'editor', permissions: ['edit_dataset'] });
  const wrong = { datasetUid, user: { username: 'nobody' }, expectedRevision: 9 };
  expect(await fieldErrorsOf(editor, createUser, wrong)).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(await fieldErrorsOf(editor, updateUser, { datasetUid, username: 'editor' })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'manage_dataset' },
  ]);
  expect(await fieldErrorsOf(stranger, createUser, wrong)).toEqual([{ code: 'NOT_FOUND' }]);
  expect(await fieldErrorsOf(admin, createUser, wrong)).toEqual([{ code: 'REVISION_MISMATCH', revision: 1 }]);
});
