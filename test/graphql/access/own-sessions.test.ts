import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { openIdProvider, publicService } from '#test/support/sign-in/openid-provider.ts';
import { type Visitor, visitorOf } from '#test/support/sign-in/visitor.ts';

const provider = await openIdProvider();
const app = await testApp({ FETCH_ALLOW: provider.host });
const { admin } = app;
const uid = await addProvider(admin, {
  type: 'OIDC',
  issuer: provider.issuer,
  canCreateUsers: true,
  ...publicService,
});
provider.acceptRedirect(`http://localhost/sign-in/${uid}/callback`);

const signedIn = async (subject: string): Promise<Visitor> => {
  provider.persons.set(subject, { preferred_username: subject });
  const browser = visitorOf(app, provider);
  await browser.signIn(uid, subject);
  return browser;
};
const isSignedIn = async (browser: Visitor): Promise<boolean> => {
  const read = `/graphql?query=${encodeURIComponent('{ viewer { username } }')}`;
  const answer = await browser.send('GET', read, { headers: { 'apollo-require-preflight': '1' } });
  return answer.json().data.viewer !== null;
};

test('who has signed out here signs out at the provider too, and comes back to a path of this service alone', async () => {
  const browser = await signedIn('leaving');
  await browser.send('POST', '/sign-out', { headers: { accept: 'text/html' } });
  const shown = await browser.send('GET', `/sign-in?signed_out=${uid}&return_to=%2Fforms%3Fpage%3D2`);
  expect(shown.body).toContain(`href="/sign-out/${uid}?return_to=%2Fforms%3Fpage%3D2"`);
  const sent = await browser.send('GET', `/sign-out/${uid}?return_to=/forms%3Fpage%3D2`);
  const { origin, pathname, searchParams } = new URL(String(sent.headers.location));
  expect([sent.statusCode, origin, pathname]).toEqual([303, provider.issuer, '/session/end']);
  const back = `http://localhost/sign-in/${uid}/signed-out`;
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: publicService.clientId,
    post_logout_redirect_uri: back,
    state: expect.stringMatching(/^[\w-]+$/),
  });
  const cameTo = async (state: string) =>
    (await browser.send('GET', `/sign-in/${uid}/signed-out?state=${encodeURIComponent(state)}`)).headers.location;
  expect(await cameTo(searchParams.get('state') ?? '')).toBe('/forms?page=2');
  for (const forged of ['', '/forms', 'https://elsewhere.example', '//elsewhere.example'])
    expect(await cameTo(forged)).toBe('/');
  const outside = await browser.send('GET', `/sign-out/${uid}?return_to=https://elsewhere.example`);
  const { searchParams: sealed } = new URL(String(outside.headers.location));
  expect(await cameTo(sealed.get('state') ?? '')).toBe('/');
  expect((await browser.send('GET', '/sign-out/ip_000000')).statusCode).toBe(503);
});

test('a person sees where they are signed in, and ends one of the sessions or all others at once', async () => {
  const [first, second, third] = [await signedIn('many'), await signedIn('many'), await signedIn('many')];
  const list = `{ signInSessions { totalCount nodes {
    id uid createdAt lastSeenAt expiresAt userAgent isCurrent identity { subject provider { uid } } } } }`;
  const { signInSessions: found } = (await first.graph(list)).data;
  const [own, other, last] = found.nodes;
  expect(found.totalCount).toBe(3);
  expect(own).toMatchObject({
    isCurrent: true,
    userAgent: expect.any(String),
    identity: { subject: 'many', provider: { uid } },
  });
  expect([other.isCurrent, last.isCurrent]).toEqual([false, false]);

  const end = (uidOfSession: string) => `mutation { endSession(input: { uid: "${uidOfSession}" }) { uid deletedId } }`;
  const stranger = await signedIn('outsider');
  expect((await stranger.graph(list)).data.signInSessions.totalCount).toBe(1);
  expect((await stranger.graph(end(other.uid))).code).toBe('NOT_FOUND');
  expect((await stranger.graph(`{ node(id: "${other.id}") { id } }`)).data.node).toBeNull();

  expect((await first.graph(end(other.id))).data.endSession).toEqual({ uid: other.uid, deletedId: other.id });
  expect([await isSignedIn(second), await isSignedIn(third), await isSignedIn(first)]).toEqual([false, true, true]);
  expect((await first.graph(end(other.uid))).code).toBe('NOT_FOUND');

  const endOthers = (kept: string) =>
    `mutation { endOtherSessions(input: { uid: "${kept}" }) { endedCount endedUids } }`;
  // the session that remains must be one: otherwise all would end
  expect((await first.graph(endOthers(other.uid))).code).toBe('NOT_FOUND');
  expect(await isSignedIn(third)).toBe(true);
  expect((await first.graph(endOthers(own.uid))).data.endOtherSessions).toEqual({
    endedCount: 1,
    endedUids: [last.uid],
  });
  expect([await isSignedIn(third), await isSignedIn(first), await isSignedIn(stranger)]).toEqual([false, true, true]);
  const { auditEntries } = await admin.data(
    '{ auditEntries(filter: { username: "many", objectType: User }) { nodes { action } } }',
  );
  expect(auditEntries.nodes.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['endSession', 'endOtherSessions']),
  );
});

test('a key ends sessions of its owner with all scopes alone', async () => {
  const browser = await signedIn('keyholder');
  const create = (scopes: string) => `mutation { createApiKey(input: { permissions: ${scopes} }) { secret } }`;
  const [weak, full] = [await browser.graph(create('[edit_page]')), await browser.graph(create('null'))];
  const [session] = (await browser.graph('{ signInSessions { nodes { uid } } }')).data.signInSessions.nodes;
  const endBy = async (key: string) => {
    const query = `mutation { endSession(input: { uid: "${session.uid}" }) { uid } }`;
    const headers = { authorization: `Apikey ${key}` };
    return (await app.http.inject({ method: 'POST', url: '/graphql', payload: { query }, headers })).json();
  };
  expect((await endBy(weak.data.createApiKey.secret)).errors[0].extensions.code).toBe('PERMISSION_DENIED');
  expect((await endBy(full.data.createApiKey.secret)).data.endSession.uid).toBe(session.uid);
  expect(await isSignedIn(browser)).toBe(false);
});

test('the account ends sessions by plain forms of this service alone', async () => {
  const [first, second] = [await signedIn('formal'), await signedIn('formal')];
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const post = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    first.send('POST', path, { headers: { ...form, ...headers } });
  const { nodes } = (await first.graph('{ signInSessions { nodes { uid isCurrent } } }')).data.signInSessions;
  const uidOf = (isCurrent: boolean) => nodes.find((each: { isCurrent: boolean }) => each.isCurrent === isCurrent).uid;
  const forged = await post(`/sessions/${uidOf(false)}/end`, {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(forged.headers.location).toBe('/account?problem=CROSS_SITE_REQUEST');
  expect(await isSignedIn(second)).toBe(true);
  expect((await post(`/sessions/${uidOf(true)}/end-others`)).headers.location).toBe('/account');
  expect([await isSignedIn(second), await isSignedIn(first)]).toEqual([false, true]);
  expect((await post(`/sessions/${uidOf(false)}/end`)).headers.location).toBe('/account?problem=NOT_FOUND');
});
