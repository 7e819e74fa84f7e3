import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { recordsModule } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { recordsOf } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';
import { seedDataset } from '#test/support/seed.ts';
import { fields, records, storeInSharedTable, storeInTable } from './earlier-tables.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const { db } = services;

const idsOf = async (uid: string): Promise<string[]> => {
  const { catalogDataset } = await admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 1000) { nodes { recordId } } } }',
    { uid },
  );
  return catalogDataset.records.nodes.map(({ recordId }: { recordId: string }) => recordId);
};

/** Runs the job that a worker runs when it starts. */
async function moveRecords(): Promise<void> {
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_move');
  if (!job) throw new Error('There is no such job.');
  const { signal } = new AbortController();
  const ctx = createContext(services, anonymous, randomUUID());
  await job.run(ctx, { id: '', data: {}, traceId: 'test', attempt: 1, signal });
}

/** The records of a dataset by the Explore API. */
async function explored(uid: string, path = 'records'): Promise<RestAnswer> {
  const { catalogDataset } = await admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', {
    uid,
  });
  return admin.request('GET', `/api/explore/v2.1/catalog/datasets/${String(catalogDataset.datasetId)}/${path}`);
}

test('records of earlier versions are the same after an upgrade, with the identifiers that a publication gives them', async () => {
  const uids = [await seedDataset(admin), await seedDataset(admin), await seedDataset(admin)];
  const generations: number[] = [];
  for (const uid of uids) generations.push(await publishRecords(app, uid, fields, records));
  const before = await Promise.all(uids.map(idsOf));
  const [first = 0, second = 0, third = 0] = generations;
  await storeInTable(db, first);
  await storeInTable(db, second);
  await storeInSharedTable(db, third);
  await db.rows(sqlText('create table records.g999999 (_position bigint)'));

  await moveRecords();

  for (const uid of uids) expect(await recordsOf(app, uid)).toEqual(records);
  expect(await Promise.all(uids.map(idsOf))).toEqual(before);
  expect(new Set(before[0]).size).toBe(1_000);
  const timestamps =
    '{ ds: catalogDataset(by: { uid: "UID" }) { rows(odsql: { select: "_timestamp", limit: 1 }) { results } } }';
  expect((await admin.data(timestamps.replace('UID', uids[0] ?? ''))).ds.rows.results).toEqual([
    { _timestamp: '2026-01-02T03:04:05.678+00:00' },
  ]);
  expect(await db.rows(sql`select to_regclass('record')::text as "table"`)).toEqual([{ table: null }]);
  expect(await db.rows(sql`select count(*)::int as count from pg_tables where schemaname = 'records'`)).toEqual([
    { count: 0 },
  ]);
});

test('until the records of a dataset have moved, they alone are 503, which says how many datasets wait', async () => {
  const [waiting, empty, moved] = [await seedDataset(admin), await seedDataset(admin), await seedDataset(admin)];
  await publishRecords(app, empty, fields, []);
  await publishRecords(app, moved, fields, records.slice(0, 3));
  const generation = await publishRecords(app, waiting, fields, records);
  await storeInTable(db, generation);

  const answers = await Promise.all([waiting, empty, moved].map((uid) => explored(uid)));
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
  expect(answers[0]?.headers['retry-after']).toBe('10');
  expect(answers[0]?.body).toMatchObject({ message: expect.stringContaining('Datasets that wait: 1.') });
  expect(await explored(waiting, 'exports/csv')).toMatchObject({ status: 503 });
  const resource = await seedRealtime(app, waiting);
  expect(await push(app, resource.url, [{ n: 1 }])).toMatchObject({ status: 503 });
  const refused = await admin.graph(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { title recordCount records { nodes { recordId } } } }',
    { uid: waiting },
  );
  expect(refused.data).toMatchObject({ catalogDataset: { recordCount: 2_500 } });
  expect(refused.errors).toEqual([
    expect.objectContaining({
      message: expect.stringContaining('Datasets that wait: 1.'),
      extensions: expect.objectContaining({ code: 'RECORDS_MOVING', remaining: 1 }),
    }),
  ]);

  await moveRecords();
  expect(await recordsOf(app, waiting)).toEqual(records);
  expect(await push(app, resource.url, [{ n: 1 }])).toMatchObject({ status: 200 });
  expect(await recordsOf(app, waiting)).toHaveLength(records.length + 1);
});

test('records in the table of the first versions are 503 as well until they have moved, and take no pushes', async () => {
  const [waiting, empty] = [await seedDataset(admin), await seedDataset(admin)];
  await publishRecords(app, empty, fields, []);
  await storeInSharedTable(db, await publishRecords(app, waiting, fields, records));
  await db.rows(sql`delete from migration where name = '2026-11-27-shared-record-counts'`);
  await upgradeDatabase(app);

  expect((await explored(empty)).status).toBe(200);
  const refused = await explored(waiting);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('Datasets that wait: 1.') },
  });
  const resource = await seedRealtime(app, waiting);
  expect(await push(app, resource.url, [{ n: 1 }])).toMatchObject({ status: 503 });

  await moveRecords();
  expect(await recordsOf(app, waiting)).toEqual(records);
});
