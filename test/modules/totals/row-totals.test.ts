import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { sql, sqlText } from '#kernel/sql.ts';
import { anonymous } from '#api/session.ts';
import { correctTotals } from '#totals/correct-totals.job.ts';
import { createContext } from '#server/create-context.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { insertDatasets, totalDifferences } from '#test/support/datasets/stored-datasets.ts';
import { changeForm, seedForm } from '#test/support/portal/forms.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const { admin, unauthenticated, databaseUrl, services } = app;
const { db } = services;

const run = (text: string) => db.rows(sqlText(text));
const datasetsOf = async (client = admin): Promise<number> =>
  (await client.data('{ datasets { totalCount } }')).datasets.totalCount;
const countOfChanges = async (): Promise<unknown> =>
  (await run(`select count(*)::int as count from totals.row_total where counted = 'dataset'`))[0]?.['count'];
const insertion = (first: number, last: number) => insertDatasets(first, last).render().text;

const clients: pg.Client[] = [];

/** A session of the database with a transaction. */
async function transaction(isolation = 'read committed'): Promise<(text: string) => Promise<unknown[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  clients.push(client);
  await client.connect();
  await client.query(`begin isolation level ${isolation}`);
  return async (text) => (await client.query<Record<string, unknown>>(text)).rows;
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await run('delete from dataset');
  expect(await run(totalDifferences)).toEqual([]);
});

test('each caller gets the number of the datasets that they see, in every API', async () => {
  await db.rows(insertDatasets(1, 100));
  const reader = await seedUser(app, 'reader');
  const explorer = await seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] });
  await seedRuleset(app, 'd40', { user: 'reader', permissions: ['edit_dataset'] });
  await seedRuleset(app, 'd41', { user: 'reader', permissions: ['edit_dataset'] });
  await upgradeDatabase(app);
  const totals = async (client: typeof admin) => [
    (await client.data('{ catalog(first: 1) { totalCount } }')).catalog.totalCount,
    (await client.data('{ catalogRows(odsql: {}) { totalCount } }')).catalogRows.totalCount,
    (await client.restAt('/api/explore/v2.1')('GET', '/catalog/datasets/?limit=1&select=dataset_id')).body.total_count,
    (await client.data('{ catalog(query: "", refine: []) { totalCount } }')).catalog.totalCount,
  ];
  expect(await totals(unauthenticated)).toEqual([45, 45, 45, 45]);
  expect(await totals(reader)).toEqual([46, 46, 46, 46]);
  expect(await totals(explorer)).toEqual([50, 50, 50, 50]);
  expect(await totals(admin)).toEqual([50, 50, 50, 50]);
  expect([await datasetsOf(), await datasetsOf(reader), await datasetsOf(explorer)]).toEqual([100, 2, 0]);
  expect((await admin.rest('GET', '/datasets/?limit=1')).body.total_count).toBe(100);
  expect((await admin.rest('GET', '/datasets/?limit=1&dataset_id=d7')).body.total_count).toBe(1);
});

test('a total follows creation, publication, restriction and deletion', async () => {
  const uid = await seedDataset(admin);
  const state = async () => [
    await datasetsOf(),
    (await unauthenticated.data('{ catalog { totalCount } }')).catalog.totalCount,
    (await admin.data('{ catalog { totalCount } }')).catalog.totalCount,
  ];
  const states = [await state()];
  for (const change of [
    'update dataset set is_published = true',
    'update dataset set is_restricted = true',
    'update dataset set is_published = false, revision = revision + 1',
  ]) {
    await run(change);
    states.push(await state());
  }
  await admin.rest('DELETE', `/datasets/${uid}/`);
  expect([...states, await state()]).toEqual([
    [1, 0, 0],
    [1, 1, 1],
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 0],
  ]);
});

test('a total is that of the snapshot: other transactions count once they are committed, and never when they are rolled back', async () => {
  await db.rows(insertDatasets(1, 10));
  const [writer, other, reader] = [await transaction(), await transaction(), await transaction('repeatable read')];
  const count = `select (select sum(change) from totals.row_total where counted = 'dataset')::int as total, (select count(*) from dataset)::int as rows`;
  expect(await reader(count)).toEqual([{ total: 10, rows: 10 }]);
  await writer(insertion(11, 20));
  await writer('savepoint partly');
  await writer(insertion(21, 60));
  await writer('rollback to savepoint partly');
  await other(`delete from dataset where uid = 'd1'`);
  expect(await writer(count)).toEqual([{ total: 20, rows: 20 }]);
  expect(await other(count)).toEqual([{ total: 9, rows: 9 }]);
  expect(await datasetsOf()).toBe(10);
  await writer('commit');
  expect(await datasetsOf()).toBe(20);
  expect(await other(count)).toEqual([{ total: 19, rows: 19 }]);
  await other('rollback');
  expect(await datasetsOf()).toBe(20);
  expect(await reader(count)).toEqual([{ total: 10, rows: 10 }]);
});

test('changes are folded, so that a total stays the sum of a few, while other transactions write and fold', async () => {
  const [writer, fixed] = [await transaction(), await transaction('repeatable read')];
  await fixed('select 1');
  for (let number = 1; number <= 100; number += 1) {
    await db.rows(insertDatasets(number, number));
    if (number <= 50) await writer(insertion(1_000 + number, 1_000 + number));
    if (number % 10 === 0) await fixed(insertion(2_000 + number, 2_000 + number));
  }
  expect(await datasetsOf()).toBe(100);
  expect(await run(totalDifferences)).toEqual([]);
  await writer('commit');
  await fixed('commit');
  expect(await datasetsOf()).toBe(160);
  await db.rows(insertDatasets(3_000, 3_000));
  expect(await countOfChanges()).toBeLessThanOrEqual(9);
  expect(await datasetsOf()).toBe(161);
});

test('one statement that changes many datasets is folded at its end', async () => {
  await db.rows(insertDatasets(1, 1_000));
  await run('update dataset set is_published = not is_published, is_restricted = not is_restricted');
  expect(await countOfChanges()).toBeLessThanOrEqual(3);
  expect(await run(totalDifferences)).toEqual([]);
});

test('concurrent writers do not wait for each other, and their totals add up', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, () => transaction()));
  for (const [index, write] of writers.entries()) {
    for (let number = 0; number < 20; number += 1) await write(insertion(index * 100 + number, index * 100 + number));
  }
  await Promise.all(writers.map((write, index) => write(index % 2 === 0 ? 'commit' : 'rollback')));
  expect(await datasetsOf()).toBe(80);
});

test('INSERT … SELECT, MERGE, upserts and TRUNCATE count', async () => {
  await db.rows(insertDatasets(1, 10));
  await run('create table taken as select * from dataset');
  await run('alter table taken drop column shows_all_fields, drop column title');
  const columns = (
    await run(`select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
      where attrelid = 'taken'::regclass and attnum > 0 and not attisdropped`)
  )[0]?.['list'];
  await run('truncate dataset cascade');
  expect(await datasetsOf()).toBe(0);
  expect(await countOfChanges()).toBe(0);
  await run(`insert into dataset (${String(columns)}) select ${String(columns)} from taken where uid < 'd5'`);
  await run(
    `merge into dataset d using taken t on t.uid = d.uid when matched then update set is_published = true
      when not matched and t.uid > 'd6' then insert (${String(columns)}) values (${String(columns)
        .split(', ')
        .map((name) => `t.${name}`)
        .join(', ')})`,
  );
  await run(
    `insert into dataset (${String(columns)}) select ${String(columns)} from taken on conflict (uid) do update set is_restricted = true`,
  );
  expect(await datasetsOf()).toBe(10);
  expect(await run(totalDifferences)).toEqual([]);
  await run('drop table taken');
});

test('a moderator gets the number of the submissions of a form, of a status, and under other filters', async () => {
  const submissions = (count: number, status: 'approved' | 'pending') =>
    Array.from({ length: count }, (_, index) => ({ answers: { name: `n${index}` }, status }));
  for (const slug of ['benches', 'trees']) await seedForm(admin, slug);
  await seedSubmissions(app, 'trees', submissions(3, 'pending'));
  await seedSubmissions(app, 'benches', [...submissions(40, 'approved'), ...submissions(5, 'pending')]);
  const total = async (filter = '') =>
    (await admin.data(`{ submissions(formSlug: "benches", filter: {${filter}}) { totalCount } }`)).submissions
      .totalCount;
  const totals = async () => [
    await total(),
    await total('status: pending'),
    await total('status: rejected'),
    await total('status: pending, text: "n1"'),
    await total('hasRevision: true'),
  ];
  expect(await totals()).toEqual([45, 5, 0, 1, 0]);
  await run(`update submission set status = 'rejected' where form_slug = 'benches' and status = 'pending'`);
  expect(await totals()).toEqual([45, 0, 5, 0, 0]);
  await changeForm(admin, 'unpublishForm', { slug: 'benches' });
  await run(`delete from form where slug = 'benches'`);
  expect(
    await run(`select owner, sum(change)::int as total from totals.row_total where counted = 'submission' group by 1`),
  ).toEqual([{ owner: 'trees', total: 3 }]);
});

test('rows that were written without triggers are counted again by the job, while others write', async () => {
  await db.rows(insertDatasets(1, 10));
  const restore = await transaction();
  await restore('set local session_replication_role = replica');
  await restore(insertion(11, 30));
  await restore('commit');
  const writer = await transaction();
  await writer(insertion(101, 105));
  expect(await datasetsOf()).toBe(10);
  const jobs = [1, 2, 3].map(() => correctTotals(createContext(services, anonymous, 'test')));
  await Promise.all(jobs);
  expect(await datasetsOf()).toBe(30);
  await writer('commit');
  expect(await datasetsOf()).toBe(35);
});

test('the upgrade of a filled database counts its rows', async () => {
  await db.rows(insertDatasets(1, 100));
  await run('drop schema totals cascade');
  await run('drop index dataset_restricted_index, catalog_entry_restricted_index');
  await run(`delete from migration where name like '%row-totals'`);
  await Promise.all([upgradeDatabase(app), upgradeDatabase(app)]);
  expect(await datasetsOf()).toBe(100);
  expect(
    await db.rows(sql`select sum(change)::int as total from totals.row_total where counted = 'catalog_entry'`),
  ).toEqual([{ total: 50 }]);
});
