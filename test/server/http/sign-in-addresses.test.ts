import { expect, test } from '@jest/globals';
import { testApp, type TestApp } from '#test/support/app.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { openIdProvider, secretService } from '#test/support/sign-in/openid-provider.ts';
import { visitorOf } from '#test/support/sign-in/visitor.ts';

const provider = await openIdProvider();
const silent = await openIdProvider();
provider.persons.set('ada', { preferred_username: 'ada' });
const site = 'https://data.example/data';
const atPath = await testApp({ FETCH_ALLOW: `${provider.host},${silent.host}`, PUBLIC_URL: site });
let laterMs = 0;
const behindProxy = await testApp(
  { FETCH_ALLOW: provider.host, TRUST_PROXY: 'true', PORTAL: 'off' },
  { clock: { now: () => new Date(Date.now() + laterMs) } },
);

async function addTo({ admin }: TestApp, base: string): Promise<string> {
  const { issuer } = provider;
  const uid = await addProvider(admin, { type: 'OIDC', issuer, canCreateUsers: true, ...secretService });
  provider.acceptRedirect(`${base}/sign-in/${uid}/callback`);
  return uid;
}
const uidAtPath = await addTo(atPath, site);
const uidBehindProxy = await addTo(behindProxy, 'https://proxy.example');

test('below a path, addresses begin with it, and the cookies are not those of a neighbour', async () => {
  const browser = visitorOf(atPath, provider, site);
  const { statusCode, headers } = await browser.signIn(uidAtPath, 'ada', '/forms');
  expect([statusCode, headers.location]).toEqual([303, '/data/forms']);
  expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^__Host-catalog_session_[\da-f]{8}$/)]);
  expect((await browser.graph('{ viewer { username } }')).data.viewer).toEqual({ username: 'ada' });
  const { identityProviders } = await atPath.unauthenticated.data('{ identityProviders { nodes { signInUrl } } }');
  expect(identityProviders.nodes).toEqual([{ signInUrl: `${site}/sign-in/${uidAtPath}` }]);
  const out = await browser.send('POST', '/sign-out', { headers: { accept: 'text/html' } });
  // the provider, at which the person is still signed in, is offered next
  expect([out.headers.location, browser.cookies.size]).toEqual([
    `/data/sign-in?signed_out=${uidAtPath}&return_to=%2F`,
    0,
  ]);
});

test('behind a proxy that ends TLS, the address is the one that it forwards', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxy.example' };
  const browser = visitorOf(behindProxy, provider, 'https://proxy.example');
  const plain = await browser.send('GET', `/sign-in/${uidBehindProxy}`, { headers: { accept: 'text/html' } });
  // without a portal, the service says itself what to do
  expect([plain.statusCode, plain.headers['content-type'], plain.body]).toEqual([
    400,
    'text/html; charset=utf-8',
    expect.stringContaining('Signing in needs https'),
  ]);
  const started = await browser.send('GET', `/sign-in/${uidBehindProxy}`, { headers: forwarded });
  const url = new URL(String(started.headers.location));
  expect(url.searchParams.get('redirect_uri')).toBe(`https://proxy.example/sign-in/${uidBehindProxy}/callback`);
  const callback = await browser.visitProvider(url.href, 'ada');
  expect((await browser.send('GET', callback, { headers: forwarded })).statusCode).toBe(303);
  const query = { query: '{ viewer { username } }' };
  const answer = await browser.send('POST', '/graphql', { headers: forwarded, payload: query });
  expect(answer.json().data.viewer).toEqual({ username: 'ada' });
});

test('a person may take ten minutes at the provider', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'proxy.example' };
  const browser = visitorOf(behindProxy, provider, 'https://proxy.example');
  const started = await browser.send('GET', `/sign-in/${uidBehindProxy}`, { headers: forwarded });
  const callback = await browser.visitProvider(String(started.headers.location), 'ada');
  laterMs = 600_000;
  const late = await browser.send('GET', callback, { headers: forwarded });
  laterMs = 0;
  expect([late.statusCode, late.body, browser.cookies.size]).toEqual([
    400,
    expect.stringContaining('more than ten minutes ago'),
    0,
  ]);
});

test('a provider that does not respond fails its own sign-ins, with what to do', async () => {
  const { issuer } = silent;
  const uid = await addProvider(atPath.admin, { type: 'OIDC', issuer, ...secretService });
  const browser = visitorOf(atPath, silent, site);
  const { requested, disconnect } = silent.hang();
  const waiting = browser.send('GET', `/sign-in/${uid}`);
  await requested;
  disconnect();
  const { statusCode, headers, body } = await waiting;
  expect([statusCode, headers['retry-after'], body]).toEqual([503, '1', expect.stringContaining('does not respond')]);
});
