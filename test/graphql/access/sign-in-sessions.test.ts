import { expect, test } from '@jest/globals';
import { type ErrorCode, errorCodes } from '#kernel/error-codes.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { openIdProvider, publicService, secretService } from '#test/support/sign-in/openid-provider.ts';
import { changeAs } from '#test/support/sign-in/persons.ts';
import { visitorOf } from '#test/support/sign-in/visitor.ts';

const provider = await openIdProvider();
const app = await testApp({ FETCH_ALLOW: provider.host });
const { admin } = app;
const { db } = app.services;
const change = changeAs(admin);
const settings = { type: 'OIDC', issuer: provider.issuer, groupsClaim: 'groups', canCreateUsers: true };
const uid = await addProvider(admin, { ...settings, ...publicService });
provider.acceptRedirect(`http://localhost/sign-in/${uid}/callback`);
await change('createGroup', { uid: 'editors', title: 'Editors', permissions: ['edit_dataset', 'create_dataset'] });

/** The text of an error up to what differs. */
const messageOf = (code: ErrorCode) => errorCodes[code].message.split('{')[0] ?? '';

const cookie = '__Host-catalog_session';
const viewer = '{ viewer { username permissions credential sessionExpiresAt identity { subject provider { uid } } } }';
/** A browser at the service. */
const visitor = () => visitorOf(app, provider);
const signedIn = async (subject: string, claims: object = { preferred_username: subject }) => {
  provider.persons.set(subject, claims);
  const browser = visitor();
  await browser.signIn(uid, subject);
  return browser;
};
const isSignedIn = async (browser: ReturnType<typeof visitor>) => {
  const read = `/graphql?query=${encodeURIComponent('{ viewer { username } }')}`;
  const answer = await browser.send('GET', read, { headers: { 'apollo-require-preflight': '1' } });
  return answer.json().data.viewer !== null;
};

test('a person signs in, acts as their user in every interface, and signs out', async () => {
  provider.persons.set('ada', { preferred_username: 'ada', groups: ['editors'] });
  const browser = visitor();
  const { statusCode, headers } = await browser.signIn(uid, 'ada', '/datasets/rivers?view=map');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/datasets/rivers?view=map',
    'private, no-store',
  ]);
  const set = [headers['set-cookie']].flat().find((text) => text?.startsWith(`${cookie}=`));
  expect(set).toMatch(/^__Host-catalog_session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
  expect([...browser.cookies.keys()]).toEqual([cookie]);

  const { data } = await browser.graph(viewer);
  expect(data.viewer).toEqual({
    username: 'ada',
    permissions: ['edit_dataset', 'create_dataset'],
    credential: 'SESSION',
    sessionExpiresAt: expect.stringMatching(/Z$/),
    identity: { subject: 'ada', provider: { uid } },
  });
  const created = await browser.send('POST', '/api/automation/v1.0/datasets/', {
    payload: { metadata: { default: { title: { value: 'Rivers' } } } },
  });
  expect([created.statusCode, created.json().created_by.username]).toEqual([201, 'ada']);
  const { user } = await admin.data('{ user(username: "ada") { lastLoginAt lastSeenAt } }');
  expect(user).toEqual({ lastLoginAt: expect.stringMatching(/Z$/), lastSeenAt: expect.stringMatching(/Z$/) });
  const listed = await browser.send('GET', '/api/automation/v1.0/datasets/');
  expect([listed.json().total_count, listed.headers['cache-control']]).toEqual([1, 'private, no-store']);

  const out = await browser.send('POST', '/sign-out?return_to=/forms', { headers: { accept: 'text/html' } });
  const signedOut = `/sign-in?signed_out=${uid}&return_to=%2Fforms`;
  expect([out.statusCode, out.headers.location, browser.cookies.size]).toEqual([303, signedOut, 0]);
  expect(await isSignedIn(browser)).toBe(false);
  const { auditEntries } = await admin.data(
    '{ auditEntries(filter: { username: "ada", objectType: User }) { nodes { action objectKey fields } } }',
  );
  expect(auditEntries.nodes).toEqual(
    expect.arrayContaining([
      { action: 'signIn', objectKey: 'ada', fields: ['provider'] },
      { action: 'signOut', objectKey: 'ada', fields: [] },
    ]),
  );
});

test('a key wins over the cookie, and tells so', async () => {
  const browser = await signedIn('keyed');
  const answer = await browser.send('POST', '/graphql', {
    payload: { query: viewer },
    headers: { authorization: 'Apikey test-administrator-key', origin: 'https://elsewhere.example' },
  });
  expect(answer.json().data.viewer).toMatchObject({ credential: 'API_KEY', sessionExpiresAt: null, identity: null });
  const wrong = await browser.send('GET', '/graphql?query={__typename}', {
    headers: { authorization: 'Apikey wrong' },
  });
  expect(wrong.statusCode).toBe(401);
});

test('a page that is rendered for a session is kept nowhere, and shown to no one else', async () => {
  const browser = await signedIn('reader');
  const other = visitor();
  const shown = async (from: typeof browser, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await from.send('GET', '/forms', { headers });
    return {
      ...answer.headers,
      statusCode: answer.statusCode,
      isNamed: answer.body.includes('Signed in as reader'),
      body: answer.body,
    };
  };
  const before = await shown(other);
  expect(before).toMatchObject({ isNamed: false, 'cache-control': 'public, no-cache' });
  const own = await shown(browser, { 'if-none-match': String(before.etag) });
  expect(own).toMatchObject({ statusCode: 200, isNamed: true, 'cache-control': 'private, no-store' });
  expect(own.etag).toBeUndefined();
  // both work without scripts
  expect(before.body).toMatch(new RegExp(`<a href="http://localhost/sign-in/${uid}\\?return_to=%2Fforms"`));
  expect(own.body).toContain('<form method="post" action="/sign-out?return_to=%2Fforms"');
  for (const { vary } of [before, own]) expect(vary).toContain('cookie');
  expect(await shown(other)).toMatchObject({ isNamed: false, etag: before.etag });
});

test('a key that is created with a session ends with it', async () => {
  const browser = await signedIn('maker');
  const { data } = await browser.graph('mutation { createApiKey(input: {}) { apiKey { expiresAt } } }');
  const session = (await browser.graph(viewer)).data.viewer.sessionExpiresAt;
  expect(data.createApiKey.apiKey.expiresAt).toBe(session);
});

test('what changes something needs the same origin and a header that forms cannot send', async () => {
  const browser = await signedIn('careful');
  const query = { query: '{ viewer { username } }' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const elsewhere = 'https://elsewhere.example';
  const sent: readonly (readonly [headers: Record<string, string | undefined>, payload: string | object])[] = [
    [{ origin: elsewhere, 'sec-fetch-site': 'cross-site' }, query],
    [{ origin: elsewhere, 'sec-fetch-site': undefined }, query],
    [{ origin: undefined, 'sec-fetch-site': undefined }, query],
    [{ origin: 'http://localhost', 'sec-fetch-site': 'same-site' }, query],
    [{ 'content-type': 'text/plain' }, JSON.stringify(query)],
    [form, 'query=1'],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
  ];
  for (const [headers, payload] of sent) {
    const answer = await browser.send('POST', '/graphql', { headers, payload });
    expect([headers, answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
      headers,
      403,
      'CROSS_SITE_REQUEST',
    ]);
  }
  const path = '/api/automation/v1.0/datasets/da_000000/';
  expect((await browser.send('DELETE', path)).statusCode).toBe(403);
  expect((await browser.send('DELETE', path, { headers: { 'x-csrf': '1' } })).statusCode).toBe(404);
  for (const headers of [{}, { origin: 'null' }, { 'sec-fetch-site': undefined }])
    expect((await browser.send('POST', '/graphql', { headers, payload: query })).statusCode).toBe(200);
  const mutation = encodeURIComponent('mutation { createApiKey(input: {}) { secret } }');
  for (const url of [`/graphql?query=${mutation}`, `/graphql/stream?query=${mutation}`]) {
    const read = await browser.send('GET', url, { headers: { 'apollo-require-preflight': '1' } });
    expect([url, read.body.includes('secret":')]).toEqual([url, false]);
  }
  const { data } = await browser.graph('{ viewer { keys { totalCount } } }');
  expect(data.viewer.keys.totalCount).toBe(0);
  expect(
    (await browser.send('POST', '/sign-out', { headers: { origin: elsewhere, 'sec-fetch-site': 'cross-site' } }))
      .statusCode,
  ).toBe(403);
  expect(
    (await browser.send('POST', '/sign-out', { headers: { ...form, origin: 'null' }, payload: 'a=b' })).statusCode,
  ).toBe(204);
});

test('an answer of the provider counts once, and in the browser that began alone', async () => {
  provider.persons.set('eve', { preferred_username: 'eve' });
  const [eve, victim] = [visitor(), visitor()];
  const callback = await eve.signInAtProvider(uid, 'eve');
  const pending = new Map(eve.cookies);
  const refused = async (browser: typeof eve, path: string) => {
    const { statusCode } = await browser.send('GET', path);
    expect(browser.cookies.has(cookie)).toBe(false);
    return statusCode;
  };
  // another browser: one without a sign-in of its own, and one with another
  expect(await refused(victim, callback)).toBe(400);
  await victim.send('GET', `/sign-in/${uid}`);
  expect(await refused(victim, callback)).toBe(400);
  // the same browser, to which the sign-in of another provider is sent
  expect(await refused(eve, callback.replace(uid, 'ip_000000'))).toBe(400);
  for (const [name, value] of pending) eve.cookies.set(name, value);
  expect((await eve.send('GET', callback)).statusCode).toBe(303);
  expect(eve.cookies.has(cookie)).toBe(true);
  const replaying = visitor();
  for (const [name, value] of pending) replaying.cookies.set(name, value);
  expect(await refused(replaying, callback)).toBe(403);
  for (const [name, value] of pending) replaying.cookies.set(name, `${value.slice(0, -2)}AA`);
  expect(await refused(replaying, callback)).toBe(400);
});

test('a cookie that was there before never becomes a session, and the session before ends', async () => {
  const browser = await signedIn('first');
  const before = new Map(browser.cookies);
  provider.persons.set('second', { preferred_username: 'second' });
  await browser.signIn(uid, 'second');
  expect((await browser.graph(viewer)).data.viewer.username).toBe('second');
  expect(browser.cookies.get(cookie)).not.toBe(before.get(cookie));
  const old = visitor();
  old.cookies.set(cookie, before.get(cookie) ?? '');
  expect(await isSignedIn(old)).toBe(false);
});

test('the browser goes on at paths of this service alone', async () => {
  provider.persons.set('wanderer', { preferred_username: 'wanderer' });
  const goesTo = async (returnTo: string) => (await visitor().signIn(uid, 'wanderer', returnTo)).headers.location;
  const refused = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    `/${'a'.repeat(2_000)}`,
  ];
  for (const path of refused) expect([path, await goesTo(path)]).toEqual([path, '/']);
  for (const path of ['/', '/datasets/a%20b?x=//y#z']) expect(await goesTo(path)).toBe(path);
});

test('a session ends with its user, its provider, and its time', async () => {
  const rowOf = (hash: string) => sql`where hash = encode(sha256(${hash}::text::bytea), 'hex')`;
  const endings: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
    'the user is deactivated': () => change('updateUser', { username: 'leaver', isActive: false }),
    'the account ends': () => db.rows(sql`update user_account set expires_at = now() where username = 'leaver'`),
    'the user is deleted': () => change('deleteUser', { username: 'leaver' }),
    'the provider is deactivated': async () => {
      await change('updateIdentityProvider', { uid, isActive: false });
      await change('updateIdentityProvider', { uid, isActive: true });
    },
    'the client changes': async () => {
      await change('updateIdentityProvider', { uid, clientId: 'other' });
      await change('updateIdentityProvider', { uid, ...publicService });
    },
    'no request comes': (text) =>
      db.rows(sql`update sign_in_session set last_seen_at = now() - interval '3 hours' ${rowOf(text)}`),
    'the time is over': (text) => db.rows(sql`update sign_in_session set expires_at = now() ${rowOf(text)}`),
  };
  for (const [name, end] of Object.entries(endings)) {
    const browser = await signedIn('leaver');
    expect([name, await isSignedIn(browser)]).toEqual([name, true]);
    const text = browser.cookies.get(cookie) ?? '';
    await end(text);
    if (name === 'the user is deactivated') await change('updateUser', { username: 'leaver', isActive: true });
    const changed = await browser.graph(viewer);
    expect([name, changed.status, changed.code]).toEqual([name, 401, 'SESSION_ENDED']);
    if (name === 'the account ends') await change('updateUser', { username: 'leaver', expiresAt: null });
    browser.cookies.set(cookie, text);
    expect([name, await isSignedIn(browser), browser.cookies.has(cookie)]).toEqual([name, false, false]);
  }
});

test('a user has twenty sessions at most, and their use is stored', async () => {
  const browser = await signedIn('busy');
  await db.rows(sql`
    insert into sign_in_session (uid, hash, username, identity_uid, created_at, last_seen_at, expires_at)
    select 'si_' || n, encode(sha256(n::text::bytea), 'hex'), i.username, i.uid, now() - interval '1 hour', now(), now() + interval '1 hour'
    from external_identity i, generate_series(1, 30) n where i.username = 'busy'`);
  const sessions = () =>
    db.rows<{ uid: string; isRecent: boolean }>(sql`
      select s.uid, s.last_seen_at > now() - interval '1 minute' as "isRecent"
      from sign_in_session s join external_identity i on i.uid = s.identity_uid where i.username = 'busy'`);
  expect(await sessions()).toHaveLength(31);
  const again = visitor();
  await again.signIn(uid, 'busy');
  expect(await sessions()).toHaveLength(20);
  expect([await isSignedIn(browser), await isSignedIn(again)]).toEqual([true, true]);
  const late = visitor();
  await late.signIn(uid, 'busy');
  await db.rows(sql`update sign_in_session set last_seen_at = now() - interval '5 minutes'`);
  expect(await isSignedIn(late)).toBe(true);
  expect((await sessions()).filter(({ isRecent }) => isRecent)).toHaveLength(1);
});

test('who may not sign in learns why, at a page of the portal or as JSON', async () => {
  const page = { accept: 'text/html' };
  const goesTo = async (answer: ReturnType<ReturnType<typeof visitor>['send']>) => {
    const { statusCode, headers } = await answer;
    return [statusCode, headers.location];
  };
  const failure = async (answer: ReturnType<ReturnType<typeof visitor>['send']>) => {
    const { statusCode, body } = await answer;
    return [statusCode, body];
  };
  const insecure = visitorOf(app, provider, 'http://catalog.example');
  expect(await goesTo(insecure.send('GET', `/sign-in/${uid}?return_to=/forms`, { headers: page }))).toEqual([
    303,
    '/sign-in?problem=INSECURE_SIGN_IN&return_to=%2Fforms',
  ]);
  expect(await failure(insecure.send('GET', `/sign-in/${uid}`))).toEqual([
    400,
    expect.stringContaining(messageOf('INSECURE_SIGN_IN')),
  ]);
  expect(await failure(visitor().send('GET', `/sign-in/${uid}/callback?error=access_denied&state=x`))).toEqual([
    400,
    expect.stringContaining(messageOf('SIGN_IN_ENDED')),
  ]);
  expect((await visitor().send('GET', '/sign-in/ip_000000')).statusCode).toBe(404);

  const browser = visitor();
  const denied = new URL(await browser.signInAtProvider(uid, 'denied', '/publications'), 'http://localhost');
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  const path = denied.pathname + denied.search;
  const pending = new Map(browser.cookies);
  expect(await failure(browser.send('GET', path))).toEqual([
    403,
    expect.stringContaining('It refused the sign-in (access_denied).'),
  ]);
  for (const [name, value] of pending) browser.cookies.set(name, value);
  expect(await goesTo(browser.send('GET', path, { headers: page }))).toEqual([
    303,
    '/sign-in?problem=SIGN_IN_REFUSED&return_to=%2Fpublications',
  ]);
  await change('updateIdentityProvider', { uid, canCreateUsers: false });
  expect(await failure(visitor().signIn(uid, 'stranger'))).toEqual([
    403,
    expect.stringContaining(messageOf('NO_ACCOUNT')),
  ]);
  await change('updateIdentityProvider', { uid, canCreateUsers: true });
});

test('the secret of the client is written and never read, and wrong settings are refused', async () => {
  const fields = 'signInUrl clientId hasClientSecret scopes';
  const read = async (client: typeof admin) =>
    (await client.data(`query ($uid: ID!) { identityProvider(uid: $uid) { ${fields} } }`, { uid })).identityProvider;
  const signInUrl = expect.stringMatching(new RegExp(`^http://localhost(:\\d+)?/sign-in/${uid}$`));
  expect(await read(admin)).toEqual({
    signInUrl,
    clientId: publicService.clientId,
    hasClientSecret: false,
    scopes: ['profile', 'email'],
  });
  expect(await read(app.unauthenticated)).toEqual({ signInUrl, clientId: null, hasClientSecret: null, scopes: null });
  await change('updateIdentityProvider', { uid, ...secretService, scopes: ['email'] });
  expect(await read(admin)).toMatchObject({ hasClientSecret: true, scopes: ['email'] });
  const [row] = await db.rows<{ client_secret: string }>(
    sql`select client_secret from identity_provider where uid = ${uid}`,
  );
  expect(row?.client_secret).toMatch(/^v1\.[\w-]+$/);
  await signedIn('confidential');
  await change('updateIdentityProvider', { uid, clientSecret: 'wrong' });
  const { statusCode, body } = await visitor().signIn(uid, 'confidential');
  expect([statusCode, body]).toEqual([403, expect.stringContaining(messageOf('SIGN_IN_REFUSED'))]);
  await change('updateIdentityProvider', { uid, ...publicService, clientSecret: null, scopes: null });
  for (const [wrong, field] of [
    [{ clientId: ' ' }, 'clientId'],
    [{ clientId: 'a', issuer: null }, 'clientId'],
    [{ clientSecret: 'a b' }, 'clientSecret'],
    [{ scopes: ['a b'] }, 'scopes'],
    [{ scopes: Array.from({ length: 21 }, String) }, 'scopes'],
  ] as const) {
    const { errors } = await admin.graph(
      'mutation ($input: UpdateIdentityProviderInput!) { updateIdentityProvider(input: $input) { __typename } }',
      { input: { uid, ...wrong } },
    );
    expect([wrong, Object.keys(errors?.[0]?.extensions.fields ?? {})]).toEqual([wrong, [field]]);
  }
});

test('a session ends with the deletion of its provider', async () => {
  const browser = await signedIn('last');
  await change('deleteIdentityProvider', { uid });
  expect((await browser.graph(viewer)).code).toBe('SESSION_ENDED');
  expect((await browser.send('GET', `/sign-in/${uid}`)).statusCode).toBe(404);
});
