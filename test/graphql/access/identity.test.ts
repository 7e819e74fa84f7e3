import { expect, test } from '@jest/globals';
import { domainPermissions } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const createUser = (input: object) =>
  admin
    .data(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) {
  user { id username isActive permissions groups { totalCount nodes { uid } } keys { totalCount } }
} }`,
      { input },
    )
    .then((data) => data.createUser.user);

const keyOf = (input: object) =>
  admin
    .data('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }', { input })
    .then((data) => clientOf(app, data.createApiKey.secret));

const codeOf = async (answer: ReturnType<typeof admin.graph>) => (await answer).errors?.[0]?.extensions.code;
const refusal = async (mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`.replace(/^(add|remove)Group/i, 'Group');
  const { errors } = await admin.graph(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, {
    input,
  });
  return errors?.[0]?.extensions;
};

await admin.data(`mutation {
  createGroup(input: { title: "Content designers", permissions: [edit_dataset] }) { group { uid } }
  ada: createUser(input: { username: "ada@example.org", permissions: [create_dataset], groupUids: ["content_designers"] }) { user { username } }
  bob: createUser(input: { username: "bob" }) { user { username } }
}`);
const ada = await keyOf({ username: 'ada@example.org' });

test('a user has the permissions given, belongs to groups, and starts active and without keys', async () => {
  expect(
    await createUser({
      username: 'zoë+1',
      permissions: ['moderate_form'],
      groupUids: ['content_designers', 'content_designers'],
    }),
  ).toMatchObject({
    username: 'zoë+1',
    isActive: true,
    permissions: ['moderate_form'],
    groups: { totalCount: 1, nodes: [{ uid: 'content_designers' }] },
    keys: { totalCount: 0 },
  });
});

test('the viewer is null without a key, and with one shows what the key may do, its groups and keys', async () => {
  expect(await unauthenticated.data('{ viewer { username } }')).toEqual({ viewer: null });
  expect(
    await ada.data(
      '{ viewer { username permissions groups { totalCount nodes { uid title permissions } } keys { nodes { label owner { username } } } } }',
    ),
  ).toEqual({
    viewer: {
      username: 'ada@example.org',
      permissions: ['edit_dataset', 'create_dataset'],
      groups: {
        totalCount: 1,
        nodes: [{ uid: 'content_designers', title: 'Content designers', permissions: ['edit_dataset'] }],
      },
      keys: { nodes: [{ label: '', owner: { username: 'ada@example.org' } }] },
    },
  });
  const { viewer } = await admin.data('{ viewer { permissions } }');
  expect(viewer.permissions).toEqual([...domainPermissions]);
});

test('editing pages includes creating them, and rights without effect are stored as they are', async () => {
  const { permissions } = await createUser({ username: 'rita', permissions: ['manage_glossary', 'edit_page'] });
  expect(permissions).toEqual(['manage_glossary', 'edit_page']);
  const rita = await keyOf({ username: 'rita' });
  expect((await rita.data('{ viewer { permissions } }')).viewer.permissions).toEqual([
    'edit_page',
    'create_page',
    'manage_glossary',
  ]);
});

test('users and groups are listed and found for administrators, page by page', async () => {
  const found = await admin.data(`{
    users(first: 2) { totalCount nodes { username } pageInfo { hasNextPage endCursor } }
    user(username: "ada@example.org") { groups { nodes { uid members { totalCount nodes { username isActive } } } } }
    groups { totalCount } group(uid: "content_designers") { members(first: 1) { nodes { username } pageInfo { hasNextPage } } }
    nobody: user(username: "nobody") { username }
  }`);
  expect(found).toMatchObject({
    users: { nodes: [{ username: 'ada@example.org' }, { username: 'admin' }], pageInfo: { hasNextPage: true } },
    user: { groups: { nodes: [{ uid: 'content_designers', members: { totalCount: 2 } }] } },
    groups: { totalCount: 1 },
    group: { members: { nodes: [{ username: 'ada@example.org' }], pageInfo: { hasNextPage: true } } },
    nobody: null,
  });
  const { users } = await admin.data('query ($after: String) { users(after: $after) { nodes { username } } }', {
    after: found.users.pageInfo.endCursor,
  });
  expect(users.nodes[0]).toEqual({ username: 'bob' });
});

test.each([
  '{ users { totalCount } }',
  '{ user(username: "bob") { username } }',
  '{ user(username: "nobody") { username } }',
  '{ groups { totalCount } }',
  '{ group(uid: "content_designers") { uid } }',
  'mutation { createUser(input: { username: "bob" }) { user { username } } }',
  'mutation { updateUser(input: { username: "nobody" }) { user { username } } }',
  'mutation { deleteUser(input: { username: "bob" }) { username } }',
  'mutation { createGroup(input: { title: "" }) { group { uid } } }',
  'mutation { updateGroup(input: { uid: "none" }) { group { uid } } }',
  'mutation { deleteGroup(input: { uid: "none" }) { uid } }',
  'mutation { addGroupMembers(input: { uid: "content_designers", usernames: ["ada@example.org"] }) { group { uid } } }',
  'mutation { removeGroupMembers(input: { uid: "content_designers", usernames: ["bob"] }) { group { uid } } }',
])('%s is for administrators only, and reveals nothing to others', async (query) => {
  expect([await codeOf(ada.graph(query)), await codeOf(unauthenticated.graph(query))]).toEqual([
    'PERMISSION_DENIED',
    'UNAUTHORIZED',
  ]);
});

test('a caller without `administer` finds their own user, keys and groups, and no others', async () => {
  const { users, groups } = await admin.data(
    '{ users { nodes { id username keys { nodes { id } } } } groups { nodes { id } } }',
  );
  const idOf = (username: string) => users.nodes.find((user: { username: string }) => user.username === username);
  const find = async (caller: typeof ada, id: string) =>
    (
      await caller.data(
        'query ($id: ID!) { node(id: $id) { id ... on Group { members { totalCount nodes { username } } } } }',
        { id },
      )
    ).node;
  expect(await find(ada, idOf('ada@example.org').id)).toMatchObject({ id: idOf('ada@example.org').id });
  expect(await find(ada, idOf('ada@example.org').keys.nodes[0].id)).not.toBeNull();
  expect(await find(ada, groups.nodes[0].id)).toMatchObject({
    members: { totalCount: 1, nodes: [{ username: 'ada@example.org' }] },
  });
  expect(await find(ada, idOf('admin').id)).toBeNull();
  expect(await find(ada, idOf('admin').keys.nodes[0].id)).toBeNull();
  const bob = await keyOf({ username: 'bob' });
  expect(await find(bob, groups.nodes[0].id)).toBeNull();
  expect(await find(unauthenticated, idOf('ada@example.org').id)).toBeNull();
  expect(await find(admin, idOf('ada@example.org').id)).not.toBeNull();
});

test('an update keeps what it leaves out, and null empties a list', async () => {
  await createUser({ username: 'carol', permissions: ['edit_page'], groupUids: ['content_designers'] });
  const update = (input: object) =>
    admin
      .data(
        'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { isActive permissions groups { nodes { uid } } } } }',
        { input },
      )
      .then((data) => data.updateUser.user);
  expect(await update({ username: 'carol', isActive: false })).toEqual({
    isActive: false,
    permissions: ['edit_page'],
    groups: { nodes: [{ uid: 'content_designers' }] },
  });
  expect(await update({ username: 'carol', permissions: null })).toMatchObject({ isActive: false, permissions: [] });
  expect(await update({ username: 'carol', groupUids: null, isActive: true })).toEqual({
    isActive: true,
    permissions: [],
    groups: { nodes: [] },
  });
});

test('adding and removing members of a group is idempotent', async () => {
  const change = (verb: string, usernames: string[]) =>
    admin
      .data(
        `mutation ($input: GroupMembersInput!) { ${verb}GroupMembers(input: $input) {
    group { members { nodes { username } } } } }`,
        { input: { uid: 'readers', usernames } },
      )
      .then((data) => data[`${verb}GroupMembers`].group.members.nodes);
  await admin.data('mutation { createGroup(input: { uid: "readers", title: "Readers" }) { group { uid } } }');
  expect(await change('add', ['bob', 'bob'])).toEqual([{ username: 'bob' }]);
  expect(await change('add', ['bob', 'admin'])).toEqual([{ username: 'admin' }, { username: 'bob' }]);
  expect(await change('remove', ['bob', 'nobody'])).toEqual([{ username: 'admin' }]);
  expect(await refusal('addGroupMembers', { uid: 'readers', usernames: ['nobody'] })).toMatchObject({
    fields: { usernames: ['There is no user nobody.'] },
  });
  expect(await refusal('removeGroupMembers', { uid: 'none', usernames: [] })).toEqual({ code: 'NOT_FOUND' });
});

test('deleting a user keeps their datasets, and deleting a group keeps its members', async () => {
  await createUser({ username: 'dora', permissions: ['create_dataset'] });
  const dora = await keyOf({ username: 'dora' });
  const {
    createDataset: {
      dataset: { uid },
    },
  } = await dora.data('mutation { createDataset(input: { metadata: {} }) { dataset { uid } } }');
  await admin.data(`mutation {
    createGroup(input: { uid: "short", title: "Short" }) { group { uid } }
    addGroupMembers(input: { uid: "short", usernames: ["dora", "bob"] }) { group { uid } }
    deleteUser(input: { username: "dora" }) { username }
    deleteGroup(input: { uid: "short" }) { uid }
  }`);
  expect(await codeOf(dora.graph('{ viewer { username } }'))).toBe('UNAUTHORIZED');
  expect(
    await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { createdBy { username } } user(username: "bob") { isActive } group(uid: "short") { uid } }',
      { uid },
    ),
  ).toEqual({ dataset: { createdBy: null }, user: { isActive: true }, group: null });
});

test.each([
  ['createUser', { username: '' }, 'username'],
  ['createUser', { username: '..' }, 'username'],
  ['createUser', { username: 'a b' }, 'username'],
  ['createUser', { username: 'a\0' }, 'username'],
  ['createUser', { username: 'x'.repeat(151) }, 'username'],
  ['createUser', { username: 'bob' }, 'username'],
  ['createUser', { username: 'eve', permissions: ['edit_page', 'edit_page'] }, 'permissions'],
  ['createUser', { username: 'eve', groupUids: ['none'] }, 'groupUids'],
  ['createGroup', { title: ' ', uid: 'blank' }, 'title'],
  ['createGroup', { title: '\0', uid: 'nul' }, 'title'],
  ['createGroup', { title: '日本' }, 'uid'],
  ['createGroup', { uid: 'content_designers', title: 'Designers' }, 'uid'],
  ['createGroup', { title: 'x', uid: 'Not a slug' }, 'uid'],
  ['updateGroup', { uid: 'content_designers', title: '' }, 'title'],
])('%s refuses %j because of %s', async (mutation, input, field) => {
  const extensions = await refusal(mutation, input);
  expect(extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: [expect.any(String)] } });
});

test.each([
  ['updateUser', { username: 'nobody' }],
  ['deleteUser', { username: 'nobody' }],
  ['updateGroup', { uid: 'none' }],
  ['deleteGroup', { uid: 'none' }],
])('%s of nothing known is not found', async (mutation, input) => {
  expect(await refusal(mutation, input)).toEqual({ code: 'NOT_FOUND' });
});

test.each([
  ['updateUser', { username: '\0' }],
  ['deleteGroup', { uid: '\0' }],
  ['createUser', { username: 'eve', groupUids: ['\0'] }],
  ['addGroupMembers', { uid: 'content_designers', usernames: ['\0'] }],
])('%s takes text that cannot be stored for invalid input', async (mutation, input) => {
  expect(await refusal(mutation, input)).toMatchObject({ code: 'INVALID_INPUT' });
});

test('a user has at most fifty valid keys, even with concurrent requests; revoked and expired keys do not count', async () => {
  await createUser({ username: 'collector' });
  const make = () => admin.graph('mutation { createApiKey(input: { username: "collector" }) { apiKey { uid } } }');
  const answers = await Promise.all(Array.from({ length: 60 }, make));
  const refused = answers.filter(({ errors }) => errors);
  expect([answers.length - refused.length, refused.length]).toEqual([50, 10]);
  expect(refused[0]?.errors?.[0]).toMatchObject({
    extensions: {
      code: 'INVALID_INPUT',
      fields: { username: ['collector has 50 valid keys; 50 are allowed. Revoke one first.'] },
    },
  });
  const [first] = answers.flatMap(({ data }) => data?.createApiKey?.apiKey.uid ?? []);
  await admin.data('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', { uid: first });
  expect([(await make()).errors, (await make()).errors?.length]).toEqual([undefined, 1]);
  await app.services.db.rows(sql`update api_key set expires_at = now() where username = 'collector'`);
  expect((await make()).errors).toBeUndefined();
});

test('of two administrators who deactivate each other at one moment, one stays', async () => {
  for (const username of ['cain', 'abel']) await createUser({ username, permissions: ['administer'] });
  const [cain, abel] = [await keyOf({ username: 'cain' }), await keyOf({ username: 'abel' })];
  const deactivate = (client: typeof cain, username: string) =>
    client.graph('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { isActive } } }', {
      input: { username, isActive: false },
    });
  const answers = await Promise.all([deactivate(cain, 'abel'), deactivate(abel, 'cain')]);
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(1);
  const states = await admin.data(
    '{ cain: user(username: "cain") { isActive } abel: user(username: "abel") { isActive } }',
  );
  expect([states.cain.isActive, states.abel.isActive].sort()).toEqual([false, true]);
});

test('before a deletion an administrator reads what hangs on a user or a group, and nothing changes', async () => {
  await createUser({ username: 'parting', groupUids: ['content_designers'] });
  await keyOf({ username: 'parting' });
  const preview = '{ userDeletionPreview(username: "parting") { kind objectCount isDeleted } }';
  const { userDeletionPreview } = await admin.data(preview);
  expect(userDeletionPreview).toEqual(
    expect.arrayContaining([
      { kind: 'ApiKey', objectCount: 1, isDeleted: true },
      { kind: 'Membership', objectCount: 1, isDeleted: true },
    ]),
  );
  const { groupDeletionPreview } = await admin.data('{ groupDeletionPreview(uid: "content_designers") { kind } }');
  expect(groupDeletionPreview).toContainEqual({ kind: 'Membership' });
  expect(await codeOf(ada.graph(preview))).toBe('PERMISSION_DENIED');
  expect(await codeOf(admin.graph('{ userDeletionPreview(username: "gone") { kind } }'))).toBe('NOT_FOUND');
  const { deleteUser } = await admin.data(
    'mutation { deleteUser(input: { username: "parting" }) { dependents { kind objectCount isDeleted } } }',
  );
  expect(deleteUser.dependents).toEqual(userDeletionPreview);
});
