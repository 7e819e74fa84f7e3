import { expect, test } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import { createLog } from '#platform/log.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { resolveLocalNames } from '#test/support/http/resolve-local-names.ts';
import { seedKey, seedUser } from '#test/support/seed.ts';

const lines: string[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
const app = await testApp({ EXPLORE_QUOTA: '9/month', WORKER: 'off' }, { log });
const base = '/api/explore/v2.1';
const reset = expect.stringMatching(/^\d{4}-\d\d-01 00:00:00\+00:00$/);

test('every answer of the Explore API has the headers of the quota on the domain, and beyond it the error of the contract', async () => {
  const ada = await seedUser(app, 'ada');
  const explore = ada.restAt(base);
  const paths = ['/', '/catalog', '/catalog/datasets', '/catalog/datasets?limit=x', '/catalog/datasets/none/records'];
  for (const [index, path] of paths.entries()) {
    const { headers } = await explore('GET', path);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '9',
      'x-ratelimit-remaining': String(8 - index),
      'x-ratelimit-reset': reset,
    });
  }
  expect((await ada.request('GET', `${base}/nowhere`)).headers['x-ratelimit-remaining']).toBe('3');
  expect((await explore('POST', '/catalog')).headers['x-ratelimit-remaining']).toBe('2');
  for (const remaining of ['1', '0'])
    expect((await explore('GET', '/')).headers['x-ratelimit-remaining']).toBe(remaining);
  const refused = await explore('GET', '/catalog');
  expect(refused).toMatchObject({
    status: 429,
    body: {
      errorcode: 10_002,
      reset_time: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00Z$/),
      limit_time_unit: 'month',
      call_limit: 9,
      error: 'Too many requests on the domain. Please contact the domain administrator.',
    },
    headers: { 'x-ratelimit-remaining': '0', 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect(
    lines.map((line) => JSON.parse(line)).find(({ trace_id }) => trace_id === refused.headers['x-trace-id']),
  ).toMatchObject({
    errors: ['DOMAIN_QUOTA_REACHED'],
  });
});

test('callers without a key share the quota of their address, and their error has its own number', async () => {
  const from = (remoteAddress: string) => app.http.inject({ url: `${base}/catalog`, remoteAddress });
  for (let call = 0; call < 9; call += 1) expect((await from('192.0.2.1')).statusCode).toBe(200);
  const refused = await from('192.0.2.1');
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { errorcode: 10_005, error: 'You have exceeded the requests limit for anonymous users.', call_limit: 9 },
  ]);
  expect((await from('192.0.2.2')).statusCode).toBe(200);
});

test('an unknown key counts no call, and other interfaces have no quota', async () => {
  const unknown = await app.http.inject({ url: `${base}/catalog`, headers: { authorization: 'Apikey none' } });
  expect([unknown.statusCode, unknown.headers['x-ratelimit-limit']]).toEqual([401, undefined]);
  expect((await app.unauthenticated.portal('GET', '/pages/')).headers['x-ratelimit-limit']).toBeUndefined();
  expect((await app.unauthenticated.graph('{ viewer { username } }')).status).toBe(200);
});

test('of N parallel calls to two processes exactly K are allowed', async () => {
  const other = await createApp(
    { ...app.services.config, databaseUrl: app.databaseUrl },
    { resolve: resolveLocalNames, load: neverOverloaded },
  );
  try {
    const key = await seedKey(app, 'eve');
    const clients = [clientOf(app, key), clientOf(other, key)].map((client) => client.restAt(base));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clients.map((explore) => explore('GET', '/catalog'))).flat(),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(31);
  } finally {
    await other.close();
  }
});
