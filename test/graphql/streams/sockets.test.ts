import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { createApp } from '#processes/app.ts';
import { neverOverloaded, testApp, wholeSchema } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { closeOf, socketClient, socketUrl, subscribeBy } from '#test/support/http/socket-client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sql } from '#kernel/sql.ts';

const app = await testApp({ WORKER: 'off', CORS_ORIGINS: 'https://portal.example.org' }, wholeSchema);
const { admin, services } = app;
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const asAdmin = { apikey: 'test-administrator-key' };
const status = 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status message } }';
const changes = 'subscription ($uid: ID!) { datasetChanged(uid: $uid) { uid revision } }';

async function newKey(username: string): Promise<{ readonly apikey: string; readonly uid: string }> {
  const { createApiKey } = await admin.data(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { uid } } }',
    { input: { username } },
  );
  return { apikey: createApiKey.secret, uid: createApiKey.apiKey.uid };
}

const rename = (uid: string, title: string) =>
  admin.data(
    'mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { dataset { uid } } }',
    { input: { datasetUid: uid, template: 'default', field: 'title', value: title } },
  );

const codesOf = (result: { readonly errors?: readonly { readonly extensions?: { code?: unknown } }[] } | undefined) =>
  result?.errors?.map(({ extensions }) => extensions?.code);

test('a client of the protocol follows a dataset with the key of connection_init', async () => {
  const uid = await seedDataset(admin);
  for (const params of [asAdmin, { Authorization: 'Apikey test-administrator-key' }]) {
    const client = socketClient(origin, params);
    const events = subscribeBy(client, changes, { uid });
    const first = (await events.next()).value;
    expect(first.data?.datasetChanged.uid).toBe(uid);
    await rename(uid, `Renamed after ${String(first.data?.datasetChanged.revision)}`);
    expect((await events.next()).value.data?.datasetChanged.revision).toBe(
      Number(first.data?.datasetChanged.revision) + 1,
    );
    await client.dispose();
  }
});

test('a dataset that is deleted ends its stream with null', async () => {
  const uid = await seedDataset(admin);
  const client = socketClient(origin, asAdmin);
  const events = subscribeBy(client, changes, { uid });
  await events.next();
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  expect((await events.next()).value).toEqual({ data: { datasetChanged: null } });
  expect((await events.next()).done).toBe(true);
  await client.dispose();
});

test('a stream ends with an error when its key is revoked, and when its right is lost', async () => {
  const uid = await seedDataset(admin);
  await seedUser(app, 'guest');
  await seedRuleset(app, uid, { user: 'guest', permissions: ['publish_dataset'] });
  const [revoked, other] = [await newKey('guest'), await newKey('guest')];
  const clients = [socketClient(origin, { apikey: revoked.apikey }), socketClient(origin, { apikey: other.apikey })];
  const [ofRevoked, ofOther] = clients.map((client) => subscribeBy(client, changes, { uid }));
  await Promise.all([ofRevoked?.next(), ofOther?.next()]);
  await admin.data('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', {
    uid: revoked.uid,
  });
  expect(codesOf((await ofRevoked?.next())?.value)).toEqual(['UNAUTHORIZED']);
  await services.db.rows(sql`delete from ruleset where dataset_uid = ${uid}`);
  expect(codesOf((await ofOther?.next())?.value)).toEqual(['NOT_FOUND']);
  for (const client of clients) await client.dispose();
});

test('a connection without a key follows the public catalog, and nothing that needs a key', async () => {
  const uid = await seedDataset(admin);
  const client = socketClient(origin);
  expect((await subscribeBy(client, 'subscription { catalogChanged { kind uid } }').next()).value.data).toEqual({
    catalogChanged: { kind: 'subscribed', uid: null },
  });
  expect(codesOf((await subscribeBy(client, status, { uid }).next()).value)).toEqual(['UNAUTHORIZED']);
  await client.dispose();
});

test('a wrong key ends the connection, in its header or in its payload', async () => {
  const closed = new Promise((resolve) => {
    const client = socketClient(origin, { apikey: 'wrong' }, { lazy: false, onNonLazyError: () => undefined });
    client.on('closed', resolve);
  });
  expect(await closed).toMatchObject({ code: 4401 });
  expect(await closeOf(socketUrl(origin), { headers: { authorization: 'Apikey wrong' } })).toBe(401);
});

test('a WebSocket is accepted at /graphql too, with the same rules', async () => {
  const uid = await seedDataset(admin);
  const url = socketUrl(origin).replace('/stream', '');
  const client = socketClient(origin, asAdmin, { url });
  expect((await subscribeBy(client, changes, { uid }).next()).value.data?.datasetChanged.uid).toBe(uid);
  await client.dispose();
  expect(await closeOf(`${url}/?a=b`, { headers: { authorization: 'Apikey wrong' } })).toBe(401);
  expect(await closeOf(url, { headers: { origin: 'https://other.example.org' } })).toBe(403);
  expect(await closeOf(url.replace('/graphql', '/graphiql'), {})).not.toBe(101);
});

test('pages of other origins open no WebSocket', async () => {
  const openFrom = (page: string) =>
    closeOf(socketUrl(origin), {
      headers: { origin: page },
      onOpen: (socket) => {
        socket.close(4999);
      },
    });
  expect(await openFrom('https://evil.example.org')).toBe(403);
  expect(await openFrom('https://portal.example.org')).toBe(4999);
  expect(await openFrom(origin)).toBe(4999);
});

test('the documents of a WebSocket obey the rules of other documents', async () => {
  const client = socketClient(origin, asAdmin);
  const refusal = async (query: string) => {
    const refused: unknown = await subscribeBy(client, query)
      .next()
      .catch((error: unknown) => error);
    return refused;
  };
  for (const query of ['{ __typename }', 'mutation { __typename }'])
    expect(await refusal(query)).toMatchObject([
      { message: expect.stringContaining('POST'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
  expect(await refusal('subscription {')).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  expect(await refusal('subscription { nothing }')).toMatchObject([
    { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ]);
  expect(await refusal(`subscription { datasetStatus(uid: "a") { ${'status '.repeat(1001)} } }`)).toMatchObject([
    { extensions: { code: 'QUERY_TOO_COMPLEX' } },
  ]);
  await client.dispose();
});

test('malformed, large and early messages end the connection', async () => {
  const sending = (text: string) =>
    closeOf(socketUrl(origin), {
      onOpen: (socket) => {
        socket.send(text);
      },
    });
  expect(await sending('nothing')).toBe(4400);
  expect(await sending('{"type":"subscribe","id":"1","payload":{"query":"{x}"}}')).toBe(4401);
  expect(await sending('x'.repeat(2 ** 20 + 1))).toBe(1009);
});

test('a connection and its operations count as streams of their user', async () => {
  const uid = await seedDataset(admin);
  await seedUser(app, 'listener', { permissions: ['edit_dataset'] });
  const { apikey } = await newKey('listener');
  const client = socketClient(origin, { apikey });
  const open = Array.from({ length: 19 }, () => subscribeBy(client, changes, { uid }));
  for (const events of open) expect((await events.next()).value.data).toBeDefined();
  const refused: unknown = await subscribeBy(client, changes, { uid })
    .next()
    .catch((error: unknown) => error);
  expect(refused).toMatchObject([{ extensions: { code: 'TOO_MANY_STREAMS' } }]);
  await open[0]?.return?.(undefined);
  const admitted = () =>
    subscribeBy(client, changes, { uid })
      .next()
      .then(
        ({ value }) => value,
        () => undefined,
      );
  expect(await eventually(admitted, (result) => result !== undefined)).toMatchObject({
    data: { datasetChanged: { uid } },
  });
  await client.dispose();
});

test('a server that closes ends its WebSockets, so that their clients connect to another one', async () => {
  const uid = await seedDataset(admin);
  const closing = await createApp({ ...services.config, databaseUrl: app.databaseUrl }, { load: neverOverloaded });
  const at = await closing.http.listen({ port: 0, host: '127.0.0.1' });
  const client = socketClient(at, asAdmin);
  const closed = new Promise((resolve) => client.on('closed', resolve));
  const events = subscribeBy(client, changes, { uid });
  await events.next();
  const ended = events.next().catch((error: unknown) => error);
  await closing.close();
  expect(await closed).toMatchObject({ code: 1012 });
  expect(await ended).toMatchObject({ code: 1012 });
});

test('a request that offers another protocol is answered as if it did not', async () => {
  const { hostname, port } = new URL(origin);
  const body = JSON.stringify({ query: '{ __typename }' });
  for (const upgrade of ['h2c', 'websocket']) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  }
});

test('the server answers pings of the protocol', async () => {
  const socket = new WebSocket(socketUrl(origin), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"type":"ping"}');
  const [message] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(message.toString())).toEqual({ type: 'pong' });
  socket.close();
});
