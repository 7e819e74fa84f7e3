import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { clientOfToken, type Client } from '#test/support/client.ts';
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
const app = await testApp({ FETCH_ALLOW: provider.host });
const providerUid = await addOpenIdProvider(app, provider);
const change = changeAs(app.admin);
const tokenOf = async (subject: string, claims: object = {}) =>
  clientOfToken(app, await provider.sign({ ...claimsFrom(provider, subject), ...claims }));

const secretOf = () => new TextEncoder().encode(JSON.stringify(provider.publicKey()));
const unsigned = (claims: object) =>
  [{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

test.each<[string, () => Promise<Client>]>([
  ['for another audience', () => tokenOf('1001', { aud: 'other' })],
  ['of an unknown issuer', () => tokenOf('1001', { iss: 'https://issuer.example' })],
  ['whose issuer is no text', () => tokenOf('1001', { iss: ['a'] })],
  ['that has expired', () => tokenOf('1001', { exp: secondsNow() - 60 })],
  ['that never expires', () => tokenOf('1001', { exp: undefined })],
  ['of the future', () => tokenOf('1001', { iat: secondsNow() + 600 })],
  ['that is not valid yet', () => tokenOf('1001', { nbf: secondsNow() + 600 })],
  ['whose subject is a number', () => tokenOf('1001', { sub: 1001 })],
  ['whose subject is a list', () => tokenOf('1001', { sub: ['1001'] })],
  ['without a subject', () => tokenOf('1001', { sub: undefined })],
  ['with a subject that no database stores', () => tokenOf('\u0000')],
  ['with impossible times', () => tokenOf('1001', { exp: 1e300 })],
  [
    'of another type',
    async () =>
      clientOfToken(app, await provider.sign(claimsFrom(provider, '1001'), { header: { typ: 'logout+jwt' } })),
  ],
  [
    'signed by an unknown key',
    async () => clientOfToken(app, await provider.sign(claimsFrom(provider, '1001'), { header: { kid: 'unknown' } })),
  ],
  [
    'signed by the public key as a secret',
    async () =>
      clientOfToken(
        app,
        await provider.sign(claimsFrom(provider, '1001'), { header: { alg: 'HS256' }, key: secretOf() }),
      ),
  ],
  ['without a signature', async () => clientOfToken(app, `${unsigned(claimsFrom(provider, '1001'))}.`)],
  [
    'with a changed signature',
    async () => clientOfToken(app, `${(await provider.sign(claimsFrom(provider, '1001'))).slice(0, -8)}AAAAAAAA`),
  ],
  ['of three parts that say nothing', async () => clientOfToken(app, 'a.b.c')],
])('a token %s is refused as every other', async (_name, client) => {
  const { status, errors } = await (await client()).graph('{ viewer { username } }');
  expect([status, errors?.[0]?.extensions.code, errors?.[0]?.message]).toEqual([
    401,
    'INVALID_TOKEN',
    'This token is not valid here. Sign in again, and send the new one in the Authorization header: "Bearer <token>".',
  ]);
  expect((await (await client()).portal('GET', '/pages/')).status).toBe(401);
});

test('an API key in the place of a token is answered with the way to send it', async () => {
  const refused = await clientOfToken(app, 'test-administrator-key').graph('{ viewer { username } }');
  expect([refused.status, refused.errors?.[0]?.extensions.code, refused.errors?.[0]?.message]).toEqual([
    401,
    'NOT_A_TOKEN',
    expect.stringContaining('An API key is sent as Apikey <key>'),
  ]);
});

test('a deactivated user and a disabled provider are refused at once', async () => {
  const client = await tokenOf('1006', { preferred_username: 'leaver' });
  expect((await viewerOf(client)).username).toBe('leaver');
  await change('updateUser', { username: 'leaver', isActive: false });
  expect(await failureOf(client)).toEqual([401, 'INVALID_TOKEN']);
  await change('updateUser', { username: 'leaver', isActive: true });
  expect((await viewerOf(client)).username).toBe('leaver');
  for (const [off, on] of [
    [{ isActive: false }, { isActive: true }],
    [{ audiences: ['other'] }, { audiences: [clientId] }],
    [{ issuer: null }, { issuer: provider.issuer }],
  ]) {
    await change('updateIdentityProvider', { uid: providerUid, ...off });
    expect(await failureOf(client)).toEqual([401, 'INVALID_TOKEN']);
    await change('updateIdentityProvider', { uid: providerUid, ...on });
    expect((await viewerOf(client)).username).toBe('leaver');
  }
});
