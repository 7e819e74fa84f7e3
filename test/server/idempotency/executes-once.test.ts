import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { createDataset, keyedClient, newKey, titled, type KeyedAnswer } from '#test/support/http/keyed.ts';
import { seedDataset, seedKey } from '#test/support/seed.ts';

const settings = { SECRETS_KEY: '0'.repeat(64), WORKER: 'off', IDEMPOTENCY_MAX_KEYS: '200' };
const app = await testApp(settings);
const other = await testApp(settings, { databaseUrl: app.databaseUrl });
const client = keyedClient(app);
const elsewhere = keyedClient(other);
const { db } = app.services;

const datasetsTitled = async (title: string): Promise<number> =>
  (await db.rows(sql`select from dataset where metadata #>> '{default,title,value}' = ${title}`)).length;

/** The different answers of parallel tries; one that had to wait too long is no answer. */
const answersOf = (answers: readonly KeyedAnswer[]): readonly string[] => [
  ...new Set(answers.filter(({ status }) => status !== 409).map(({ status, body }) => JSON.stringify([status, body]))),
];

test('20 parallel tries by GraphQL, at two gateways, create one dataset and get one answer', async () => {
  const key = newKey();
  const input = titled('Twenty by GraphQL');
  const tries = Array.from({ length: 20 }, (_, index) =>
    (index % 2 ? client : elsewhere).graph(key, createDataset, { input }),
  );
  const answers = await Promise.all(tries);
  expect(answersOf(answers)).toHaveLength(1);
  expect(answers.filter(({ isReplayed, status }) => status === 200 && !isReplayed)).toHaveLength(1);
  expect(await datasetsTitled('Twenty by GraphQL')).toBe(1);
});

test('20 parallel tries by REST, at two gateways, create one dataset and get one answer', async () => {
  const key = newKey();
  const tries = Array.from({ length: 20 }, (_, index) =>
    (index % 2 ? client : elsewhere).rest(key, 'POST', '/datasets/', titled('Twenty by REST')),
  );
  const answers = await Promise.all(tries);
  expect(answersOf(answers)).toHaveLength(1);
  expect(answers.filter(({ isReplayed, status }) => status === 201 && !isReplayed)).toHaveLength(1);
  expect(await datasetsTitled('Twenty by REST')).toBe(1);
});

test('a repeated request gets the status, the headers and the body of the first answer', async () => {
  const key = newKey();
  const first = await client.rest(key, 'POST', '/datasets/', titled('Repeated'));
  const repeated = await client.rest(`"${key}"`, 'POST', '/datasets/', titled('Repeated'));
  expect([first.isReplayed, repeated.isReplayed]).toEqual([false, true]);
  for (const name of ['content-type', 'etag']) expect(repeated.headers[name]).toBe(first.headers[name]);
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
});

test('a deletion is repeated as such, although its object is gone', async () => {
  const uid = await seedDataset(app.admin);
  const key = newKey();
  const answers = [
    await client.rest(key, 'DELETE', `/datasets/${uid}/`),
    await client.rest(key, 'DELETE', `/datasets/${uid}/`),
    await client.rest(newKey(), 'DELETE', `/datasets/${uid}/`),
  ];
  expect(answers.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
    [204, false],
    [204, true],
    [404, false],
  ]);
});

test('a known mutation, which Apollo does not answer, is executed once too', async () => {
  const datasetUid = await seedDataset(app.admin);
  const query = `mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } dataset { revision } } }`;
  const input = { datasetUid, type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } };
  const append = (key: string) => client.graph(key, query, { input });
  const keys = [newKey(), newKey(), newKey()];
  for (const key of keys) {
    const [first, second] = [await append(key), await append(key)];
    expect(first.body.errors).toBeUndefined();
    expect(second.body).toEqual(first.body);
    expect(second.isReplayed).toBe(true);
  }
  const { body } = await app.admin.rest('GET', `/datasets/${datasetUid}/processors/`);
  expect(body.total_count).toBe(keys.length);
});

test('a change of metadata that is repeated after another one does not undo that one', async () => {
  const uid = await seedDataset(app.admin);
  const path = `/datasets/${uid}/metadata/default/title/`;
  const key = newKey();
  const first = await client.rest(key, 'PUT', path, { value: 'First' });
  expect((await client.rest(newKey(), 'PUT', path, { value: 'Second' })).status).toBe(200);
  const repeated = await client.rest(key, 'PUT', path, { value: 'First' });
  expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  expect((await app.admin.rest('GET', path)).body.value).toBe('Second');
});

test('a document with several mutations is executed once', async () => {
  const query = `mutation ($a: CreateDatasetInput!, $b: CreateDatasetInput!) {
    a: createDataset(input: $a) { dataset { uid } } b: createDataset(input: $b) { dataset { uid } } }`;
  const variables = { a: titled('Both'), b: titled('Both') };
  const key = newKey();
  const first = await client.graph(key, query, variables);
  expect(first.body.errors).toBeUndefined();
  expect((await client.graph(key, query, variables)).body).toEqual(first.body);
  expect(await datasetsTitled('Both')).toBe(2);
});

test('each caller has keys of their own', async () => {
  const ada = keyedClient(app, await seedKey(app, 'ada', ['create_dataset']));
  const key = newKey();
  const [mine, hers] = [
    await client.rest(key, 'POST', '/datasets/', titled('Shared key')),
    await ada.rest(key, 'POST', '/datasets/', titled('Shared key')),
  ];
  expect([mine.status, hers.status, hers.isReplayed]).toEqual([201, 201, false]);
  expect(hers.body.uid).not.toBe(mine.body.uid);
});

test('queries are executed every time, and so are requests without the header', async () => {
  const key = newKey();
  const count = async (): Promise<number> =>
    (await client.graph(key, '{ datasets { totalCount } }')).body.data.datasets.totalCount;
  const before = await count();
  await client.rest(undefined, 'POST', '/datasets/', titled('Counted'));
  expect(await count()).toBe(before + 1);
  expect((await client.rest(undefined, 'POST', '/datasets/', titled('Counted'))).isReplayed).toBe(false);
  expect(await datasetsTitled('Counted')).toBe(2);
});
