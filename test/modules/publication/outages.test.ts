import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { executeRun } from '#publication/publication.job.ts';
import { createDiskSpace } from '#platform/postgres/start-postgres.ts';
import { openDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import {
  countUnusedGenerations,
  recordsOf,
  requestRun,
  seedCsvDataset,
  statusOf,
} from '#test/support/datasets/publishing.ts';
import { scrape } from '#test/server/observability/scrape.ts';
import { seedDataset } from '#test/support/seed.ts';
import { uploadFile } from '#test/support/sources/resources.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const minuteMs = 60_000;
let elapsedMs = 0;
/** What the storage does in place of its work; undefined while it works. */
let fault: 'out of reach' | 'full' | undefined;
const web = await sourceServer();
const folder = await mkdtemp(join(tmpdir(), 'catalograph-outages-'));
afterAll(() => rm(folder, { recursive: true }));
const disk = await openDiskStorage(folder);
const storage: Storage = {
  ...disk,
  async write(content, options) {
    // The kernel refuses each byte, as on a full disk.
    if (fault === 'full') await pipeline(content, createWriteStream('/dev/full'));
    return disk.write(content, options);
  },
  read(key, range) {
    if (fault === 'out of reach') throw new CatalogError('STORAGE_UNAVAILABLE');
    return disk.read(key, range);
  },
};
let hasDiskSpace = true;
const app = await testApp(
  { FETCH_ALLOW: web.host, WORKER: 'off', METRICS_PORT: '0' },
  {
    storage,
    hasDiskSpace: async () => hasDiskSpace,
    clock: { now: () => new Date(Date.now() + elapsedMs) },
  },
);
const { admin } = app;
const { db } = app.services;

/** Executes the run of a dataset as a worker does. */
async function work(uid: string): Promise<void> {
  const [row] = await db.rows<{ id: string }>(sql`select id from publication_run where dataset_uid = ${uid}`);
  const data = { datasetUid: uid, runId: row?.id ?? randomUUID() };
  await executeRun(createContext(app.services, anonymous, randomUUID()), {
    data,
    signal: new AbortController().signal,
  });
}

/** A dataset with an uploaded file, whose publication is requested. */
async function requested(): Promise<string> {
  const uid = await seedDataset(admin);
  await uploadFile(app, { datasetUid: uid, filename: 'trees.csv', content: 'name\nOak\n' });
  await admin.rest('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 'Trees',
    datasource: { type: 'uploaded_file', file: { uid: 'trees.csv' } },
  });
  await requestRun(admin, 'publishDataset', uid);
  return uid;
}

const unavailable = 'The stored files are out of reach or too busy. Try again in a moment.';

test('an outage of the storage for most of an hour does not end a publication', async () => {
  const uid = await requested();
  fault = 'out of reach';
  for (let minute = 0; minute < 58; minute += 2) {
    await expect(work(uid)).rejects.toThrow(unavailable);
    elapsedMs += 2 * minuteMs;
  }
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'processing' });
  fault = undefined;
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
});

test('an outage of more than an hour ends a publication with its cause', async () => {
  const uid = await requested();
  fault = 'out of reach';
  await expect(work(uid)).rejects.toThrow(unavailable);
  elapsedMs += 61 * minuteMs;
  for (let attempt = 1; attempt <= 3; attempt += 1) await expect(work(uid)).rejects.toThrow(unavailable);
  await work(uid);
  fault = undefined;
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    message: `The publication was interrupted 3 times and has been abandoned. The last time: ${unavailable} Try again; if it happens again, ask the administrator to check the log.`,
  });
});

/** Makes PostgreSQL fail with the error of a full disk when a run writes records. */
const fillDatabase = async () => {
  await db.rows(
    sqlText(`create function fill_disk() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`),
  );
  await db.rows(sqlText('create trigger fill before update of extent on generation execute function fill_disk()'));
};

test('a publication that fills the disk of the database ends with that sentence, and removes what it wrote at once', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/trees.csv', 'name\nOak\n'));
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  const before = await countUnusedGenerations(app);
  await fillDatabase();
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  await db.rows(sqlText('drop function fill_disk cascade'));
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    message:
      'The disk of the database is full. Free or add space, then try again. The records published before are unchanged.',
  });
  expect(await countUnusedGenerations(app)).toBe(before);
  expect(await recordsOf(app, uid)).toEqual([{ name: 'Oak' }]);
});

test('a publication ends while the disk of the database has room for its log, and the database goes on', async () => {
  const url = web.answer('/endless.csv', (response) => {
    response.write('name\n');
    const timer = setInterval(() => response.write('Oak\n'.repeat(1_000)), 10);
    response.on('close', () => {
      clearInterval(timer);
      hasDiskSpace = true;
    });
    hasDiskSpace = false;
  });
  const uid = await seedCsvDataset(admin, url, { first_row_no: 1, headers_first_row: true });
  await requestRun(admin, 'publishDataset', uid);
  const before = await countUnusedGenerations(app);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    isPublished: false,
    message: 'The disk of the database is full. Free or add space, then try again.',
  });
  expect(await countUnusedGenerations(app)).toBe(before);
});

test('only the disk of the embedded database is measured', async () => {
  expect(await createDiskSpace(folder, 0)()).toBe(true);
  expect(await createDiskSpace(folder, Infinity)()).toBe(false);
  expect(await createDiskSpace(undefined, Infinity)()).toBe(true);
});

test('an attempt removes what the one before it wrote, before it begins a generation of its own', async () => {
  const uid = await requested();
  fault = 'out of reach';
  const generations = async () =>
    (await db.rows<{ id: string }>(sql`select id from generation order by id`)).map(({ id }) => id);
  await expect(work(uid)).rejects.toThrow(unavailable);
  const first = await generations();
  await expect(work(uid)).rejects.toThrow(unavailable);
  const second = await generations();
  fault = undefined;
  expect(second).toHaveLength(first.length);
  expect(second).not.toEqual(first);
});

test('a file for which the disk of the service has no room is 507 STORAGE_FULL, by REST and by the graph, and is counted', async () => {
  const uid = await seedDataset(admin);
  fault = 'full';
  const rest = await admin.upload(`/datasets/${uid}/attachments/`, 'about.txt', 'about');
  fault = undefined;
  const message = 'The disk of the service is full. Free or add space, then try again.';
  expect(rest).toMatchObject({ status: 507, body: { error_code: 'storage_full', message } });
  fault = 'full';
  const { errors } = await uploadFile(app, { datasetUid: uid, filename: 'trees.csv', content: 'name\nOak\n' });
  fault = undefined;
  expect(errors).toMatchObject([{ message, extensions: { code: 'STORAGE_FULL', disk: 'the service' } }]);
  const metrics = await scrape(app);
  expect(metrics.value('catalograph_errors_total', { code: 'STORAGE_FULL', kind: 'full' })).toBe(2);
});
