import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql } from '#kernel/sql.ts';
import { executeRun } from '#publication/publication.job.ts';
import { runDueSchedules } from '#publication/request-publication.ts';
import { createContext } from '#server/create-context.ts';
import type { Client } from '#test/support/client.ts';
import { recordsOf, requestRun, seedCsvDataset, statusOf } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { newestVersion, restore } from '#test/support/datasets/versions.ts';

let now = new Date('2026-01-15T14:30:20Z');
const web = await sourceServer();
const app = await testApp({ WORKER: 'off', FETCH_ALLOW: web.host }, { clock: { now: () => now } });
const { admin } = app;
const { db } = app.services;

const context = () => createContext(app.services, anonymous, randomUUID());
const rows = <Row extends object>(statement: ReturnType<typeof sql>) => db.rows<Row>(statement);
const setTime = (time: string) => {
  now = new Date(time);
};
const run = () => runDueSchedules(context(), new AbortController().signal);

/** Executes the run of a dataset as a worker does. */
async function work(datasetUid: string): Promise<void> {
  const [found] = await rows<{ runId: string }>(
    sql`select id as "runId" from publication_run where dataset_uid = ${datasetUid}`,
  );
  await executeRun(context(), {
    data: { datasetUid, runId: found?.runId ?? '' },
    signal: new AbortController().signal,
  });
}

/** A published dataset with a schedule; answers both uids. */
async function scheduled(cronSchedule = '0 15 * * *', client: Client = admin) {
  setTime('2026-01-15T14:30:20Z');
  const uid = await seedDataset(admin);
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  const { createSchedule } = await client.data(
    'mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { uid } } }',
    { input: { datasetUid: uid, cronSchedule } },
  );
  return { uid, schedule: createSchedule.schedule.uid as string };
}

const runOf = async (uid: string) =>
  (
    await rows<{ kind: string; requestedBy: string | null }>(sql`
  select kind, requested_by as "requestedBy" from publication_run where dataset_uid = ${uid}`)
  )[0];
const nextRunOf = async (schedule: string) =>
  (
    await rows<{ next: string }>(sql`
  select to_char(next_run_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as next from dataset_schedule where uid = ${schedule}`)
  )[0]?.next;
const revisionOf = async (uid: string) =>
  (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision versions { totalCount } } }', { uid }))
    .dataset;

test('a due schedule publishes its dataset as its creator, and records no version', async () => {
  const { uid, schedule } = await scheduled();
  const before = await revisionOf(uid);
  setTime('2026-01-15T14:59:59Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
  setTime('2026-01-15T15:00:01Z');
  await run();
  expect(await runOf(uid)).toEqual({ kind: 'publish', requestedBy: 'admin' });
  expect(await nextRunOf(schedule)).toBe('2026-01-16 15:00');
  expect(await revisionOf(uid)).toEqual(before);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', previous: 'processing', isPublished: true });
  await run();
  expect(await runOf(uid)).toBeUndefined();
});

test('a scheduled publication that loses more than half of the records is held back, and one by hand is not', async () => {
  setTime('2026-01-15T14:30:20Z');
  const uid = await seedCsvDataset(admin, web.serve('/shrinks.csv', 'n,text\n1,a\n2,b\n3,c\n'));
  const publish = async () => {
    await requestRun(admin, 'publishDataset', uid);
    await work(uid);
  };
  await publish();
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 15 * * *' });
  web.serve('/shrinks.csv', 'n,text\n1,a\n');
  setTime('2026-01-15T15:00:01Z');
  await run();
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('made 1 records, fewer than half of the 3 that are published'),
  });
  expect(await recordsOf(app, uid)).toHaveLength(3);
  await publish();
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'idle',
    message: 'There are 1 records, fewer than half of the 3 before.',
  });
  expect(await recordsOf(app, uid)).toHaveLength(1);
});

test('runs that were due while no worker was running are replaced by one run', async () => {
  const { uid, schedule } = await scheduled('*/10 * * * *');
  setTime('2026-01-18T09:14:00Z');
  await run();
  expect(await runOf(uid)).toBeDefined();
  expect(await nextRunOf(schedule)).toBe('2026-01-18 09:20');
  await work(uid);
  await run();
  expect(await runOf(uid)).toBeUndefined();
});

test('several workers publish a due dataset once, also when two of its schedules are due in the same minute', async () => {
  const { uid } = await scheduled('0 15 * * *');
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '*/30 * * * *' });
  setTime('2026-01-15T15:00:00Z');
  await Promise.all(Array.from({ length: 5 }, run));
  const sent = await rows<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = 'publication' and singleton_key = ${uid} and state = 'created' and created_on > now() - interval '1 hour'`,
  );
  expect([await runOf(uid), sent[0]?.count]).toEqual([{ kind: 'publish', requestedBy: 'admin' }, 2]);
});

test('a locked dataset does not delay the other due datasets, and stays due', async () => {
  const [held, other] = [await scheduled(), await scheduled()];
  setTime('2026-01-15T15:00:00Z');
  await inTransaction(context(), async (tx) => {
    await tx.db.rows(sql`select 1 from dataset where uid = ${held.uid} for update`);
    await run();
    expect([await runOf(held.uid), await runOf(other.uid)]).toEqual([
      undefined,
      expect.objectContaining({ kind: 'publish' }),
    ]);
  });
  await run();
  expect(await runOf(held.uid)).toMatchObject({ kind: 'publish' });
});

test('a scheduled run is skipped while the dataset is unpublished or a run is pending', async () => {
  const { uid, schedule } = await scheduled();
  await rows(sql`update dataset set is_published = false where uid = ${uid}`);
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect([await runOf(uid), await nextRunOf(schedule)]).toEqual([undefined, '2026-01-16 15:00']);
  await rows(sql`update dataset set is_published = true, status = 'processing' where uid = ${uid}`);
  setTime('2026-01-16T15:00:00Z');
  await run();
  await rows(sql`update dataset set status = 'error' where uid = ${uid}`);
  await run();
  expect([await runOf(uid), await nextRunOf(schedule)]).toEqual([undefined, '2026-01-17 15:00']);
  setTime('2026-01-17T15:00:00Z');
  await run();
  expect(await runOf(uid)).toBeDefined();
});

test('a paused schedule does not run, and makes up for nothing when it goes on', async () => {
  const { uid, schedule } = await scheduled();
  const pause = async (isPaused: boolean) =>
    (
      await admin.data(
        'mutation ($input: UpdateScheduleInput!) { updateSchedule(input: $input) { schedule { isPaused nextRunAt } } }',
        { input: { datasetUid: uid, uid: schedule, isPaused } },
      )
    ).updateSchedule.schedule;
  expect(await pause(true)).toEqual({ isPaused: true, nextRunAt: null });
  setTime('2026-01-16T15:10:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
  const { uid: paused } = await newestVersion(admin, uid);
  expect(await pause(false)).toEqual({ isPaused: false, nextRunAt: '2026-01-17T15:00:00Z' });
  await run();
  expect(await runOf(uid)).toBeUndefined();
  await restore(admin, uid, paused);
  setTime('2026-01-17T15:10:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
});

test('the right of the creator of a schedule is checked at each run', async () => {
  const rights = ['edit_dataset', 'publish_dataset'] as const;
  const editor = await seedUser(app, 'editor', { permissions: ['edit_dataset'] });
  const { uid } = await scheduled('0 15 * * *', editor);
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
  await seedRuleset(app, uid, { user: 'editor', permissions: rights });
  setTime('2026-01-16T15:00:00Z');
  await run();
  expect(await runOf(uid)).toEqual({ kind: 'publish', requestedBy: 'editor' });
  await work(uid);
  await rows(sql`update user_account set is_active = false where username = 'editor'`);
  setTime('2026-01-17T15:00:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 15 * * *' });
  setTime('2026-01-18T15:00:00Z');
  await run();
  expect(await runOf(uid)).toEqual({ kind: 'publish', requestedBy: 'admin' });
});

test('a schedule is limited to the scopes of the key that created it', async () => {
  const narrow = await seedUser(app, 'owner', {
    permissions: ['edit_dataset', 'publish_dataset'],
    key: ['edit_dataset'],
  });
  const { uid } = await scheduled('0 15 * * *', narrow);
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
});

test('a schedule still runs after the key that created it is revoked', async () => {
  const steady = await seedUser(app, 'steady', { permissions: ['edit_dataset', 'publish_dataset'] });
  const { uid, schedule } = await scheduled('0 15 * * *', steady);
  const { viewer } = await steady.data('{ viewer { keys { nodes { uid } } } }');
  await admin.data('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', {
    uid: viewer.keys.nodes[0].uid,
  });
  expect((await steady.graph('{ viewer { username } }')).status).toBe(401);
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect([await runOf(uid), await nextRunOf(schedule)]).toEqual([
    { kind: 'publish', requestedBy: 'steady' },
    '2026-01-16 15:00',
  ]);
});

test('the schedule of a deleted user does not publish', async () => {
  const gone = await seedUser(app, 'gone', { permissions: ['edit_dataset', 'publish_dataset'] });
  const { uid } = await scheduled('0 15 * * *', gone);
  await rows(sql`delete from user_account where username = 'gone'`);
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect(await runOf(uid)).toBeUndefined();
  expect(
    (
      await admin.data(
        'query ($uid: ID!) { dataset(by: { uid: $uid }) { schedules { nodes { createdBy { username } nextRunAt } } } }',
        { uid },
      )
    ).dataset.schedules.nodes,
  ).toEqual([{ createdBy: null, nextRunAt: null }]);
});

test('a deleted or replaced schedule does not run at its old time', async () => {
  const [deleted, replaced] = [await scheduled(), await scheduled()];
  await admin.rest('DELETE', `/datasets/${deleted.uid}/schedules/${deleted.schedule}/`);
  await admin.rest('PUT', `/datasets/${replaced.uid}/schedules/${replaced.schedule}/`, { cron_schedule: '0 16 * * *' });
  setTime('2026-01-15T15:00:00Z');
  await run();
  expect([await runOf(deleted.uid), await runOf(replaced.uid)]).toEqual([undefined, undefined]);
  setTime('2026-01-15T16:00:00Z');
  await run();
  expect([await runOf(deleted.uid), await runOf(replaced.uid)]).toEqual([
    undefined,
    { kind: 'publish', requestedBy: 'admin' },
  ]);
});

test('a restore keeps the uids, order and due times of schedules; schedules that a restore or a copy creates publish as its caller', async () => {
  const { uid, schedule } = await scheduled('0 15 * * *');
  setTime('2026-01-15T14:30:21Z');
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 16 * * *' });
  const list = async (path = uid) =>
    (
      await admin.data(
        'query ($path: ID!) { dataset(by: { uid: $path }) { schedules { nodes { uid cronSchedule createdBy { username } } } } }',
        { path },
      )
    ).dataset.schedules.nodes;
  const [first, second] = await list();
  const { uid: version } = await newestVersion(admin, uid);
  await admin.rest('DELETE', `/datasets/${uid}/schedules/${second.uid}/`);
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '* * * * *' });
  const other = await seedUser(app, 'other', { permissions: ['edit_dataset', 'manage_dataset', 'create_dataset'] });
  expect((await restore(other, uid, version)).errors).toBeUndefined();
  expect(await list()).toEqual([first, { ...second, createdBy: { username: 'other' } }]);
  expect(await nextRunOf(schedule)).toBe('2026-01-15 15:00');
  const { body: copy } = await other.rest('POST', `/datasets/${uid}/copy/`);
  expect(await list(copy.uid)).toEqual(
    ['0 15 * * *', '0 16 * * *'].map((cronSchedule) => ({
      uid: expect.not.stringMatching(`${first.uid}|${second.uid}`),
      cronSchedule,
      createdBy: { username: 'other' },
    })),
  );
});
