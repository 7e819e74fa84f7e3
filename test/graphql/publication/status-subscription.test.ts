import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createApp } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { followStatus, openStream, type EventStream, type StreamCaller } from '#test/support/http/event-stream.ts';
import {
  eventually,
  numberedRows,
  requestRun,
  runAndFinish,
  seedCsvDataset,
} from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, services } = app;

/** A second process on the same database, which runs no jobs: all streams are opened there. */
const gatewayAt = async () => {
  const gateway = await createApp(
    { ...services.config, worker: 'off', databaseUrl: app.databaseUrl },
    { load: neverOverloaded },
  );
  return { at: await gateway.http.listen({ port: 0, host: '127.0.0.1' }), close: () => gateway.close() };
};
const gateway = await gatewayAt();
afterAll(() => gateway.close());

const asAdmin: StreamCaller = { origin: gateway.at, key: 'test-administrator-key' };

/** A new key, of the administrator or of a user, and its uid. */
async function newKey(username?: string): Promise<StreamCaller & { readonly uid: string }> {
  const {
    createApiKey: { secret, apiKey },
  } = await admin.data(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { uid } } }',
    { input: { username } },
  );
  return { origin: gateway.at, key: secret, uid: apiKey.uid };
}

const codesIn = (event: Awaited<ReturnType<EventStream['next']>>): string[] =>
  event?.data.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

test('a stream sends the state of a dataset at once, then its states and progress while another process publishes it', async () => {
  const [first, second, last] = [
    `n,text\n${numberedRows(1, 3000)}`,
    numberedRows(3001, 6000),
    numberedRows(6001, 9000),
  ];
  const size = first.length + second.length + last.length;
  const tap = web.stream('/followed.csv', size);
  const uid = await seedCsvDataset(admin, tap.url);
  const stream = await followStatus(asAdmin, uid);
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(await stream.next()).toEqual({
    event: 'next',
    data: {
      data: {
        datasetStatus: { status: 'idle', previous: null, next: null, isPublished: false, message: null, params: {} },
      },
    },
  });
  tap.send(first);
  await requestRun(admin, 'publishDataset', uid);
  const begun = await stream.find(({ status, params }) => status === 'processing' && params.rows_written >= 1000);
  expect(begun).toMatchObject({
    previous: 'queued',
    next: 'idle',
    params: { record_errors: 0, percent: Math.floor((begun.params.bytes_read / size) * 100) },
  });
  expect(begun.params.rows_read).toBeGreaterThanOrEqual(begun.params.rows_written);
  tap.send(second);
  const on = await stream.find(({ params }) => params.rows_written > 3000);
  expect(on).toMatchObject({
    status: 'processing',
    params: { percent: Math.floor((on.params.bytes_read / size) * 100) },
  });
  for (const name of ['rows_read', 'bytes_read', 'percent'])
    expect(on.params[name]).toBeGreaterThan(begun.params[name]);
  tap.send(last);
  tap.close();
  expect(await stream.find(({ status }) => status === 'idle')).toEqual({
    status: 'idle',
    previous: 'processing',
    next: null,
    isPublished: true,
    message: null,
    params: {},
  });
  stream.close();
});

test('the size of a source that does not tell it makes no percent', async () => {
  const tap = web.stream('/endless.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  const stream = await followStatus(asAdmin, uid);
  tap.send(`n,text\n${numberedRows(1, 3000)}`);
  await requestRun(admin, 'publishDataset', uid);
  const { params } = await stream.find((status) => status.params.rows_written >= 1000);
  expect(Object.keys(params)).toEqual(
    expect.arrayContaining(['rows_read', 'rows_written', 'record_errors', 'bytes_read']),
  );
  expect(params).not.toHaveProperty('percent');
  expect((await admin.rest('GET', `/datasets/${uid}/status/`)).body.params).toMatchObject({
    bytes_read: params.bytes_read,
  });
  tap.close();
  await stream.find(({ status }) => status === 'idle');
  stream.close();
});

test('a client that reconnects receives the current state first', async () => {
  const tap = web.stream('/resumed.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  const left = await followStatus(asAdmin, uid);
  await requestRun(admin, 'publishDataset', uid);
  await left.find(({ status }) => status === 'processing');
  left.close();
  const back = await followStatus(asAdmin, uid);
  expect((await back.next())?.data.data.datasetStatus).toMatchObject({ status: 'processing', previous: 'queued' });
  tap.send('n\n1\n');
  tap.close();
  await back.find(({ status }) => status === 'idle');
  back.close();
});

test('a stream ends with an error when its key is revoked', async () => {
  const uid = await seedDataset(admin);
  const key = await newKey();
  const stream = await followStatus(key, uid);
  expect(await stream.next()).toMatchObject({ event: 'next' });
  await admin.data('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', { uid: key.uid });
  const [last, ...more] = await stream.rest();
  expect(codesIn(last)).toEqual(['UNAUTHORIZED']);
  expect(more).toEqual([{ event: 'complete', data: null }]);
  expect((await followStatus(key, uid)).status).toBe(401);
});

test('following a dataset requires the right to read its configuration, and ends when the right is lost', async () => {
  const [uid, other] = [await seedDataset(admin), await seedDataset(admin)];
  await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', permissions: ['publish_dataset'] });
  const reader = await newKey('reader');
  for (const hidden of [other, 'da_nothing']) {
    const [refusal, ...more] = await (await followStatus(reader, hidden)).rest();
    expect(codesIn(refusal)).toEqual(['NOT_FOUND']);
    expect(more).toEqual([{ event: 'complete', data: null }]);
  }
  const stream = await followStatus(reader, uid);
  expect((await stream.next())?.data.data.datasetStatus).toMatchObject({ status: 'idle' });
  await services.db.rows(sql`delete from ruleset where dataset_uid = ${uid}`);
  expect(codesIn((await stream.rest())[0])).toEqual(['NOT_FOUND']);
});

test('the deletion of the dataset is the last event of a stream', async () => {
  const uid = await seedDataset(admin);
  const stream = await followStatus(asAdmin, uid);
  await stream.next();
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  expect(await stream.rest()).toEqual([
    { event: 'next', data: { data: { datasetStatus: null } } },
    { event: 'complete', data: null },
  ]);
});

test('a stream continues when the database drops its connections', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/dropped.csv', 'n\n1\n'));
  const stream = await followStatus(asAdmin, uid);
  await stream.next();
  const operator = new pg.Client({ connectionString: app.databaseUrl });
  await operator.connect();
  for (let times = 0; times < 3; times += 1) {
    await operator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await operator.query('update dataset set status_message = $1 where uid = $2', [`dropped ${times}`, uid]);
    expect(await stream.find(({ message }) => message === `dropped ${times}`)).toMatchObject({ status: 'idle' });
  }
  await operator.end();
  stream.close();
});

test('an unexpected error ends a stream with a trace id and no details', async () => {
  const uid = await seedDataset(admin);
  const stream = await followStatus(asAdmin, uid);
  await stream.next();
  await services.db.rows(sql`alter table dataset rename column status_message to status_text`);
  await services.db.rows(sql`update dataset set status_text = 'changed' where uid = ${uid}`);
  const [last, ...more] = await stream.rest();
  await services.db.rows(sql`alter table dataset rename column status_text to status_message`);
  expect(last?.data.errors).toEqual([
    {
      message: expect.not.stringContaining('status_message'),
      extensions: { code: 'INTERNAL_ERROR', trace_id: expect.any(String) },
    },
  ]);
  expect(more).toEqual([{ event: 'complete', data: null }]);
});

test('a slow reader receives the last state, and intermediate states are not buffered', async () => {
  const uid = await seedDataset(admin);
  const fast = await followStatus(asAdmin, uid);
  await fast.next();
  const { hostname, port } = new URL(gateway.at);
  const slow = connect(Number(port), hostname);
  const query = JSON.stringify({
    query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { message } }',
    variables: { uid },
  });
  slow.write(
    `POST /graphql/stream HTTP/1.1\r\nhost: x\r\nauthorization: Apikey ${asAdmin.key}\r\ncontent-type: application/json\r\ncontent-length: ${query.length}\r\n\r\n${query}`,
  );
  await once(slow, 'readable');
  // more than the sockets between hold
  const states = 10;
  const long = 'x'.repeat(2_500_000);
  for (let state = 1; state <= states; state += 1) {
    await services.db.rows(sql`update dataset set status_message = ${`${state}${long}.`} where uid = ${uid}`);
    await fast.find(({ message }) => message?.startsWith(`${state}x`));
  }
  let told = '';
  for await (const chunk of slow) {
    told = (told + String(chunk)).replaceAll(/x{100,}/g, 'x');
    if (told.includes(`${states}x`)) break;
  }
  expect([...told.matchAll(/\d+x/g)].length).toBeLessThan(states - 2);
  fast.close();
});

test('a user has twenty streams at a time, whichever key they are opened with', async () => {
  const uid = await seedDataset(admin);
  await seedUser(app, 'listener', { permissions: ['edit_dataset'] });
  const [key, another] = [await newKey('listener'), await newKey('listener')];
  const open = await Promise.all(
    Array.from({ length: 20 }, (_, index) => followStatus(index % 2 ? key : another, uid)),
  );
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
  const refused = await fetch(`${key.origin}/graphql/stream?query={x}`, {
    headers: { authorization: `Apikey ${key.key}` },
  });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '10',
    { errors: [{ extensions: { code: 'TOO_MANY_STREAMS' } }] },
  ]);
  expect((await followStatus({ ...key, key: asAdmin.key }, uid)).status).toBe(200);
  for (const stream of open) stream.close();
  expect(
    await eventually(
      async () => (await followStatus(key, uid)).status,
      (status) => status !== 429,
    ),
  ).toBe(200);
});

test('a server that closes ends its streams without completing them, so that their readers go elsewhere', async () => {
  const uid = await seedDataset(admin);
  const closing = await gatewayAt();
  const stream = await followStatus({ ...asAdmin, origin: closing.at }, uid);
  await stream.next();
  const closed = closing.close();
  expect(await stream.rest()).toEqual([]);
  await closed;
});

test('a whole publication may be followed by a client of the protocol', async () => {
  const { createClient } = await import('graphql-sse');
  const uid = await seedCsvDataset(admin, web.serve('/client.csv', 'n\n1\n'));
  const client = createClient({
    url: `${gateway.at}/graphql/stream`,
    headers: { authorization: `Apikey ${asAdmin.key}` },
  });
  const states: unknown[] = [];
  for await (const { data } of client.iterate<{ datasetStatus: { status: string; isPublished: boolean } }>({
    query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status isPublished } }',
    variables: { uid },
  })) {
    if (states.length === 0) await runAndFinish(admin, 'publishDataset', uid);
    states.push(data?.datasetStatus);
    if (data?.datasetStatus.isPublished) break;
  }
  expect(states[0]).toEqual({ status: 'idle', isPublished: false });
  expect(states.at(-1)).toEqual({ status: 'idle', isPublished: true });
});

test('a stream takes subscriptions only, within the rules of the other door, which takes none', async () => {
  const uid = await seedDataset(admin);
  const refusal = async (request: object) => {
    const [first] = await (await openStream(asAdmin, request)).rest();
    return first?.data.errors[0];
  };
  expect(await refusal({ query: '{ __typename }' })).toMatchObject({
    message: expect.stringContaining('/graphql'),
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
  expect(await refusal({ query: 'subscription {' })).toMatchObject({
    locations: [{ line: 1, column: 15 }],
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });
  expect(await refusal({ query: 'subscription { nothing }' })).toMatchObject({
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
  expect(
    await refusal({ query: `subscription { datasetStatus(uid: "a") { ${'status '.repeat(1001)} } }` }),
  ).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX' } });
  expect(await refusal({ query: `subscription { ${'datasetStatus '.repeat(4001)} }` })).toMatchObject({
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });
  expect(await refusal({ query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status } }' })).toMatchObject({
    extensions: { code: 'INVALID_INPUT' },
  });
  expect(
    await refusal({
      query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status } }',
      variables: { uid: 'a\0' },
    }),
  ).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect(
    await refusal({ query: 'subscription A { datasetStatus(uid: "a") { status } }', operationName: 'B' }),
  ).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
  const elsewhere = await admin.graph('subscription ($uid: ID!) { datasetStatus(uid: $uid) { status } }', { uid });
  expect(elsewhere.errors).toMatchObject([
    { message: expect.stringContaining('/graphql/stream'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ]);
});

test('a request that is not for a stream is refused at once', async () => {
  const ask = async (init: RequestInit, parameters = '') => {
    const answer = await fetch(`${gateway.at}/graphql/stream${parameters}`, {
      ...init,
      headers: { authorization: `Apikey ${asAdmin.key}`, ...init.headers },
    });
    return [answer.status, JSON.parse(await answer.text()).errors[0].extensions.code];
  };
  const json = { 'content-type': 'application/json' };
  for (const body of ['{}', '[]', 'null', '{"query": 1}', '{"query": "{x}", "variables": []}'])
    expect(await ask({ method: 'POST', headers: json, body })).toEqual([400, 'BAD_REQUEST']);
  expect(await ask({ method: 'POST' })).toEqual([400, 'BAD_REQUEST']);
  expect(await ask({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"query": "{x}"}' })).toEqual([
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ]);
  expect(await ask({}, '?query={x}&variables={')).toEqual([400, 'BAD_REQUEST']);
  expect(await ask({ method: 'PATCH' })).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(await ask({ headers: { authorization: 'Apikey wrong' } }, '?query={x}')).toEqual([401, 'UNAUTHORIZED']);
});

test('the address of queries answers subscriptions too, to those who accept events', async () => {
  const uid = await seedDataset(admin);
  const query = `subscription { datasetStatus(uid: "${uid}") { status } }`;
  const json = { 'content-type': 'application/json' };
  for (const [init, parameters] of [
    [{ method: 'POST', headers: json, body: JSON.stringify({ query }) }, ''],
    [{}, `?query=${encodeURIComponent(query)}`],
  ] as const) {
    const leaving = new AbortController();
    const answer = await fetch(`${gateway.at}/graphql${parameters}`, {
      ...init,
      signal: leaving.signal,
      headers: {
        ...('headers' in init ? init.headers : {}),
        accept: 'text/event-stream',
        authorization: `Apikey ${asAdmin.key}`,
      },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    let text = '';
    for await (const chunk of answer.body ?? [])
      if ((text += Buffer.from(chunk).toString()).includes('event: next')) break;
    expect(text).toContain('"status":"idle"');
    leaving.abort();
  }
  const stranger = await fetch(`${gateway.at}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { accept: 'text/event-stream' },
  });
  expect(await stranger.text()).toContain('"UNAUTHORIZED"');
});

test('a web page opens a stream by its address alone', async () => {
  const uid = await seedDataset(admin);
  const leaving = new AbortController();
  const query = encodeURIComponent(`subscription { datasetStatus(uid: "${uid}") { status } }`);
  const answer = await fetch(`${gateway.at}/graphql/stream?apikey=${asAdmin.key}&query=${query}`, {
    signal: leaving.signal,
    headers: { origin: 'https://example.org' },
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  leaving.abort();
});
