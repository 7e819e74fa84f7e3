import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';

const { admin, ...app } = await testApp();

const codeOf = async (answer: ReturnType<Client['graph']>) => (await answer).errors?.[0]?.extensions.code;
const administrator = async (username: string) => {
  const { createApiKey } = await admin.data(
    `mutation ($username: String!) {
    createUser(input: { username: $username, permissions: [administer] }) { user { username } }
    createApiKey(input: { username: $username }) { secret }
  }`,
    { username },
  );
  return clientOf(app, createApiKey.secret);
};

test('the last administrator cannot be removed', async () => {
  expect(
    await codeOf(
      admin.graph('mutation { updateUser(input: { username: "admin", permissions: [] }) { user { username } } }'),
    ),
  ).toBe('LAST_ADMINISTRATOR');
  expect((await admin.data('{ viewer { permissions } }')).viewer.permissions).toContain('administer');
});

test('a user cannot delete or deactivate themselves', async () => {
  const second = await administrator('second');
  expect(await codeOf(second.graph('mutation { deleteUser(input: { username: "second" }) { username } }'))).toBe(
    'INVALID_INPUT',
  );
  expect(
    await codeOf(
      second.graph('mutation { updateUser(input: { username: "second", isActive: false }) { user { username } } }'),
    ),
  ).toBe('INVALID_INPUT');
  await admin.data('mutation { deleteUser(input: { username: "second" }) { username } }');
  expect(await codeOf(second.graph('{ viewer { username } }'))).toBe('UNAUTHORIZED');
});

test('an administrator through a group counts until the group is deleted, changed or left', async () => {
  await admin.data(`mutation {
    createGroup(input: { uid: "staff", title: "Staff", permissions: [administer] }) { group { uid } }
    addGroupMembers(input: { uid: "staff", usernames: ["admin"] }) { group { uid } }
    updateUser(input: { username: "admin", permissions: [] }) { user { username } }
  }`);
  for (const change of [
    'deleteGroup(input: { uid: "staff" }) { uid }',
    'updateGroup(input: { uid: "staff", permissions: [edit_page] }) { group { uid } }',
    'removeGroupMembers(input: { uid: "staff", usernames: ["admin"] }) { group { uid } }',
    'updateUser(input: { username: "admin", groupUids: [] }) { user { username } }',
  ])
    expect([change, await codeOf(admin.graph(`mutation { ${change} }`))]).toEqual([change, 'LAST_ADMINISTRATOR']);
  await admin.data(
    'mutation { updateUser(input: { username: "admin", permissions: [administer], groupUids: [] }) { user { username } } deleteGroup(input: { uid: "staff" }) { uid } }',
  );
});

test('administrators who demote each other concurrently leave one administrator', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const callers = [admin, ...(await Promise.all(names.map(administrator)))];
  const depose = (caller: Client, username: string) =>
    caller.graph(
      'mutation ($username: String!) { updateUser(input: { username: $username, permissions: [] }) { user { username } } }',
      { username },
    );
  const all = ['admin', ...names];
  const answers = await Promise.all(callers.flatMap((caller) => all.map((username) => depose(caller, username))));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const permissions = await Promise.all(
    callers.map(async (caller) => (await caller.data('{ viewer { permissions } }')).viewer.permissions.length),
  );
  expect(permissions.filter((count) => count > 0)).toHaveLength(1);
});
