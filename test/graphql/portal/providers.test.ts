import { beforeEach, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const other = await seedUser(app, 'other', { permissions: ['edit_page', 'manage_page', 'create_dataset'] });

beforeEach(() => app.services.db.rows(sql`delete from identity_provider`));

const fields = 'uid type name loginLink labels { language text } isDefaultLogin isActive';
const given = {
  type: 'OIDC',
  name: 'Town',
  loginLink: 'https://login.example.org/start?to=portal',
  labels: [
    { language: 'en', text: 'Enter' },
    { language: 'fr', text: 'Entrer' },
  ],
};

const write = async (client: typeof admin, mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const answered = mutation.startsWith('delete') ? 'uid' : `identityProvider { ${fields} }`;
  const { data, errors } = await client.graph(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${answered} } }`,
    { input },
  );
  return errors?.[0]
    ? { code: errors[0].extensions.code, fields: Object.keys(errors[0].extensions.fields ?? {}) }
    : data[mutation];
};
const listed = async (client: typeof admin, args = ''): Promise<string[]> =>
  (await client.data(`{ identityProviders${args} { totalCount nodes { name } } }`)).identityProviders.nodes.map(
    ({ name }: { name: string }) => name,
  );

test('an administrator adds, changes and deletes providers', async () => {
  const { identityProvider } = await write(admin, 'createIdentityProvider', given);
  expect(identityProvider).toEqual({
    ...given,
    uid: expect.stringMatching(/^ip_[0-9a-z]{6}$/),
    isDefaultLogin: false,
    isActive: true,
  });
  const { uid } = identityProvider;
  expect((await write(admin, 'updateIdentityProvider', { uid })).identityProvider).toEqual(identityProvider);
  expect(
    (
      await write(admin, 'updateIdentityProvider', {
        uid,
        type: 'SAML',
        labels: [{ language: 'de', text: 'Hinein' }],
        loginLink: '/login',
        isDefaultLogin: true,
      })
    ).identityProvider,
  ).toEqual({
    ...identityProvider,
    type: 'SAML',
    labels: [{ language: 'de', text: 'Hinein' }],
    loginLink: '/login',
    isDefaultLogin: true,
  });
  expect(
    (await write(admin, 'updateIdentityProvider', { uid, name: 'City', isDefaultLogin: null, isActive: null }))
      .identityProvider,
  ).toMatchObject({ name: 'City', isDefaultLogin: false, isActive: true });
  expect(await write(admin, 'deleteIdentityProvider', { uid })).toEqual({ uid });
  for (const mutation of ['updateIdentityProvider', 'deleteIdentityProvider'])
    expect(await write(admin, mutation, { uid })).toMatchObject({ code: 'NOT_FOUND' });
});

test('other callers change no provider, whatever they send', async () => {
  const uid = await addProvider(admin, {});
  for (const [client, code] of [
    [unauthenticated, 'UNAUTHORIZED'],
    [other, 'PERMISSION_DENIED'],
  ] as const) {
    for (const unknownUid of [uid, 'ip_none00'])
      for (const mutation of ['updateIdentityProvider', 'deleteIdentityProvider'])
        expect(await write(client, mutation, { uid: unknownUid })).toMatchObject({ code });
    expect(await write(client, 'createIdentityProvider', { ...given, name: '' })).toMatchObject({ code });
  }
  expect(await listed(unauthenticated)).toEqual(['Company']);
});

test('at most one provider is the default, also after concurrent changes', async () => {
  const uids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => addProvider(admin, { name: String(index), isDefaultLogin: true })),
  );
  await Promise.all(uids.map((uid) => write(admin, 'updateIdentityProvider', { uid, isDefaultLogin: true })));
  const defaults = await app.services.db.rows(sql`select uid from identity_provider where is_default_login`);
  expect(defaults).toHaveLength(1);
});

test('providers that are not offered are there for administrators only', async () => {
  const uid = await addProvider(admin, { name: 'Hidden', isActive: false });
  await addProvider(admin, { name: 'Shown' });
  for (const client of [unauthenticated, other]) {
    expect(await listed(client)).toEqual(['Shown']);
    expect(await listed(client, '(filter: { isActive: false })')).toEqual([]);
    expect(
      (await client.data('query ($uid: ID!) { identityProvider(uid: $uid) { uid } }', { uid })).identityProvider,
    ).toBeNull();
    expect((await client.data('{ identityProviders { totalCount } }')).identityProviders).toEqual({ totalCount: 1 });
  }
  expect(await listed(admin)).toEqual(['Hidden', 'Shown']);
  expect(await listed(admin, '(filter: { isActive: false })')).toEqual(['Hidden']);
  expect(await listed(admin, '(filter: { isActive: true })')).toEqual(['Shown']);
});

test('the federation comes first, then SAML, then OIDC, each by name, and pages continue in that order', async () => {
  for (const [type, name] of [
    ['OIDC', 'a'],
    ['SAML', 'd'],
    ['GOVSSO', 'z'],
    ['SAML', 'c'],
    ['OIDC', 'b'],
    ['GOVSSO', 'y'],
  ])
    await addProvider(admin, { type, name });
  expect(await listed(unauthenticated)).toEqual(['y', 'z', 'c', 'd', 'a', 'b']);
  const {
    identityProviders: { pageInfo },
  } = await unauthenticated.data('{ identityProviders(first: 3) { pageInfo { endCursor } } }');
  expect(await listed(unauthenticated, `(after: "${String(pageInfo.endCursor)}")`)).toEqual(['d', 'a', 'b']);
});

test.each([
  ['https://sso.example.org/saml?x=1#y'],
  ['HTTP://localhost:8080'],
  ['/login/saml/?next=%2F'],
  ['/'],
  ['/é'],
])('%s is a link', async (loginLink) => {
  expect((await write(admin, 'createIdentityProvider', { ...given, loginLink })).identityProvider).toMatchObject({
    loginLink,
  });
});

test.each([
  [''],
  [' '],
  ['login'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/\t/evil.example'],
  [' /login'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['ftp://example.org'],
  ['https://user:secret@example.org'],
  ['https://'],
  ['http:/example.org'],
  ['https://exa mple.org'],
  ['/a\nb'],
  ['/\u0000'],
  ['/\ud800'],
  [`/${'x'.repeat(2_000)}`],
])('%j is none', async (loginLink) => {
  expect(await write(admin, 'createIdentityProvider', { ...given, loginLink })).toEqual({
    code: 'INVALID_INPUT',
    fields: ['loginLink'],
  });
});

test.each([
  ['name', { name: '' }],
  ['name', { name: 'a\nb' }],
  ['name', { name: 'x'.repeat(201) }],
  ['labels', { labels: [] }],
  ['labels', { labels: [{ language: 'english', text: 'a' }] }],
  ['labels', { labels: [{ language: 'EN', text: 'a' }] }],
  ['labels', { labels: [{ language: 'constructor', text: 'a' }] }],
  ['labels', { labels: [{ language: '__proto__', text: 'a' }] }],
  [
    'labels',
    {
      labels: [
        { language: 'en', text: 'a' },
        { language: 'en', text: 'b' },
      ],
    },
  ],
  ['labels.en', { labels: [{ language: 'en', text: '' }] }],
  ['labels.en', { labels: [{ language: 'en', text: 'x'.repeat(201) }] }],
  [
    'labels.fr',
    {
      labels: [
        { language: 'en', text: 'a' },
        { language: 'fr', text: ' ' },
      ],
    },
  ],
])('a wrong %s is refused by its name', async (field, wrong) => {
  const uid = await addProvider(admin, {});
  expect(await write(admin, 'createIdentityProvider', { ...given, ...wrong })).toEqual({
    code: 'INVALID_INPUT',
    fields: [field],
  });
  expect(await write(admin, 'updateIdentityProvider', { uid, ...wrong })).toEqual({
    code: 'INVALID_INPUT',
    fields: [field],
  });
});

test.each(['type', 'name', 'loginLink', 'labels'])('the %s cannot be cleared', async (field) => {
  expect(await write(admin, 'updateIdentityProvider', { uid: await addProvider(admin, {}), [field]: null })).toEqual({
    code: 'INVALID_INPUT',
    fields: [field],
  });
});

test("the portal's language is a setting", async () => {
  const change =
    'mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { defaultLanguage isFeedbackEnabled } } }';
  const settings = async (input: object) => (await admin.data(change, { input })).updatePortalSettings.portalSettings;
  expect(await settings({})).toEqual({ defaultLanguage: 'en', isFeedbackEnabled: false });
  expect(await settings({ defaultLanguage: 'fr', isFeedbackEnabled: true })).toEqual({
    defaultLanguage: 'fr',
    isFeedbackEnabled: true,
  });
  expect(await settings({ isFeedbackEnabled: null })).toEqual({ defaultLanguage: 'fr', isFeedbackEnabled: false });
  expect(await settings({ defaultLanguage: null })).toEqual({ defaultLanguage: 'en', isFeedbackEnabled: false });
  for (const defaultLanguage of ['', 'xx', 'FR', 'fra', 'fr-CH']) {
    expect((await admin.graph(change, { input: { defaultLanguage } })).errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', fields: { defaultLanguage: expect.anything() } } },
    ]);
  }
  expect((await other.graph(change, { input: { defaultLanguage: 'fr' } })).errors).toMatchObject([
    { extensions: { code: 'PERMISSION_DENIED' } },
  ]);
});
