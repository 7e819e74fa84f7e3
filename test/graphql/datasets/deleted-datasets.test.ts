import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '../../../src/api/session/session.ts';
import { sql } from '../../../src/kernel/sql.ts';
import { deleteUnusedBlobs } from '../../../src/modules/blobs/delete-unused-blobs.job.ts';
import { deleteUnusedConnections } from '../../../src/modules/connections/delete-unused-connections.job.ts';
import { purgeDeletions } from '../../../src/modules/deletions/purge-deletions.job.ts';
import { dropUnusedGenerationsJob } from '../../../src/modules/publication/records/drop-unused-generations.job.ts';
import { createContext } from '../../../src/server/create-context.ts';
import { testApp } from '../../support/app.ts';
import { deletedDatasets, deleteDataset, purgeDataset, restoreDataset } from '../../support/datasets/deletions.ts';
import {
  eventually,
  finishedStatus,
  recordsOf,
  requestRun,
  runAndFinish,
  seedCsvDataset,
  statusReached,
} from '../../support/datasets/publishing.ts';
import { seedDataset, seedUser } from '../../support/seed.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

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
      `{ search { totalCount } catalogDataset(uid: "${uid}") { attachments { totalCount } } }`,
    ),
  ).toMatchObject({
    search: { totalCount: 1 },
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
