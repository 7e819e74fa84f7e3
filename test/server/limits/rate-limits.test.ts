import { expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { createApp } from '#processes/app.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { clientOf, type RestAnswer } from '#test/support/client.ts';
import { resolveLocalNames } from '#test/support/http/resolve-local-names.ts';
import { seedKey, seedUser } from '#test/support/seed.ts';

const limit = 100;
/** The points that each process may admit beyond the limit. */
const tolerance = limit / 20;
const minute = 60_000;
let now = Math.floor(Date.now() / minute) * minute + 20_000;
const clock = { now: () => new Date(now) };
const app = await testApp({ WORKER: 'off', PUBLIC_MAX_AGE: '0', RATE_LIMIT_ANONYMOUS: String(limit) }, { clock });
const limited = await testApp({ WORKER: 'off', RATE_LIMIT_KEY: '1000' }, { clock });

/** Sends a request without a key from an address. */
const from = (remoteAddress: string, request: InjectOptions = {}, { http } = app) =>
  http.inject({ url: '/api/explore/v2.1/catalog', remoteAddress, ...request });
const graphql = (query: string): InjectOptions => ({ method: 'POST', url: '/graphql', payload: { query } });
const pageOf = (first: number) => graphql(`{ catalog(first: ${String(first)}) { nodes { uid } } }`);
const leftAfter = (answer: { headers: Record<string, unknown> }): number =>
  Number(/;r=(\d+);/.exec(String(answer.headers['ratelimit']))?.[1]);

test('every answer to a caller with a budget has the headers of the draft', async () => {
  const requests = [{}, { url: '/api/explore/v2.1/nowhere' }, { url: '/api/portal/v1.0/pages/' }, pageOf(20)];
  for (const [index, request] of requests.entries())
    expect((await from('192.0.2.1', request)).headers).toMatchObject({
      'ratelimit-policy': '"anonymous";q=100;w=60',
      ratelimit: `"anonymous";r=${String(99 - index)};t=40`,
    });
});

test('health checks, pages for people and preflights cost nothing', async () => {
  for (const url of ['/livez', '/readyz', '/docs', '/graphiql', '/robots.txt'])
    expect((await from('192.0.2.2', { url })).headers).not.toHaveProperty('ratelimit');
  await from('192.0.2.2', {
    method: 'OPTIONS',
    headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' },
  });
  expect(leftAfter(await from('192.0.2.2'))).toBe(99);
});

test('a document costs one point, and one for each 100 objects of its lists, once', async () => {
  const lefts: number[] = [];
  for (const size of [98, 100, 1000, 1000]) lefts.push(leftAfter(await from('192.0.2.3', pageOf(size))));
  expect(lefts).toEqual([99, 97, 86, 75]);
});

test('a REST request costs what its operation costs, by the page that it asks for and by the sizes of its document', async () => {
  const ada = await seedUser(limited, 'ada', { permissions: ['administer'] });
  const explore = ada.restAt('/api/explore/v2.1');
  const costOf = async (request: () => Promise<RestAnswer>) => {
    const before = leftAfter(await explore('GET', '/catalog'));
    return before - leftAfter(await request());
  };
  // each dataset has a creator, an editor, a security and a quota
  const list = (size: number) => costOf(() => ada.rest('GET', `/datasets/?limit=${String(size)}`));
  expect([await list(99), await list(100)]).toEqual([
    Math.floor(1 + 0.01 + 99 * 0.05),
    Math.floor(1 + 0.01 + 100 * 0.05),
  ]);
  const catalog = (size: number) => costOf(() => explore('GET', `/catalog/datasets?limit=${String(size)}`));
  expect([await catalog(98), await catalog(100)]).toEqual([1, 2]);
  const rows = (size: number) => costOf(() => explore('GET', `/catalog/datasets?select=title&limit=${String(size)}`));
  expect([await rows(98), await rows(100)]).toEqual([1, 2]);
  // the document reads up to 1,000 attachments
  const missing = () => explore('GET', '/catalog/datasets/none/attachments');
  expect(await costOf(missing)).toBe(Math.floor(1 + 0.03 + 1000 * 0.001));
});

test('beyond the budget GraphQL and REST answer 429 with Retry-After, and the next minute brings a new budget', async () => {
  await Promise.all(Array.from({ length: 2 * limit }, () => from('192.0.2.5')));
  for (const request of [
    graphql('{ viewer { username } }'),
    { url: '/api/portal/v1.0/pages/' },
    { url: '/api/automation/v1.0/datasets/' },
  ]) {
    const refused = await from('192.0.2.5', request);
    expect([refused.statusCode, refused.headers]).toMatchObject([
      429,
      { 'retry-after': '40', ratelimit: '"anonymous";r=0;t=40', 'ratelimit-policy': '"anonymous";q=100;w=60' },
    ]);
    expect(refused.body).toContain('At most 100 points per minute are accepted. Try again in 40 seconds.');
  }
  expect((await from('192.0.2.5', graphql('{ viewer { username } }'))).json()).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED', limit, seconds: 40 } }],
  });
  const explore = await from('192.0.2.5');
  expect([explore.statusCode, explore.headers['retry-after'], explore.json()]).toMatchObject([
    429,
    '40',
    {
      errorcode: 10_005,
      call_limit: limit,
      limit_time_unit: 'minute',
      reset_time: `${new Date(now + 40_000).toISOString().slice(0, 19)}Z`,
    },
  ]);
  now += minute;
  expect((await from('192.0.2.5')).statusCode).toBe(200);
  now -= minute;
});

test('a document that costs more than is left is refused whether or not its plan is known, and spends the point of its request', async () => {
  for (let page = 0; page < 8; page += 1) expect((await from('192.0.2.6', pageOf(1000))).statusCode).toBe(200);
  await from('192.0.2.6', pageOf(300));
  for (const size of [1000, 999]) {
    const refused = await from('192.0.2.6', pageOf(size));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
    expect(refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }] });
  }
  expect(leftAfter(await from('192.0.2.6'))).toBe(limit - 8 * 11 - 4 - 2 - 1);
});

test('addresses do not share a budget, and the addresses of one IPv6 network do', async () => {
  expect(leftAfter(await from('198.51.100.1'))).toBe(99);
  expect(leftAfter(await from('198.51.100.2'))).toBe(99);
  expect(leftAfter(await from('2001:db8:0:1::1'))).toBe(99);
  expect(leftAfter(await from('2001:db8:0:1::2'))).toBe(98);
});

test('callers with a key have no budget by default', async () => {
  const key = await seedKey(app, 'ada');
  const answers = await Promise.all(
    Array.from({ length: 2 * limit }, () => from('192.0.2.7', { headers: { authorization: `Apikey ${key}` } })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(answers[0]?.headers).not.toHaveProperty('ratelimit');
});

test('two processes on one database admit the limit, and at most a twentieth of it more for each', async () => {
  const other = await createApp(
    { ...app.services.config, databaseUrl: app.databaseUrl },
    { resolve: resolveLocalNames, load: neverOverloaded, clock },
  );
  try {
    const answers = await Promise.all(
      Array.from({ length: limit }, () => [from('192.0.2.8'), from('192.0.2.8', {}, { ...app, ...other })]).flat(),
    );
    const admitted = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(limit);
    expect(admitted).toBeLessThanOrEqual(limit + 2 * tolerance);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2 * limit - admitted);
  } finally {
    await other.close();
  }
});

test('with RATE_LIMIT_KEY the keys of a user share a budget, from which uploads, exports and streams take their prices', async () => {
  const explore = '/api/explore/v2.1';
  const eve = await seedUser(limited, 'eve', { permissions: ['administer'] });
  const { createApiKey } = await eve.data('mutation { createApiKey(input: { username: "eve" }) { secret } }');
  const left = async (answer: Promise<RestAnswer>) => leftAfter(await answer);
  expect(await left(eve.restAt(explore)('GET', '/catalog'))).toBe(998);
  expect(await left(clientOf(limited, createApiKey.secret).restAt(explore)('GET', '/catalog'))).toBe(997);
  expect(await left(eve.upload('/datasets/none/attachments/', 'a.txt', 'a'))).toBe(986);
  expect(await left(eve.restAt(explore)('GET', '/catalog/exports/csv'))).toBe(935);
  const stream = await limited.http.inject({
    method: 'POST',
    url: '/graphql/stream',
    headers: { authorization: `Apikey ${createApiKey.secret}` },
    payload: { query: '{ viewer { username } }' },
  });
  expect(leftAfter(stream)).toBe(924);
});
