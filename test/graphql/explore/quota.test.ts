import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { createApp } from '#processes/app.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { resolveLocalNames } from '#test/support/http/resolve-local-names.ts';
import { seedKey, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { deletePastCallCountsJob } from '#explore/quota.ts';
import { createContext } from '#server/create-context.ts';
import { anonymous } from '#api/session.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;

const usage =
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { quotaUsage { unit limit remaining resetsAt } } }';
const call =
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 1) { totalCount } quotaUsage { unit limit remaining resetsAt } } }';
const limited = (limit: number, unit: 'day' | 'month' = 'day') => ({ apiCallsQuota: { unit, limit } });

test('a dataset without a quota counts no calls', async () => {
  const uid = await publishedTowns(app, web);
  expect((await unauthenticated.data(usage, { uid })).catalogDataset).toEqual({ quotaUsage: null });
});

test('a request counts one call for each dataset, and reads what is left until the next period', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(2, 'month') });
  const twice = `query ($uid: ID!) {
    catalogDataset(by: { uid: $uid }) { one: records { totalCount } other: records(first: 1) { totalCount } quotaUsage { remaining } }
  }`;
  expect((await unauthenticated.data(twice, { uid })).catalogDataset.quotaUsage).toEqual({ remaining: 1 });
  const { quotaUsage } = (await unauthenticated.data(call, { uid })).catalogDataset;
  expect(quotaUsage).toMatchObject({ unit: 'month', limit: 2, remaining: 0 });
  expect(quotaUsage.resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00Z$/);
  const { data, errors } = await unauthenticated.graph(call, { uid });
  expect(data.catalogDataset).toEqual({ records: null, quotaUsage });
  expect(errors).toMatchObject([
    { extensions: { code: 'CALLS_QUOTA_REACHED', limit: 2, unit: 'month', seconds: expect.any(Number) } },
  ]);
});

test('to read the quota is no call', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(2) });
  const left = async () => (await unauthenticated.data(usage, { uid })).catalogDataset.quotaUsage;
  const before = await left();
  expect(before).toMatchObject({ unit: 'day', limit: 2, remaining: 2 });
  expect(before.resetsAt).toMatch(/T00:00:00Z$/);
  expect(await left()).toEqual(before);
  await unauthenticated.data(call, { uid });
  expect(await left()).toEqual({ ...before, remaining: 1 });
  const answer = await app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}`);
  expect(answer.headers['x-ratelimit-dataset-remaining']).toBe('0');
  expect(await left()).toEqual({ ...before, remaining: 0 });
});

test('calls are counted for each user, whichever key they use, and without a key for each address', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(1) });
  const ada = await seedUser(app, 'ada');
  expect((await unauthenticated.graph(call, { uid })).errors).toBeUndefined();
  expect((await ada.graph(call, { uid })).errors).toBeUndefined();
  expect((await ada.graph(call, { uid })).errors).toHaveLength(1);
  expect((await unauthenticated.graph(call, { uid })).errors).toHaveLength(1);
});

test('a user with several rulesets has the most generous of their quotas', async () => {
  const uid = await publishedTowns(app, web);
  const bob = await seedUser(app, 'bob', { groups: ['many'] });
  await seedRuleset(app, uid, { user: 'bob', security: limited(1) });
  await seedRuleset(app, uid, { group: 'many', security: limited(30) });
  expect((await bob.data(call, { uid })).catalogDataset.quotaUsage).toMatchObject({ limit: 30, remaining: 29 });
});

test('a query that fails counts as a call', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(2) });
  const wrong = 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(where: "==") { totalCount } } }';
  expect((await unauthenticated.graph(wrong, { uid })).errors).toMatchObject([
    { extensions: { code: 'ODSQL_SYNTAX_ERROR' } },
  ]);
  expect((await unauthenticated.data(usage, { uid })).catalogDataset.quotaUsage).toMatchObject({ remaining: 1 });
});

test('a caller without visible data has no quota, and the call is not counted', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false, ...limited(1) } });
  expect((await unauthenticated.graph(call, { uid })).data.catalogDataset).toEqual({ records: null, quotaUsage: null });
  expect(await app.services.db.rows(sql`select 1 from call_count where dataset_uid = ${uid}`)).toEqual([]);
});

test('of N parallel calls to two processes exactly K are allowed', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(17) });
  const other = await createApp(
    { ...app.services.config, databaseUrl: app.databaseUrl },
    { resolve: resolveLocalNames, load: neverOverloaded },
  );
  try {
    const key = await seedKey(app, 'eve');
    const [one, two] = [clientOf(app, key), clientOf(other, key)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : two).graph(call, { uid })),
    );
    const left = answers.flatMap((answer) => (answer.errors ? [] : answer.data.catalogDataset.quotaUsage.remaining));
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index));
  } finally {
    await other.close();
  }
});

test('a new period, and another unit, begin at zero; past periods are swept', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: limited(1) });
  const { db } = app.services;
  await unauthenticated.data(call, { uid });
  await db.rows(sql`update call_count set period_start = period_start - interval '1 day' where dataset_uid = ${uid}`);
  expect((await unauthenticated.graph(call, { uid })).errors).toBeUndefined();
  expect((await unauthenticated.graph(call, { uid })).errors).toHaveLength(1);
  await db.rows(sql`update call_count set unit = 'month' where dataset_uid = ${uid}`);
  expect((await unauthenticated.graph(call, { uid })).errors).toBeUndefined();
  await db.rows(sql`update call_count set period_start = period_start - interval '2 days' where dataset_uid = ${uid}`);
  const ctx = createContext(app.services, anonymous, 'test');
  await deletePastCallCountsJob.run(ctx, {
    id: 'job',
    data: {},
    attempt: 1,
    traceId: 'test',
    signal: new AbortController().signal,
  });
  expect(await db.rows(sql`select 1 from call_count where dataset_uid = ${uid}`)).toEqual([]);
});
