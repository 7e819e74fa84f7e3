import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { emptyDatabase } from '#test/support/database/database.ts';
import { hasPgBouncer, keepsStatements, startPgBouncer } from '#test/support/database/pgbouncer.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { testIf } from '#test/support/test-if.ts';

const testPooler = testIf(hasPgBouncer, 'pgbouncer');
const web = await sourceServer();
const database = await emptyDatabase();
// fewer sessions than one gateway has connections
const pooler = hasPgBouncer ? await startPgBouncer(database.url, 5) : undefined;
const url = pooler?.url ?? database.url;
const DATA_DIR = await mkdtemp(join(tmpdir(), 'catalograph-gateways-'));
const settings = {
  ...{ DATA_DIR, FETCH_ALLOW: web.host, SECRETS_KEY: '0'.repeat(64) },
  ...{ DATABASE_URL: url, DATABASE_DIRECT_URL: database.url, PREPARED_STATEMENTS: keepsStatements ? 'on' : 'off' },
};
const gateway = await testApp(settings, { databaseUrl: url });
const other = await testApp(settings, { databaseUrl: url });
const hasty = await testApp({ ...settings, EXPLORE_TIMEOUT: '1', WORKER: 'off' }, { databaseUrl: url });
const uid = await publishedTowns(gateway, web);
afterAll(async () => {
  await pooler?.stop();
  await database.drop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

testPooler('changes of one gateway are read on the other', async () => {
  const created = await seedDataset(gateway.admin, { metadata: { default: { title: { value: 'Before' } } } });
  const title = `/datasets/${created}/metadata/default/title/`;
  expect((await gateway.admin.rest('PUT', title, { value: 'After' })).status).toBe(200);
  expect((await other.admin.rest('GET', title)).body.value).toBe('After');
  const schedule = { cron_schedule: '0 0 * * *' };
  expect((await other.admin.rest('POST', `/datasets/${created}/schedules/`, schedule)).status).toBe(201);
  const { dataset } = await gateway.admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { schedules { totalCount } } }',
    {
      uid: created,
    },
  );
  expect(dataset.schedules.totalCount).toBe(1);
});

testPooler('published records are explored and exported by both, many at a time', async () => {
  const explore = other.admin.restAt('/api/explore/v2.1');
  const { body } = await gateway.admin.rest('GET', `/datasets/${uid}/`);
  const path = `/catalog/datasets/${body.dataset_id}`;
  const records = await Promise.all(
    Array.from({ length: 30 }, () => explore('GET', `${path}/records?where=population%20%3E%200&limit=2`)),
  );
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set([200]));
  const exports = await Promise.all(
    [gateway, other].map(({ admin }) => admin.request('GET', `/api/explore/v2.1${path}/exports/csv`)),
  );
  expect(exports.map(({ status }) => status)).toEqual([200, 200]);
});

testPooler('each transaction has the settings of its pool, and no other', async () => {
  const shown = sql`select current_setting('plan_cache_mode') as plans, current_setting('statement_timeout') as timeout,
    current_setting('transaction_read_only') as "readOnly"`;
  const { db, exploreDb, reserveDb } = gateway.services;
  for (let round = 0; round < 20; round++) {
    expect(await db.rows(shown)).toEqual([{ plans: 'force_generic_plan', timeout: '1min', readOnly: 'off' }]);
    expect(await exploreDb.rows(shown)).toEqual([{ plans: 'force_custom_plan', timeout: '30s', readOnly: 'on' }]);
    expect(await reserveDb.rows(shown)).toEqual([{ plans: 'force_generic_plan', timeout: '5s', readOnly: 'off' }]);
  }
  await expect(exploreDb.rows(sql`delete from call_count`)).rejects.toThrow(/read-only/);
});

testPooler('a query that exceeds its limit is TIMED_OUT, and others are not', async () => {
  const failure = await hasty.services.exploreDb.rows(sql`select pg_sleep(600)`).catch((error: unknown) => error);
  expect(toCatalogError(failure)?.code).toBe('TIMED_OUT');
  await gateway.services.exploreDb.rows(sql`select pg_sleep(1.2)`);
});

testPooler('a cancellation ends the query of its caller, and no other', async () => {
  const { db, reserveDb, streamTexts } = gateway.services;
  const running = async (text: string) =>
    reserveDb.rows(sql`select from pg_stat_activity where state = 'active' and position(${text}::text in query) > 0
      and pid <> pg_backend_pid()`);
  const beside = db.rows(sql`select pg_sleep(2) as beside`);
  const leaving = new AbortController();
  const read = db.rows(sql`select pg_sleep(601)`, {}, { signal: leaving.signal });
  const exported = streamTexts(sql`select pg_sleep(602)::text`, {}, leaving.signal).next();
  const left = Promise.all([read, exported].map((each) => expect(each).rejects.toThrow()));
  for (const text of ['pg_sleep(601)', 'pg_sleep(602)'])
    await eventually(
      () => running(text),
      (found) => found.length > 0,
    );
  leaving.abort();
  await left;
  for (const text of ['pg_sleep(601)', 'pg_sleep(602)'])
    await eventually(
      () => running(text),
      (found) => found.length === 0,
    );
  await expect(beside).resolves.toHaveLength(1);
});

testPooler('a failed statement changes nothing, and its connection is used again', async () => {
  const { db } = gateway.services;
  await db.rows(sql`create table once_only (id int primary key deferrable initially deferred)`);
  await expect(db.rows(sql`insert into once_only values (1), (1)`)).rejects.toMatchObject({ code: '23505' });
  await expect(db.rows(sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' });
  expect(await db.rows(sql`select * from once_only`)).toEqual([]);
});
