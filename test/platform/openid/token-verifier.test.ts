import { afterAll, expect, test } from '@jest/globals';
import { systemClock } from '#kernel/clock.ts';
import { createFetcher } from '#platform/fetcher/create-fetcher.ts';
import { createGuard } from '#platform/fetcher/guard.ts';
import { createLog } from '#platform/log.ts';
import { createAddressCheck, createTokenVerifier, type KeyTimes } from '#platform/token-verifier.ts';
import { openIdProvider } from '#test/support/sign-in/openid-provider.ts';

const provider = await openIdProvider();
const rules = { issuer: provider.issuer, audiences: ['catalog', 'portal'] };
const fetcher = createFetcher(createGuard({ allow: [provider.host] }));
afterAll(() => fetcher.close());

const verifierWith = (times?: Partial<KeyTimes>, allow: readonly string[] = [provider.host]) =>
  createTokenVerifier(
    { fetcher, clock: systemClock, log: createLog({ level: 'silent' }), isTrusted: createAddressCheck(allow) },
    { maxAgeMs: Infinity, cooldownMs: 0, timeoutMs: 60_000, ...times },
  );
const token = (claims: object = {}) => {
  const now = Math.floor(Date.now() / 1_000);
  return provider.sign({ iss: provider.issuer, aud: ['portal'], sub: '1', iat: now, exp: now + 60, ...claims });
};
const readsOfKeys = () => provider.requests.filter((path) => path === '/jwks').length;

test('tokens of a new key are accepted, and those of the withdrawn key once the keys are read again are not', async () => {
  const verifier = verifierWith();
  const before = await token();
  await verifier.verify(before, rules);
  await provider.rotateKey();
  expect((await verifier.verify(await token(), rules)).subject).toBe('1');
  await expect(verifier.verify(before, rules)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
});

test('many tokens of an unknown key cause one read of the keys in the pause between two', async () => {
  const verifier = verifierWith({ cooldownMs: Infinity });
  const unknown = await token();
  await provider.rotateKey();
  const reads = readsOfKeys();
  const refused = await Promise.allSettled(Array.from({ length: 50 }, () => verifier.verify(unknown, rules)));
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
  expect(readsOfKeys() - reads).toBe(1);
});

test('keys that are too old are read again', async () => {
  const verifier = verifierWith({ maxAgeMs: 0 });
  const reads = readsOfKeys();
  for (let at = 0; at < 3; at += 1) await verifier.verify(await token(), rules);
  expect(readsOfKeys() - reads).toBe(3);
});

test('keys are read over http from allowed hosts only, and of the issuer only', async () => {
  await expect(verifierWith({}, []).verify(await token(), rules)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  const issuer = `${provider.issuer}/`;
  await expect(verifierWith().verify(await token({ iss: issuer }), { ...rules, issuer })).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test('a provider that does not respond delays no one after the first failure', async () => {
  const verifier = verifierWith({ cooldownMs: Infinity });
  const { requested, disconnect } = provider.hang();
  const waiting = token().then((text) => verifier.verify(text, rules));
  await requested;
  disconnect();
  await expect(waiting).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  await expect(verifier.verify(await token(), rules)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});
