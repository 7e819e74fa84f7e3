import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { createContext } from '#server/create-context.ts';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { parseQuery } from '#catalog/search-words.ts';
import { sql } from '#kernel/sql.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();
const { db } = app.services;
const tooLarge = { code: 'ANSWER_TOO_LARGE', message: 'The answer exceeds 32 MiB. Ask for a smaller page.' };
const inTx = (work: Parameters<typeof inTransaction<unknown>>[1]) =>
  inTransaction(createContext(app.services, anonymous, 'trace'), work);

test('a statement with a result of more than 32 MiB fails, and the next one succeeds', async () => {
  await expect(db.rows(sql`select repeat('x', 34000000)`)).rejects.toMatchObject(tooLarge);
  const rows = sql`select repeat('x', 100000) from generate_series(1, 340)`;
  await expect(inTx((tx) => tx.db.rows(rows))).rejects.toMatchObject(tooLarge);
  expect(await db.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);
});

test('the results of several statements on one connection are not added up', async () => {
  await inTx(async (tx) => {
    for (let asked = 0; asked < 4; asked++) expect(await tx.db.rows(sql`select repeat('x', 9000000)`)).toHaveLength(1);
  });
});

test('the results of a transaction spend the budget of its operation, words that several searches share do not', async () => {
  const ctx = createContext(app.services, anonymous, 'trace', { admission: app.services.statementGate(true) });
  const read = () => inTransaction(ctx, (tx) => tx.db.rows(sql`select repeat('x', 17000000)`));
  await read();
  await expect(read()).rejects.toMatchObject(tooLarge);
  await expect(ctx.db.rows(sql`select 1`)).rejects.toMatchObject(tooLarge);
  expect((await parseQuery(ctx, '1', 'forrest fire')).map(({ text }) => text)).toEqual(['forrest', 'fire']);
  ctx.admission.beginOperation('query');
  expect(await ctx.db.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);
});

test('a page of too large datasets is refused by REST and GraphQL, also without a key', async () => {
  const uid = await seedDataset(app.admin);
  await db.rows(sql`
    insert into dataset (uid, dataset_id, created_at, updated_at, revision, is_published, is_restricted, default_security, metadata, published_metadata, status_since)
    select uid || n, uid || n, created_at, updated_at, 1, true, false, default_security, large, large, status_since
    from dataset, generate_series(1, 40) n, jsonb_build_object('default', jsonb_build_object('title', jsonb_build_object('value', repeat('x', 860000)))) large where uid = ${uid}`);
  expect(await app.admin.rest('GET', '/datasets/?limit=1000')).toMatchObject({
    status: 400,
    body: { error_code: 'bad_request' },
  });
  expect((await app.admin.rest('GET', '/datasets/?limit=2')).status).toBe(200);
  expect(
    (await app.unauthenticated.graph('{ catalog(first: 1000) { nodes { metadata } } }')).errors?.[0]?.extensions.code,
  ).toBe('ANSWER_TOO_LARGE');
});

test.each([
  ['by a plan', 'uid'],
  ['by resolvers', 'records(first: 1) { totalCount }'],
])('the results of all root fields of a query are added up %s', async (_how, field) => {
  // a page of 20 such datasets has 17 MB
  const lists = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `f${String(at)}: catalog { nodes { metadata ${field} } }`).join(' ')} }`;
  const codeOf = async (query: string) => (await app.unauthenticated.graph(query)).errors?.[0]?.extensions.code;
  expect(await codeOf(lists(1))).toBeUndefined();
  expect(await codeOf(lists(2))).toBe('ANSWER_TOO_LARGE');
});

test('a statement of an operation whose budget is spent fails without closing a connection', async () => {
  const limited = app.services.statementGate(false).db(db);
  const read = () => limited.rows(sql`select repeat('x', 17000000)`);
  expect(await read()).toHaveLength(1);
  await expect(read()).rejects.toMatchObject(tooLarge);
  const processOf = async () => (await db.rows<{ id: number }>(sql`select pg_backend_pid() as id`))[0]?.id;
  const before = await processOf();
  await expect(limited.rows(sql`select 1`)).rejects.toMatchObject(tooLarge);
  expect(await processOf()).toBe(before);
});
