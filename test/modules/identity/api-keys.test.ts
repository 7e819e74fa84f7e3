import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { domainPermissions, expandPermissions, type Permission } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { createTransactionClient, runInTransaction } from '#platform/database/database-client.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { seedUser } from '#test/support/seed.ts';
import { untilLockWaits } from '#test/support/database/table-locks.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const makeKey = (caller: Client, input: object = {}) =>
  caller.graph(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  secret apiKey { uid label permissions expiresAt revokedAt owner { username } }
} }`,
    { input },
  );
const key = async (caller: Client, input: object = {}) => {
  const { data, errors } = await makeKey(caller, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return {
    ...data.createApiKey.apiKey,
    secret: data.createApiKey.secret,
    client: clientOf(app, data.createApiKey.secret),
  };
};
const refusal = async (answer: ReturnType<typeof makeKey>) => (await answer).errors?.[0]?.extensions;
const viewer = (caller: Client) => caller.graph('{ viewer { username permissions } }');
const revoke = (caller: Client, uid: string) =>
  caller.graph('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid revokedAt } } }', { uid });
const update = (input: object) =>
  admin.data('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { username } } }', { input });

await admin.data(
  'mutation { ada: createUser(input: { username: "ada", permissions: [create_dataset, edit_dataset] }) { user { username } } bob: createUser(input: { username: "bob" }) { user { username } } }',
);
const ada = await key(admin, { username: 'ada', label: 'laptop' });
const bob = await key(admin, { username: 'bob' });
const unauthorized = { status: 401, errors: [{ extensions: { code: 'UNAUTHORIZED' } }] };

test('the text of a key is returned once, and only its SHA-256 is stored', async () => {
  const { uid, secret, label, owner, permissions } = await key(ada.client, { label: 'desk' });
  expect({ label, owner, permissions }).toEqual({ label: 'desk', owner: { username: 'ada' }, permissions: null });
  expect(uid).toMatch(/^ak_[0-9a-z]{6}$/);
  const rows = await app.services.db.rows<{ row: string; hash: string }>(
    sql`select k.hash, k::text as row from api_key k where uid = ${uid}`,
  );
  expect(rows[0]?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(rows[0]?.row).not.toContain(secret);
  expect(
    JSON.stringify(await ada.client.data('{ viewer { keys { nodes { id uid label permissions } } } }')),
  ).not.toContain(secret);
});

test('an unknown key is refused even where no key is needed', async () => {
  expect(await viewer(clientOf(app, 'nobody has this'))).toMatchObject(unauthorized);
});

test('a revoked key stops at once, and revoking it again keeps the first time', async () => {
  const { uid, client } = await key(ada.client);
  const { data } = await revoke(ada.client, uid);
  expect(await viewer(client)).toMatchObject(unauthorized);
  expect((await revoke(admin, uid)).data.revokeApiKey).toEqual(data.revokeApiKey);
  const own = await key(ada.client);
  expect((await revoke(own.client, own.uid)).data.revokeApiKey.apiKey.revokedAt).not.toBeNull();
  expect(await viewer(own.client)).toMatchObject(unauthorized);
});

test('a key outlives the key that created it, is listed for its owner, and is deleted with the user', async () => {
  await admin.data('mutation { createUser(input: { username: "eve" }) { user { username } } }');
  const maker = await key(admin, { username: 'eve', permissions: ['edit_dataset'] });
  const made = await key(maker.client);
  await revoke(maker.client, maker.uid);
  expect(await viewer(maker.client)).toMatchObject(unauthorized);
  expect(
    (await made.client.data('{ viewer { keys { nodes { uid permissions } } } }')).viewer.keys.nodes,
  ).toContainEqual({ uid: made.uid, permissions: ['edit_dataset'] });
  await update({ username: 'eve', isActive: false });
  expect(await viewer(made.client)).toMatchObject(unauthorized);
});

test('a key stops when it expires', async () => {
  const { uid, client, expiresAt } = await key(ada.client, { expiresAt: '2999-01-01T12:00:00+02:00' });
  expect(expiresAt).toBe('2999-01-01T10:00:00Z');
  expect((await viewer(client)).status).toBe(200);
  await app.services.db.rows(sql`update api_key set expires_at = now() - interval '1 second' where uid = ${uid}`);
  expect(await viewer(client)).toMatchObject(unauthorized);
  expect(await refusal(makeKey(ada.client, { expiresAt: '9999-12-31T23:59:59-23:59' }))).toEqual({
    code: 'INVALID_INPUT',
  });
  expect(await refusal(makeKey(ada.client, { expiresAt: '2001-01-01T00:00:00Z' }))).toMatchObject({
    fields: { expiresAt: [expect.any(String)] },
  });
});

test('the keys of a deactivated user stop working until the user is active again', async () => {
  await update({ username: 'bob', isActive: false });
  expect(await viewer(bob.client)).toMatchObject(unauthorized);
  await update({ username: 'bob', isActive: true });
  expect((await viewer(bob.client)).data.viewer).toEqual({ username: 'bob', permissions: [] });
});

test('a key follows the rights of its owner and their groups', async () => {
  await admin.data(`mutation {
    createGroup(input: { uid: "makers", title: "Makers", permissions: [create_dataset] }) { group { uid } }
    addGroupMembers(input: { uid: "makers", usernames: ["bob"] }) { group { uid } }
  }`);
  expect((await viewer(bob.client)).data.viewer.permissions).toEqual(['create_dataset']);
  await admin.data('mutation { updateGroup(input: { uid: "makers", permissions: [administer] }) { group { uid } } }');
  expect((await viewer(bob.client)).data.viewer.permissions).toEqual([...domainPermissions]);
  await admin.data('mutation { deleteGroup(input: { uid: "makers" }) { uid } }');
  expect((await viewer(bob.client)).data.viewer.permissions).toEqual([]);
});

test('a key grants no right beyond its scopes', async () => {
  const narrow = await key(ada.client, { permissions: ['edit_dataset'] });
  expect((await viewer(narrow.client)).data.viewer.permissions).toEqual(['edit_dataset']);
  expect(
    await refusal(narrow.client.graph('mutation { createDataset(input: { metadata: {} }) { dataset { uid } } }')),
  ).toEqual({ code: 'PERMISSION_DENIED', permission: 'create_dataset' });
  expect((await key(narrow.client)).permissions).toEqual(['edit_dataset']);
});

test('a key revokes itself and keys within its scopes, but none beyond them', async () => {
  const narrow = await key(ada.client, { permissions: ['edit_dataset'] });
  const like = await key(ada.client, { permissions: ['edit_dataset'] });
  const other = await key(ada.client, { permissions: ['create_dataset'] });
  expect(await refusal(revoke(narrow.client, ada.uid))).toEqual({
    code: 'PERMISSION_DENIED',
    permission: 'explore_restricted_dataset',
  });
  expect(await refusal(revoke(narrow.client, other.uid))).toEqual({
    code: 'PERMISSION_DENIED',
    permission: 'create_dataset',
  });
  expect((await revoke(narrow.client, like.uid)).errors).toBeUndefined();
  expect((await revoke(narrow.client, narrow.uid)).errors).toBeUndefined();
  expect(await viewer(narrow.client)).toMatchObject(unauthorized);
  expect((await viewer(ada.client)).status).toBe(200);
});

test('a key without administer does not administer, although its owner may', async () => {
  const { client } = await key(admin, { permissions: ['create_dataset'] });
  const bobsUid = bob.uid;
  for (const attempt of [
    makeKey(client, { permissions: ['administer'] }),
    makeKey(client, { permissions: ['create_dataset', 'edit_dataset'] }),
    makeKey(client, { username: 'bob' }),
    makeKey(client, { username: 'nobody' }),
    client.graph('{ users { totalCount } }'),
    client.graph(
      'mutation { updateUser(input: { username: "admin", permissions: [administer] }) { user { username } } }',
    ),
  ])
    expect(await refusal(attempt)).toEqual({
      code: 'PERMISSION_DENIED',
      permission: expect.stringMatching(/^(administer|edit_dataset)$/),
    });
  expect(await refusal(revoke(client, bobsUid))).toEqual({ code: 'NOT_FOUND' });
});

test('a key that expires creates no key that lasts longer, unless it has `administer`', async () => {
  const brief = await key(admin, { username: 'ada', expiresAt: '2990-01-01T00:00:00Z' });
  expect((await key(brief.client)).expiresAt).toBe('2990-01-01T00:00:00Z');
  expect((await key(brief.client, { expiresAt: '2980-01-01T00:00:00Z' })).expiresAt).toBe('2980-01-01T00:00:00Z');
  expect(await refusal(makeKey(brief.client, { expiresAt: '2990-01-01T00:00:01Z' }))).toMatchObject({
    fields: { expiresAt: [expect.any(String)] },
  });
  const administering = await key(admin, { expiresAt: '2990-01-01T00:00:00Z' });
  expect((await key(administering.client, { username: 'bob' })).expiresAt).toBeNull();
});

test('keys of other users cannot be created, read or revoked, and errors do not reveal them', async () => {
  expect(await refusal(makeKey(bob.client, { username: 'ada' }))).toEqual(
    await refusal(makeKey(bob.client, { username: 'nobody' })),
  );
  expect(await refusal(revoke(bob.client, ada.uid))).toEqual({ code: 'NOT_FOUND' });
  expect(await refusal(revoke(bob.client, 'ak_000000'))).toEqual({ code: 'NOT_FOUND' });
  expect(await refusal(revoke(unauthenticated, ada.uid))).toEqual({ code: 'UNAUTHORIZED' });
  expect(await refusal(makeKey(unauthenticated))).toEqual({ code: 'UNAUTHORIZED' });
  expect((await viewer(ada.client)).status).toBe(200);
});

test.each([
  [{ username: 'nobody' }, 'username'],
  [{ label: 'x'.repeat(201) }, 'label'],
  [{ label: '\0' }, 'label'],
  [{ permissions: ['edit_page', 'edit_page'] }, 'permissions'],
])('the administrator is told what is wrong with %j', async (input, field) => {
  expect(await refusal(makeKey(admin, input))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { [field]: [expect.any(String)] },
  });
});

let administrators = 0;
/** A user with all permissions and with no other key: the number of keys of a user is limited. */
const newAdministrator = () =>
  seedUser(app, `administrator-${String(++administrators)}`, { permissions: [...domainPermissions] });

test('no key creates a key beyond its own scopes', async () => {
  const some = fc.subarray<Permission>([...domainPermissions]);
  await fc.assert(
    fc.asyncProperty(some, some, async (held, asked) => {
      const { client } = await key(await newAdministrator(), { permissions: held });
      const allowed = expandPermissions(held);
      const { data, errors } = await makeKey(client, { permissions: asked });
      if (!asked.every((permission) => allowed.has(permission)))
        return errors?.[0]?.extensions.code === 'PERMISSION_DENIED';
      const made = await viewer(clientOf(app, data.createApiKey.secret));
      return new Set<Permission>(made.data.viewer.permissions).isSubsetOf(allowed);
    }),
    { numRuns: 30 },
  );
});

test('a key that is being revoked creates no other key', async () => {
  const { uid, client } = await key(ada.client);
  const { made } = await runInTransaction(app.services.orm.em.fork(), async (em) => {
    await createTransactionClient(em).rows(sql`update api_key set revoked_at = now() where uid = ${uid}`);
    const answer = makeKey(client);
    await untilLockWaits(app);
    return { made: answer };
  });
  expect(await refusal(made)).toEqual({ code: 'UNAUTHORIZED' });
});
