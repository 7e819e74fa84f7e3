import { afterAll, expect, test } from '@jest/globals';
import { createClient, type Client as StreamClient } from 'graphql-sse';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { createApp } from '#processes/app.ts';
import { seedDataset, seedKey } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const gateway = await createApp({ ...app.services.config, databaseUrl: app.databaseUrl }, { load: neverOverloaded });
const at = `${await gateway.http.listen({ port: 0, host: '127.0.0.1' })}/graphql/stream`;
afterAll(() => gateway.close());

const adminKey = 'test-administrator-key';
const headersOf = (key: string) => ({ authorization: `Apikey ${key}` });

/** A client of one connection, and how many requests it has sent by method. */
function sharedClient(key = adminKey): { client: StreamClient<true>; sent: Record<string, number> } {
  const sent: Record<string, number> = {};
  const client = createClient<true>({
    url: at,
    singleConnection: true,
    headers: headersOf(key),
    retryAttempts: 0,
    fetchFn: (address: string, init: RequestInit) => {
      sent[init.method ?? 'GET'] = (sent[init.method ?? 'GET'] ?? 0) + 1;
      return fetch(address, init);
    },
  });
  return { client, sent };
}

const follow = (uid: string) => ({
  query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status } }',
  variables: { uid },
});
const ask = (method: string, { key = adminKey, token, body }: { key?: string; token?: string; body?: object }) =>
  fetch(at, {
    method,
    headers: {
      ...headersOf(key),
      ...(token !== undefined && { 'x-graphql-event-stream-token': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

test('many subscriptions share one connection, and each ends independently', async () => {
  const uids = await Promise.all(Array.from({ length: 8 }, () => seedDataset(app.admin)));
  const { client, sent } = sharedClient();
  const followed = uids.map((uid) => client.iterate(follow(uid)));
  for (const value of followed)
    expect((await value.next()).value).toEqual({ data: { datasetStatus: { status: 'idle' } } });
  expect(sent).toMatchObject({ PUT: 1, GET: 1, POST: 8 });
  await followed[0]?.return?.();
  await app.admin.rest('DELETE', `/datasets/${uids[1] ?? ''}/`);
  expect((await followed[1]?.next())?.value).toEqual({ data: { datasetStatus: null } });
  expect(await followed[1]?.next()).toMatchObject({ done: true });
  client.dispose();
});

test('the errors of an operation arrive on the stream and do not affect the other operations', async () => {
  const uid = await seedDataset(app.admin);
  const { client } = sharedClient();
  const good = client.iterate(follow(uid));
  expect((await good.next()).value).toMatchObject({ data: {} });
  expect((await client.iterate({ query: '{ viewer { username } }' }).next()).value).toMatchObject({
    errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  });
  expect((await client.iterate({ query: 'subscription { nothing }' }).next()).value).toMatchObject({
    errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  });
  client.dispose();
});

test('a stream belongs to its caller; it needs a token and an identifier', async () => {
  const other = await seedKey(app, 'other');
  const token = await (await ask('PUT', {})).text();
  const subscription = { ...follow('da_none00'), extensions: { operationId: 'a' } };
  expect((await fetch(at, { method: 'PUT', headers: headersOf('wrong') })).status).toBe(401);
  expect((await fetch(at, { headers: { 'x-graphql-event-stream-token': token } })).status).toBe(404);
  expect((await ask('GET', { key: other, token })).status).toBe(404);
  expect((await ask('POST', { token, body: subscription })).status).toBe(400);
  const leaving = new AbortController();
  const opened = await fetch(`${at}?token=${token}`, { headers: headersOf(adminKey), signal: leaving.signal });
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect((await ask('GET', { token })).status).toBe(400);
  expect((await ask('POST', { key: other, token, body: subscription })).status).toBe(404);
  expect((await ask('POST', { token, body: follow('da_none00') })).status).toBe(400);
  expect((await ask('POST', { token, body: { extensions: { operationId: 'a' } } })).status).toBe(400);
  leaving.abort();
});

test('reservations, streams and operations count as streams of their user', async () => {
  const key = await seedKey(app, 'busy');
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await ask('PUT', { key })).status);
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
});
