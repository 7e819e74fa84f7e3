import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import type { ColumnEngine } from '#platform/columns/column-engine.ts';
import { recordsModule } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { untilLockWaits, whileHolding } from '#test/support/database/table-locks.ts';
import { eventually, recordsOf } from '#test/support/datasets/publishing.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';
import { endWorker, killWorker, startWorker } from '../publication/worker-process.ts';
import { fields, records, storeInTable } from './earlier-tables.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const { db } = services;

interface Stored {
  readonly file: string | null;
  /** Whether the table of the version before is there. */
  readonly hasTable: boolean;
}

async function stored(generation: number): Promise<Stored | undefined> {
  const [found] = await db.rows<Stored>(sql`
    select file, to_regclass(${`records.g${generation}`}) is not null as "hasTable" from generation where id = ${generation}`);
  return found;
}

/** Publishes the records, and stores them in a table of the version before. */
async function earlier(): Promise<{ readonly uid: string; readonly generation: number }> {
  const uid = await seedDataset(admin);
  const generation = await publishRecords(app, uid, fields, records);
  await storeInTable(db, generation);
  return { uid, generation };
}

/** The path of the records of a dataset. */
async function pathOf(uid: string): Promise<string> {
  const { catalogDataset } = await admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', {
    uid,
  });
  return `/api/explore/v2.1/catalog/datasets/${String(catalogDataset.datasetId)}/records`;
}

const moved = { file: expect.any(String), hasTable: false };
const unmoved = { file: null, hasTable: true };

const lockTable = (generation: number) => `lock table records.g${generation} in access exclusive mode`;
const lockGeneration = (generation: number) => `select 1 from generation where id = ${generation} for update`;

test('a worker that is killed while it reads the table or has written the file loses nothing, and the next one goes on', async () => {
  const [first, second] = [await earlier(), await earlier()];
  for (const lockOf of [lockTable, lockGeneration])
    await whileHolding(app, lockOf(second.generation), async () => {
      const worker = startWorker(app);
      await untilLockWaits(app);
      await killWorker(app, worker);
      expect(await stored(first.generation)).toEqual(moved);
      expect((await admin.request('GET', await pathOf(second.uid))).status).toBe(503);
    });
  const next = startWorker(app);
  await eventually(
    () => stored(second.generation),
    (found) => found?.file !== null && found?.hasTable === false,
  );
  expect(await endWorker(next, 'SIGTERM')).toBe(0);
  for (const { uid } of [first, second]) expect(await recordsOf(app, uid)).toEqual(records);
});

/** Runs the job that a worker runs when it starts, with an engine. */
async function moveRecords(columnEngine: ColumnEngine): Promise<void> {
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_move');
  if (!job) throw new Error('There is no such job.');
  const { signal } = new AbortController();
  const ctx = createContext({ ...services, columnEngine }, anonymous, randomUUID());
  await job.run(ctx, { id: '', data: {}, traceId: 'test', attempt: 1, signal });
}

test('a table stays where its file has other values, and is moved by a later job', async () => {
  const { uid, generation } = await earlier();
  const engine = services.columnEngine;
  const broken: ColumnEngine = {
    ...engine,
    async *stream(...given) {
      for await (const batch of engine.stream(...given)) yield batch.replace('2020-11-05', '2020-11-06');
    },
  };
  await moveRecords(broken);
  expect(await stored(generation)).toEqual(unmoved);
  await moveRecords(engine);
  expect(await stored(generation)).toEqual(moved);
  expect(await recordsOf(app, uid)).toEqual(records);
});
