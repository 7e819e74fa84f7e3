import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedBlobs } from '#blobs/delete-unused-blobs.job.ts';
import { deleteUnusedConnections } from '#connections/connections.job.ts';
import { purgeDeletions } from '#deletions/purge-deletions.job.ts';
import { dropUnusedGenerationsJob } from '#publication/publication.job.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { deletedDatasets, deleteDataset, purgeDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { whileChanging } from '#test/support/database/while-changing.ts';
import {
  eventually,
  finishedStatus,
  recordsOf,
  requestRun,
  runAndFinish,
  seedCsvDataset,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { addRelation, enableMarketplace, relationsOf, seedPublishedDataset } from '#test/support/portal/relations.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const dayMs = 86_400_000;
let elapsedMs = 0;
const sources = await sourceServer();
const app = await testApp({ FETCH_ALLOW: sources.host }, { clock: { now: () => new Date(Date.now() + elapsedMs) } });
const { admin, unauthenticated } = app;
const { db } = app.services;
const ctx = () => createContext(app.services, anonymous, randomUUID());
const signal = new AbortController().signal;

/** Runs the jobs that remove what is no longer used, twice, because bytes are removed a day after they are first found unused. */
async function collect(): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    await purgeDeletions(ctx(), signal);
    await dropUnusedGenerationsJob.run(ctx(), { id: '', data: {}, attempt: 1, traceId: 'test', signal });
    await deleteUnusedConnections(ctx(), signal);
    await deleteUnusedBlobs(ctx(), signal);
    elapsedMs += dayMs;
  }
}

/** What is left of deleted datasets. */
const leftovers = () =>
  db.rows(sql`select (select count(*) from deletion)::int as deletions, (select count(*) from deleted_row)::int as rows,
    (select count(*) from generation)::int as generations, (select count(*) from blob)::int as blobs,
    (select count(*) from connection)::int as connections, (select count(*) from pg_tables where schemaname = 'records')::int as tables`);

async function publishedDataset(): Promise<string> {
  const uid = await seedCsvDataset(admin, sources.serve('/data.csv?token=s3cret', 'name\nOak\nElm\n'));
  await admin.upload(`/datasets/${uid}/attachments/`, 'about.txt', 'about');
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}

test('a deleted dataset keeps its records, files and connections for 30 days, and then they go', async () => {
  const uid = await publishedDataset();
  await deleteDataset(admin, uid);
  await collect();
  elapsedMs += 20 * dayMs;
  expect((await restoreDataset(admin, uid)).errors).toBeUndefined();
  expect(await recordsOf(app, uid)).toHaveLength(2);
  expect(
    await unauthenticated.data(
      `{ catalog { totalCount } catalogDataset(by: { uid: "${uid}" }) { attachments { totalCount } } }`,
    ),
  ).toMatchObject({
    catalog: { totalCount: 1 },
    catalogDataset: { attachments: { totalCount: 1 } },
  });
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({ status: 'idle', isPublished: true });
  await deleteDataset(admin, uid);
  elapsedMs += 31 * dayMs;
  await collect();
  expect(await leftovers()).toEqual([{ deletions: 0, rows: 0, generations: 0, blobs: 0, connections: 0, tables: 0 }]);
  expect((await restoreDataset(admin, uid)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

test('a purged dataset is gone at once', async () => {
  const uid = await publishedDataset();
  await deleteDataset(admin, uid);
  expect((await purgeDataset(admin, uid)).data.purgeDataset).toEqual({ uid });
  expect(await deletedDatasets(admin)).toEqual([]);
  expect((await restoreDataset(admin, uid)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  await eventually(leftovers, ([row]) => row?.['rows'] === 0);
  await collect();
  expect(await leftovers()).toEqual([{ deletions: 0, rows: 0, generations: 0, blobs: 0, connections: 0, tables: 0 }]);
});

test('an identifier that another dataset took meanwhile needs another one', async () => {
  const uid = await seedDataset(admin, { datasetId: 'trees' });
  await deleteDataset(admin, uid);
  await seedDataset(admin, { datasetId: 'trees' });
  const { errors } = await restoreDataset(admin, uid);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'DATASET_ID_TAKEN' });
  const { data } = await restoreDataset(admin, uid, 'trees-restored');
  expect(data.restoreDataset.dataset).toMatchObject({ uid, datasetId: 'trees-restored' });
});

test('administrators and the one who deleted a dataset list, restore and purge it, and no one else', async () => {
  const owner = await seedUser(app, 'owner', { permissions: ['create_dataset'] });
  const other = await seedUser(app, 'other', { permissions: ['create_dataset', 'publish_dataset'] });
  const uid = await seedDataset(owner, { datasetId: 'owned', metadata: { default: { title: { value: 'Owned' } } } });
  await deleteDataset(owner, uid);
  const deleted = { uid, datasetId: 'owned', title: 'Owned', deletedBy: { username: 'owner' } };
  expect(await deletedDatasets(admin)).toMatchObject([deleted]);
  expect(await deletedDatasets(owner)).toMatchObject([deleted]);
  expect(await deletedDatasets(other)).toEqual([]);
  for (const action of [restoreDataset, purgeDataset])
    expect((await action(other, uid)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await restoreDataset(unauthenticated, uid)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  expect((await restoreDataset(owner, uid)).data.restoreDataset.dataset.uid).toBe(uid);
  expect(await deletedDatasets(admin)).toEqual([]);
});

test('a publication that the deletion interrupted runs after the restoration', async () => {
  const source = sources.stream('/slow.csv');
  const uid = await seedCsvDataset(admin, source.url);
  source.send('name\nOak\n');
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing');
  await deleteDataset(admin, uid);
  expect((await restoreDataset(admin, uid)).errors).toBeUndefined();
  source.close();
  expect(await finishedStatus(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
  expect(await recordsOf(app, uid)).toHaveLength(1);
});

test('a dataset that is deleted while its worker writes keeps its run, and the run goes on after the restoration', async () => {
  const source = sources.stream('/written.csv');
  const uid = await seedCsvDataset(admin, source.url);
  source.send('name\nOak\n');
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing');
  const write = sql`update publication_run set requested_at = requested_at where dataset_uid = ${uid}`;
  await whileChanging(app, [write], () => deleteDataset(admin, uid));
  expect(await db.rows(sql`select 1 from publication_run where dataset_uid = ${uid}`)).toEqual([]);
  await restoreDataset(admin, uid);
  source.close();
  expect(await finishedStatus(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
});

test.each([
  ['first', 'second'],
  ['second', 'first'],
])(
  'a relation of two deleted datasets is there again, when the %s one is restored before the other',
  async (...order) => {
    await enableMarketplace(app);
    const uids = { first: await seedPublishedDataset(app), second: await seedPublishedDataset(app) };
    const { first, second } = uids;
    await addRelation(admin, first, second);
    await deleteDataset(admin, first);
    await deleteDataset(admin, second);
    for (const name of order)
      expect((await restoreDataset(admin, uids[name as keyof typeof uids])).errors).toBeUndefined();
    expect(await relationsOf(admin, first, 'uses')).toEqual([1, `usage ${second}`]);
  },
);

test('a relation is gone when its other end is purged', async () => {
  const [first, second] = [await seedPublishedDataset(app), await seedPublishedDataset(app)];
  await addRelation(admin, first, second);
  await deleteDataset(admin, first);
  await deleteDataset(admin, second);
  await restoreDataset(admin, first);
  await purgeDataset(admin, second);
  await collect();
  expect(await db.rows(sql`select 1 from deleted_row where table_name = 'asset_relation'`)).toEqual([]);
  expect(await relationsOf(admin, first, 'uses')).toEqual([0]);
});

test('a saved connection that only a deleted dataset uses cannot be deleted until that one is purged', async () => {
  const connection = { settings: { http: { url: 'https://data.example/' } } };
  const { createDatasourceConnection } = await admin.data(
    'mutation ($input: CreateDatasourceConnectionInput!) { createDatasourceConnection(input: $input) { connection { uid } } }',
    { input: connection },
  );
  const { uid: saved } = createDatasourceConnection.connection;
  const uid = await seedDataset(admin);
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'csvfile',
      title: 'Data',
      datasource: { http: { connection: { uid: saved } } },
    },
  });
  await deleteDataset(admin, uid);
  const remove = () =>
    admin.graph('mutation ($uid: ID!) { deleteDatasourceConnection(input: { uid: $uid }) { uid } }', { uid: saved });
  expect((await remove()).errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { uid: [expect.stringContaining('purge deleted datasets that use it')] },
  });
  await purgeDataset(admin, uid);
  await collect();
  expect((await remove()).errors).toBeUndefined();
});

test('a deleted dataset can be restored until its 30 days have passed, to the minute', async () => {
  const uid = await seedDataset(admin);
  const minuteMs = 60_000;
  await deleteDataset(admin, uid);
  const [{ deletedAt, expiresAt }] = await deletedDatasets(admin);
  expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * dayMs);
  elapsedMs += 30 * dayMs - minuteMs;
  await purgeDeletions(ctx(), signal);
  expect((await restoreDataset(admin, uid)).errors).toBeUndefined();
  await deleteDataset(admin, uid);
  elapsedMs += 30 * dayMs + minuteMs;
  await purgeDeletions(ctx(), signal);
  expect((await restoreDataset(admin, uid)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
