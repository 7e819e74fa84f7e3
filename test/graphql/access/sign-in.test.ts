import { expect, test } from '@jest/globals';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, clientOfToken } from '#test/support/client.ts';
import { countingClient } from '#test/support/database/watch-statements.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { seedUser } from '#test/support/seed.ts';
import { clientId, openIdProvider } from '#test/support/sign-in/openid-provider.ts';
import {
  addOpenIdProvider,
  changeAs,
  claimsFrom,
  failureOf,
  secondsNow,
  viewerOf,
} from '#test/support/sign-in/persons.ts';

const provider = await openIdProvider();
const silent = await openIdProvider();
const app = await testApp({ FETCH_ALLOW: `${provider.host},${silent.host}` });
const { admin } = app;
const providerUid = await addOpenIdProvider(app, provider);
const change = changeAs(admin);
const tokenOf = async (subject: string, claims: object = {}) =>
  clientOfToken(app, await provider.sign({ ...claimsFrom(provider, subject), ...claims }));
const signIn = async (subject: string, claims: object) => {
  provider.persons.set(subject, claims);
  return clientOfToken(app, await provider.signIn(subject));
};
for (const [uid, permissions] of [
  ['editors', ['edit_dataset', 'create_dataset']],
  ['administrators', ['administer']],
] as const)
  await change('createGroup', { uid, title: uid, permissions });

test('a person who signs in at the provider is a user with the rights of their groups', async () => {
  const ada = await signIn('1001', { preferred_username: 'ada', groups: ['editors', 'unknown', 'Not a uid', 7] });
  expect(await viewerOf(ada)).toEqual({
    username: 'ada',
    permissions: ['edit_dataset', 'create_dataset'],
    groups: { nodes: [{ uid: 'editors' }] },
  });
  const { status, body } = await ada.rest('POST', '/datasets/', {
    metadata: { default: { title: { value: 'Rivers' } } },
  });
  expect([status, body.created_by.username]).toEqual([201, 'ada']);
  expect((await ada.rest('PUT', `/datasets/${body.uid}/metadata/default/title/`, { value: 'Lakes' })).status).toBe(200);
});

test('each token gives and ends the memberships of the provider, and no others', async () => {
  await change('createGroup', { uid: 'readers', title: 'Readers' });
  const first = await signIn('1002', { preferred_username: 'grace', groups: ['editors', 'administrators'] });
  expect((await viewerOf(first)).permissions).toContain('administer');
  await change('addGroupMembers', { uid: 'readers', usernames: ['grace'] }, 'GroupMembersInput');
  const later = await tokenOf('1002', { iat: secondsNow() + 5, groups: ['editors'] });
  for (const client of [later, first])
    expect((await viewerOf(client)).groups.nodes).toEqual([{ uid: 'editors' }, { uid: 'readers' }]);
  const outdated = await tokenOf('1002', { iat: secondsNow() - 5, groups: ['administrators'] });
  expect((await viewerOf(outdated)).permissions).not.toContain('administer');
  await change('addGroupMembers', { uid: 'editors', usernames: ['grace', 'grace'] }, 'GroupMembersInput');
  const without = await tokenOf('1002', { iat: secondsNow() + 10, groups: [] });
  expect((await viewerOf(without)).groups.nodes).toEqual([{ uid: 'editors' }, { uid: 'readers' }]);
});

test('twenty first visits at once make one user', async () => {
  const client = await tokenOf('1003', { email: 'many@example.org' });
  const others = await Promise.all(Array.from({ length: 20 }, (_, at) => tokenOf('1003', { jti: String(at) })));
  const names = await Promise.all([client, ...others].map(async (each) => (await viewerOf(each)).username));
  expect(new Set(names).size).toBe(1);
});

test('a claimed name or e-mail address never makes a person another user', async () => {
  await seedUser(app, 'root@example.org', { permissions: ['administer'] });
  const impostor = await tokenOf('1004', { preferred_username: 'Root@example.org', email: 'root@example.org' });
  expect(await viewerOf(impostor)).toEqual({
    username: expect.stringMatching(/^Root@example\.org-[0-9a-z]{6}$/),
    permissions: [],
    groups: { nodes: [] },
  });
  const odd = await tokenOf('1005', { preferred_username: '…/\u0000<b>Zoë Müller</b>' });
  expect((await viewerOf(odd)).username).toBe('-b-Zoë-Müller-b-');
});

test('the person of a deleted user begins again, and one without a user is refused where the provider creates none', async () => {
  const client = await tokenOf('1007', { preferred_username: 'returning' });
  await viewerOf(client);
  await change('deleteUser', { username: 'returning' });
  await change('updateIdentityProvider', { uid: providerUid, canCreateUsers: false });
  expect(await failureOf(client)).toEqual([403, 'NO_ACCOUNT']);
  await change('updateIdentityProvider', { uid: providerUid, canCreateUsers: true });
  expect((await viewerOf(client)).username).toBe('returning');
});

test('an administrator links an account to a user, and unlinks it', async () => {
  await seedUser(app, 'colleague', { permissions: ['edit_page'] });
  await change('updateIdentityProvider', { uid: providerUid, canCreateUsers: false });
  const client = await tokenOf('1010', { preferred_username: 'other', groups: ['editors'] });
  const link = { username: 'colleague', provider: providerUid, subject: '1010' };
  expect(await failureOf(client)).toEqual([403, 'NO_ACCOUNT']);
  await change('linkIdentity', link);
  expect(await viewerOf(client)).toMatchObject({
    username: 'colleague',
    permissions: ['edit_dataset', 'edit_page', 'create_dataset', 'create_page'],
  });
  const refusals = await Promise.all(
    [{}, { username: 'nobody' }, { provider: 'ip_none00' }, { subject: 'é' }, { username: 'root@example.org' }].map(
      async (wrong) => {
        const { errors } = await admin.graph(
          'mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { __typename } }',
          { input: { ...link, ...wrong } },
        );
        return Object.keys(errors?.[0]?.extensions.fields ?? {});
      },
    ),
  );
  expect(refusals).toEqual([['username'], ['username'], ['provider'], ['username', 'subject'], ['subject']]);
  const { user } = await admin.data(
    '{ user(username: "colleague") { identities { nodes { uid subject provider { uid } tokenIssuedAt } } } }',
  );
  const [identity] = user.identities.nodes;
  expect(identity).toMatchObject({
    subject: '1010',
    provider: { uid: providerUid },
    tokenIssuedAt: expect.any(String),
  });
  await change('unlinkIdentity', { uid: identity.uid });
  expect(await failureOf(client)).toEqual([403, 'NO_ACCOUNT']);
  const { user: unlinked } = await admin.data('{ user(username: "colleague") { groups { totalCount } } }');
  expect(unlinked.groups.totalCount).toBe(0);
  await change('updateIdentityProvider', { uid: providerUid, canCreateUsers: true });
});

test('a key that a person creates ends with the token', async () => {
  const client = await tokenOf('1008', { preferred_username: 'keeper', groups: ['editors'] });
  const create = (input: object) =>
    client.graph(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { expiresAt } } }',
      {
        input,
      },
    );
  const { data } = await create({});
  expect(Date.parse(data.createApiKey.apiKey.expiresAt)).toBeLessThanOrEqual(Date.now() + 600_000);
  expect((await viewerOf(clientOf(app, data.createApiKey.secret))).username).toBe('keeper');
  expect((await create({ expiresAt: '2100-01-01T00:00:00Z' })).errors?.[0]?.extensions.fields).toHaveProperty(
    'expiresAt',
  );
});

test('the audit log names the person', async () => {
  const client = await tokenOf('1009', { preferred_username: 'auditor', groups: ['administrators'] });
  await client.data('mutation { createGroup(input: { title: "Auditors" }) { group { uid } } }');
  const { auditEntries } = await admin.data(
    '{ auditEntries(filter: { username: "auditor" }) { nodes { action objectType objectKey fields keyUid } } }',
  );
  const user = { objectType: 'User', objectKey: 'auditor', keyUid: null };
  // the user and the groups are made at the same instant
  expect(auditEntries.nodes).toHaveLength(3);
  expect(auditEntries.nodes).toEqual(
    expect.arrayContaining([
      {
        action: 'createGroup',
        objectType: 'Group',
        objectKey: 'auditors',
        fields: ['title', 'permissions'],
        keyUid: null,
      },
      { ...user, action: 'provisionGroups', fields: ['groups'] },
      { ...user, action: 'provisionUser', fields: ['provider', 'subject'] },
    ]),
  );
});

test('a provider that does not respond fails its own new tokens, and delays no other caller', async () => {
  const known = await tokenOf('1011');
  await viewerOf(known);
  await addProvider(admin, { type: 'OIDC', issuer: silent.issuer, audiences: [clientId], canCreateUsers: true });
  const { requested, disconnect } = silent.hang();
  const token = await silent.sign({ ...claimsFrom(silent, '1011') });
  const waiting = failureOf(clientOfToken(app, token));
  await requested;
  for (const client of [known, await tokenOf('1012'), admin])
    expect((await client.graph('{ viewer { username } }')).status).toBe(200);
  disconnect();
  expect(await waiting).toEqual([503, 'PROVIDER_UNAVAILABLE']);
});

test('a known token takes one statement for the caller, and asks the provider nothing', async () => {
  const client = await tokenOf('1013');
  await viewerOf(client);
  const requests = provider.requests.length;
  let statements = 0;
  const { db, reserveDb } = app.services;
  const counting = (database: DatabaseClient) =>
    countingClient(database, () => {
      statements += 1;
    });
  Object.assign(app.services, { db: counting(db), reserveDb: counting(reserveDb) });
  await client.rest('GET', '/datasets/?limit=1');
  Object.assign(app.services, { db, reserveDb });
  expect([statements, provider.requests.length]).toEqual([2, requests]);
});

test('only administrators see which tokens are accepted, and wrong settings are refused', async () => {
  const settings = '{ identityProviders { nodes { issuer audiences groupsClaim canCreateUsers } } }';
  const { identityProviders } = await admin.data(settings);
  expect(identityProviders.nodes).toContainEqual({
    issuer: provider.issuer,
    audiences: [clientId],
    groupsClaim: 'groups',
    canCreateUsers: true,
  });
  const { identityProviders: hidden } = await app.unauthenticated.data(settings);
  expect(hidden.nodes).toContainEqual({ issuer: null, audiences: null, groupsClaim: null, canCreateUsers: null });
  for (const [wrong, field] of [
    [{ issuer: 'http://login.example.org' }, 'issuer'],
    [{ issuer: 'https://login.example.org/?a=b' }, 'issuer'],
    [{ issuer: silent.issuer }, 'issuer'],
    [{ type: 'SAML' }, 'issuer'],
    [{ audiences: [] }, 'audiences'],
    [{ audiences: Array.from({ length: 11 }, String) }, 'audiences'],
    [{ groupsClaim: ' ' }, 'groupsClaim'],
    [{ usernameClaim: '' }, 'usernameClaim'],
    [{ firstNameClaim: 'a'.repeat(201) }, 'firstNameClaim'],
    [{ lastNameClaim: 'a\nb' }, 'lastNameClaim'],
    [{ emailClaim: ' ' }, 'emailClaim'],
  ] as const) {
    const { errors } = await admin.graph(
      'mutation ($input: UpdateIdentityProviderInput!) { updateIdentityProvider(input: $input) { __typename } }',
      { input: { uid: providerUid, ...wrong } },
    );
    expect([wrong, Object.keys(errors?.[0]?.extensions.fields ?? {})]).toEqual([wrong, [field]]);
  }
});

const profileOf = async (username: string) =>
  (await admin.data('query ($u: String!) { user(username: $u) { firstName lastName email } }', { u: username })).user;

test('names and the address come from the claims, now and later, and what an administrator changed stays', async () => {
  const claims = { preferred_username: 'mary', given_name: 'Mary', family_name: 'Jones', email: 'mary@example.org' };
  await viewerOf(await tokenOf('1020', claims));
  expect(await profileOf('mary')).toEqual({ firstName: 'Mary', lastName: 'Jones', email: 'mary@example.org' });
  await change('updateUser', { username: 'mary', firstName: 'Maria' });
  const married = { ...claims, given_name: 'Marie', family_name: 'Smith', email: 'mary.smith@example.org' };
  await viewerOf(await tokenOf('1020', { ...married, iat: secondsNow() + 5 }));
  const expected = { firstName: 'Maria', lastName: 'Smith', email: 'mary.smith@example.org' };
  expect(await profileOf('mary')).toEqual(expected);
  // claims that say nothing, and an address that is not verified, change nothing
  const silentClaims = { given_name: '', family_name: 7, email: 'other@example.org', email_verified: false };
  await viewerOf(await tokenOf('1020', { ...silentClaims, iat: secondsNow() + 10 }));
  expect(await profileOf('mary')).toEqual(expected);
});

test('the settings of a provider say which claims name a person; without them the standard ones do', async () => {
  const names = { usernameClaim: 'upn', firstNameClaim: 'vorname', lastNameClaim: 'nachname', emailClaim: 'mail' };
  const read = '{ identityProviders { nodes { usernameClaim firstNameClaim lastNameClaim emailClaim } } }';
  const none = { usernameClaim: null, firstNameClaim: null, lastNameClaim: null, emailClaim: null };
  expect((await admin.data(read)).identityProviders.nodes).toContainEqual(none);
  const claims = {
    ...{ upn: 'erika.m', vorname: 'Erika', nachname: 'Mustermann', mail: 'erika@example.org' },
    ...{ preferred_username: 'E123', given_name: 'E.', family_name: 'M.', email: 'e123@login.example.org' },
    email_verified: false,
  };
  const token = await tokenOf('1030', claims);
  await change('updateIdentityProvider', { uid: providerUid, ...names });
  expect((await admin.data(read)).identityProviders.nodes).toContainEqual(names);
  expect((await app.unauthenticated.data(read)).identityProviders.nodes).not.toContainEqual(names);
  expect((await viewerOf(token)).username).toBe('erika.m');
  expect(await profileOf('erika.m')).toEqual({
    firstName: 'Erika',
    lastName: 'Mustermann',
    email: 'erika@example.org',
  });
  // a token without the claim names a person by the standard ones
  expect((await viewerOf(await tokenOf('1031', { preferred_username: 'otto' }))).username).toBe('otto');
  // other settings hold at once, also for a token that was verified before; null is the default again
  await change('updateIdentityProvider', { uid: providerUid, ...none, lastNameClaim: 'upn' });
  expect((await viewerOf(token)).username).toBe('erika.m');
  expect(await profileOf('erika.m')).toEqual({ firstName: 'E.', lastName: 'erika.m', email: 'erika@example.org' });
  await change('updateIdentityProvider', { uid: providerUid, ...none });
});

test('a new person with the address of another user is refused, and told whom to ask; a known one keeps theirs', async () => {
  await change('createUser', { username: 'owner', email: 'owner@example.org' });
  const stranger = await tokenOf('1021', { preferred_username: 'stranger', email: 'Owner@example.org' });
  expect(await failureOf(stranger)).toEqual([403, 'EMAIL_TAKEN']);
  expect(await profileOf('stranger')).toBeNull();
  await viewerOf(await tokenOf('1022', { preferred_username: 'known', email: 'known@example.org' }));
  const moved = { email: 'owner@example.org', given_name: 'Kim', iat: secondsNow() + 5 };
  await viewerOf(await tokenOf('1022', moved));
  expect(await profileOf('known')).toEqual({ firstName: 'Kim', lastName: '', email: 'known@example.org' });
});
