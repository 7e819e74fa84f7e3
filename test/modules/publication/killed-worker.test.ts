import type { ChildProcess } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import {
  countUnusedGenerations,
  eventually,
  numberedRows,
  requestRun,
  recordsOf,
  seedCsvDataset,
  finishedStatus,
  statusOf,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { endWorker, killWorker, startWorker } from './worker-process.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, WORKER: 'off' });
const { admin } = app;
const header = 'n,text\n';
let left: ChildProcess | undefined;

/** The worker that an earlier test left, because a start takes a second of a processor, or a new one. */
const oneWorker = (): ChildProcess => (left ??= startWorker(app));

const allRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ n: index + 1, text: `row ${index + 1}` }));

test('without a worker, a run stays queued and its status names the next step', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/waiting.csv', 'n\n1\n'));
  await requestRun(admin, 'publishDataset', uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'queued',
    previous: 'idle',
    next: 'processing',
    isPublished: false,
  });
  oneWorker();
  expect(await finishedStatus(admin, uid)).toMatchObject({ status: 'idle', previous: 'processing' });
});

test('after a worker is killed during a publication, another worker writes all records again', async () => {
  const tap = web.stream('/killed.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  tap.send(header + numberedRows(1, 2500));
  const worker = oneWorker();
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing', 1000);
  left = undefined;
  await killWorker(app, worker);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'processing' });
  oneWorker();
  await tap.requested(2);
  tap.send(numberedRows(2501, 3000));
  tap.close();
  expect(await finishedStatus(admin, uid)).toMatchObject({
    status: 'idle',
    previous: 'processing',
    isPublished: true,
    message: null,
  });
  expect(await recordsOf(app, uid)).toEqual(allRows(3000));
  await eventually(
    () => countUnusedGenerations(app),
    (count) => count === 0,
  );
});

test('a worker survives the loss of all database connections during a publication, and writes all records again', async () => {
  const { db } = app.services;
  await db.rows(sql`create sequence deaths`);
  await db.rows(
    sql`create function die() returns trigger language plpgsql as ${sqlText(`$$ begin
    if nextval('deaths') = 1 then perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database(); end if;
    return new; end $$`)}`,
  );
  await db.rows(sql`create trigger die before update of file on generation for each row execute function die()`);
  const uid = await seedCsvDataset(admin, web.serve('/dropped.csv', header + numberedRows(1, 2000)));
  oneWorker();
  await requestRun(admin, 'publishDataset', uid);
  // a request that meets the loss itself fails
  const ask = () => statusOf(admin, uid).catch(() => null);
  expect(await eventually(ask, (found) => found?.isPublished === true)).toMatchObject({
    status: 'idle',
    message: null,
  });
  expect(await db.rows(sql`select last_value::int as deaths from deaths`)).toEqual([{ deaths: 2 }]);
  expect(await recordsOf(app, uid)).toEqual(allRows(2000));
});

test('two workers share the queue, and each run is executed once', async () => {
  const taps = Array.from({ length: 2 }, (_, index) => web.stream(`/shared-${index}.csv`));
  const uids = await Promise.all(taps.map(({ url }) => seedCsvDataset(admin, url)));
  const workers = [oneWorker(), startWorker(app)];
  await Promise.all(uids.map((uid) => requestRun(admin, 'publishDataset', uid)));
  // both are read at the same time, which takes two workers or one that does two things
  await Promise.all(taps.map((tap) => tap.requested()));
  for (const tap of taps) {
    tap.send(header + numberedRows(1, 1200));
    tap.close();
  }
  for (const uid of uids) {
    expect(await finishedStatus(admin, uid)).toMatchObject({ status: 'idle', previous: 'processing' });
    expect(await recordsOf(app, uid)).toEqual(allRows(1200));
  }
  left = undefined;
  expect(await Promise.all(workers.map((worker) => endWorker(worker, 'SIGTERM')))).toEqual([0, 0]);
});
