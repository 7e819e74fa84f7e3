import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { anonymous } from '#api/session.ts';
import { deleteExpiredKeysJob } from '#idempotency/delete-expired-keys.job.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { sentBy } from '#test/support/database/count-round-trips.ts';
import { untilLockWaits, whileLocked } from '#test/support/database/table-locks.ts';
import { createDataset, keyedClient, newKey, titled } from '#test/support/http/keyed.ts';
import { seedDataset, seedKey } from '#test/support/seed.ts';

let now = new Date();
const clock = { now: () => now };
const app = await testApp({ WORKER: 'off', CORS_ORIGINS: '*' }, { clock });
const few = await testApp({ WORKER: 'off', IDEMPOTENCY_MAX_KEYS: '2' });
const client = keyedClient(app);
const { db } = app.services;
const create = (key: string | undefined, title: string) => client.rest(key, 'POST', '/datasets/', titled(title));
const codes = (body: { errors?: { extensions: { code: string } }[] }) =>
  body.errors?.map(({ extensions: { code } }) => code);

test('a key with another request is 422 in REST and in GraphQL, and nothing changes', async () => {
  const key = newKey();
  const uid = await seedDataset(app.admin);
  const path = `/datasets/${uid}/metadata/default/title/`;
  expect((await client.rest(key, 'PUT', path, { value: 'A' })).status).toBe(200);
  const refused = [
    await client.rest(key, 'PUT', path, { value: 'B' }),
    await client.rest(key, 'PUT', `/datasets/${uid}/metadata/default/description/`, { value: 'A' }),
    await client.rest(key, 'DELETE', path),
    await client.send(key, {
      method: 'PUT',
      url: `/api/automation/v1.0${path}`,
      headers: { 'if-match': '"1"' },
      payload: { value: 'A' },
    }),
  ];
  for (const { status, body } of refused) expect([status, body.error_code]).toEqual([422, 'idempotency_key_reused']);
  const byGraph = await client.graph(key, createDataset, { input: titled('Refused') });
  expect([byGraph.status, codes(byGraph.body)]).toEqual([422, ['IDEMPOTENCY_KEY_REUSED']]);
  expect((await app.admin.rest('GET', path)).body.value).toBe('A');
});

test('another API key of the same user gets neither the answer nor a second effect', async () => {
  const { createApiKey } = await app.admin.data(
    'mutation { createApiKey(input: { permissions: [create_dataset] }) { secret } }',
  );
  const key = newKey();
  expect((await create(key, 'Once')).status).toBe(201);
  expect(
    (await keyedClient(app, createApiKey.secret).rest(key, 'POST', '/datasets/', titled('Once'))).body.error_code,
  ).toBe('idempotency_key_reused');
});

test.each(['', '"', 'a b', 'a,b', 'ü', '"a', 'a'.repeat(256)])('the malformed key %j is 400', async (key) => {
  const { status, body } = await create(key, 'Malformed');
  expect([status, body.error_code]).toEqual([400, 'bad_request']);
  expect(body.message).toContain('Idempotency-Key');
});

test('a request that fails before it changes anything frees its key', async () => {
  const key = newKey();
  expect((await client.rest(key, 'POST', '/datasets/', {})).status).toBe(400);
  expect((await client.rest(key, 'DELETE', '/datasets/da_000000/')).status).toBe(404);
  expect(codes((await client.graph(key, createDataset, { input: { datasetId: '!' } })).body)).toBeDefined();
  const stranger = keyedClient(app, await seedKey(app, 'stranger'));
  expect((await stranger.rest(key, 'POST', '/datasets/', titled('Denied'))).status).toBe(403);
  expect((await create(key, 'Freed')).status).toBe(201);
  expect((await create(key, 'Freed')).isReplayed).toBe(true);
  expect(await db.rows(sql`select from idempotency_key where answer is null`)).toEqual([]);
});

test('an error before the execution frees the key, such as that of an unknown persisted query', async () => {
  const key = newKey();
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', createDataset) } };
  const variables = { input: titled('Persisted') };
  const send = (payload: object) =>
    client.send(key, { url: '/graphql', payload: { variables, extensions, ...payload } });
  expect((await send({})).body.errors).toMatchObject([{ message: 'PersistedQueryNotFound' }]);
  expect((await client.graph(key, createDataset, {})).body.data).toBeUndefined();
  const created = await send({ query: createDataset });
  expect(created.body.errors).toBeUndefined();
  expect(await send({})).toMatchObject({ body: created.body, isReplayed: true });
});

test('a caller has as many keys as IDEMPOTENCY_MAX_KEYS at a time', async () => {
  const caller = keyedClient(few);
  const [one, two] = [newKey(), newKey()];
  const send = (key: string) => caller.rest(key, 'POST', '/datasets/', { metadata: {} });
  expect([(await send(one)).status, (await send(two)).status]).toEqual([201, 201]);
  const refused = await send(newKey());
  expect([refused.status, refused.body.error_code]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
  const byGraph = await caller.graph(newKey(), createDataset, { input: { metadata: {} } });
  expect(codes(byGraph.body)).toEqual(['TOO_MANY_IDEMPOTENCY_KEYS']);
  expect([
    (await send(one)).isReplayed,
    (await caller.rest(undefined, 'POST', '/datasets/', { metadata: {} })).status,
  ]).toEqual([true, 201]);
});

test('a request waits for the first one with its key, and another request does not', async () => {
  const uid = await seedDataset(app.admin);
  const path = `/datasets/${uid}/metadata/default/title/`;
  const key = newKey();
  const send = (value: string) => client.rest(key, 'PUT', path, { value });
  const { answers } = await whileLocked(app, 'dataset', async () => {
    const first = send('A');
    await untilLockWaits(app);
    expect((await send('B')).status).toBe(422);
    return { answers: [first, send('A'), send('A')] };
  });
  const [first, ...others] = await Promise.all(answers);
  expect(first).toMatchObject({ status: 200, isReplayed: false });
  for (const other of others) expect(other).toMatchObject({ status: 200, body: first?.body, isReplayed: true });
});

test('where the answer to a change was lost, a repeated request is 409 and changes nothing', async () => {
  const key = newKey();
  await db.rows(sql`
    create function lose_answer() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
  await db.rows(
    sql`create trigger lose_answer before update of answer on idempotency_key for each row when (new.answer is not null) execute function lose_answer()`,
  );
  const send = () => client.graph(key, createDataset, { input: titled('Lost') });
  expect((await send()).body.errors).toBeUndefined();
  await db.rows(sql`drop trigger lose_answer on idempotency_key`);
  await db.rows(sql`update idempotency_key set leased_until = now() where answer is null`);
  const { status, body } = await send();
  expect([status, codes(body)]).toEqual([409, ['IDEMPOTENCY_ANSWER_LOST']]);
  expect(await db.rows(sql`select from dataset where metadata #>> '{default,title,value}' = 'Lost'`)).toHaveLength(1);
});

test('an answer that is too large to be stored is lost, and the change is not made again', async () => {
  const key = newKey();
  const large = 'a'.repeat(150_000);
  const first = await client.rest(key, 'POST', '/datasets/', {
    metadata: { default: { title: { value: 'Large' }, description: { value: large } } },
  });
  expect(first.status).toBe(201);
  const repeated = await client.rest(key, 'POST', '/datasets/', {
    metadata: { default: { title: { value: 'Large' }, description: { value: large } } },
  });
  expect([repeated.status, repeated.body.error_code]).toEqual([409, 'idempotency_answer_lost']);
});

test('a claim that its process abandoned before it changed anything is taken over', async () => {
  const key = newKey();
  await create(key, 'Abandoned');
  // What a killed process leaves whose transaction was rolled back.
  await db.rows(sql`update idempotency_key set has_changed = false, answer = null, leased_until = now()
    where created_at = (select max(created_at) from idempotency_key)`);
  expect((await create(key, 'Taken over')).status).toBe(201);
});

test('a process that lost its claim rolls its change back', async () => {
  const uid = await seedDataset(app.admin);
  const path = `/datasets/${uid}/metadata/default/title/`;
  const { answers } = await whileLocked(app, 'dataset', async () => {
    const mutation = `mutation { deleteDataset(input: { uid: "${uid}" }) { uid } }`;
    const running = [client.rest(newKey(), 'PUT', path, { value: 'Late' }), client.graph(newKey(), mutation)];
    await untilLockWaits(app, 2);
    await db.rows(sql`update idempotency_key set lease_id = 'another' where answer is null and not has_changed`);
    return { answers: running };
  });
  const [answer, byGraph] = await Promise.all(answers);
  expect(codes(byGraph?.body)).toEqual(['IDEMPOTENCY_KEY_IN_USE']);
  expect([answer?.status, answer?.body.error_code]).toEqual([409, 'idempotency_key_in_use']);
  expect(answer?.headers['retry-after']).toBe('1');
  expect((await app.admin.rest('GET', path)).status).toBe(404);
});

test('a key expires after IDEMPOTENCY_HOURS, and the sweep deletes it', async () => {
  const key = newKey();
  expect((await create(key, 'Expired')).status).toBe(201);
  now = new Date(now.getTime() + 24 * 3_600_000 - 1);
  expect((await create(key, 'Expired')).isReplayed).toBe(true);
  now = new Date(now.getTime() + 1);
  expect((await create(key, 'Another request')).status).toBe(201);
  now = new Date(now.getTime() + 24 * 3_600_000);
  await deleteExpiredKeysJob.run(createContext(app.services, anonymous, ''), {
    id: '',
    data: {},
    attempt: 1,
    traceId: 'test',
    signal: new AbortController().signal,
  });
  expect(await db.rows(sql`select from idempotency_key`)).toEqual([]);
});

test('stored answers are encrypted, and neither keys nor secrets can be read in the table', async () => {
  const key = newKey();
  const query = 'mutation { createApiKey(input: {}) { secret } }';
  const { secret } = (await client.graph(key, query)).body.data.createApiKey;
  expect((await client.graph(key, query)).body.data.createApiKey.secret).toBe(secret);
  const rows = JSON.stringify(await db.rows(sql`select * from idempotency_key`));
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain(key);
});

test('scripts of other origins may send the key and read whether an answer is repeated', async () => {
  const { headers } = await app.http.inject({
    method: 'OPTIONS',
    url: '/graphql',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key',
    },
  });
  expect(headers['access-control-allow-headers']).toBe('idempotency-key');
  const answered = await client.graph(
    newKey(),
    createDataset,
    { input: titled('CORS') },
    { origin: 'https://app.example' },
  );
  expect(answered.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
});

test('without a key nothing is added to a change; with one it is claimed, recorded in the transaction, and answered', async () => {
  const pool = await app.services.orm.em.getConnection().getNativeClient();
  const uid = await seedDataset(app.admin);
  const path = `/datasets/${uid}/metadata/default/title/`;
  const sent = async (key: string | undefined) =>
    (await sentBy(pool, () => client.rest(key, 'PUT', path, { value: 'Counted' }))).statements;
  expect(await sent(undefined)).toEqual(['with']);
  const [claimed, ...others] = await sent(newKey());
  expect(claimed).toBe('insert');
  expect(others).toEqual(['begin', 'select', 'with', 'update', 'commit', 'select', 'with']);
});
