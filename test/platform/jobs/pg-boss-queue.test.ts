import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { sqlText } from '#kernel/sql.ts';
import { createPoolClient } from '#platform/database/pool-client.ts';
import type { Job, JobQueue } from '#platform/job-queue.ts';
import { createPgBossQueue } from '#platform/pg-boss-queue.ts';
import { createLog } from '#platform/log.ts';
import { testDatabase, type TestDatabase } from '#test/support/database/database.ts';
import { testPool } from '#test/support/database/pool.ts';

const log = createLog({ level: 'silent' });
let home: TestDatabase;
let pool: pg.Pool;
let opened: JobQueue[] = [];

beforeEach(async () => {
  home = await testDatabase();
  // One connection, so that the statements between `begin` and `commit` are one transaction.
  pool = testPool(home.url);
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop({ graceMs: 0 })));
  opened = [];
  await pool.end();
  await home.drop();
});

const database = () => createPoolClient(pool);
const say = (statement: string) => database().rows(sqlText(statement));

async function openQueue(url = home.url): Promise<JobQueue> {
  const jobs = createPgBossQueue({ url, queues: ['work'], log });
  opened.push(jobs);
  await jobs.start();
  return jobs;
}

/** Ends the pause before the next attempt of a job. A job whose handler fails is retried after such a pause. */
const endPause = () => say("update pgboss.job set start_after = now() where state = 'retry'");

/** A handler that records every job it runs, and the recorded jobs. */
function witness(work: (job: Job) => Promise<void> = () => Promise.resolve()) {
  const seen: Job[] = [];
  const waiting = new Map<number, () => void>();
  return {
    names: () => seen.map(({ data }) => data['name']),
    handle: async (job: Job) => {
      waiting.get(seen.push(job))?.();
      await work(job);
    },
    /** The nth job, from 1, as soon as it is taken. */
    taken: async (nth: number): Promise<Job> => {
      if (!seen[nth - 1]) await new Promise<void>((tell) => waiting.set(nth, tell));
      const job = seen[nth - 1];
      if (!job) throw new Error('The witness counts wrongly.');
      return job;
    },
  };
}

/** Takes the job of a process that was killed, in a database of its own. */
async function takeFromKilled(): Promise<Job> {
  const own = await testDatabase();
  const ownPool = testPool(own.url);
  const jobs = createPgBossQueue({ url: own.url, queues: ['work'], log });
  try {
    await jobs.start();
    await jobs.send(createPoolClient(ownPool), 'work', { name: 'orphan' }, { key: 'a' });
    const child = fork(fileURLToPath(new URL('./killable-worker.ts', import.meta.url)), [own.url, 'work']);
    await once(child, 'message');
    child.kill('SIGKILL');
    // as if its last heartbeat were ten seconds ago, after which a job is lost
    await createPoolClient(ownPool).rows(
      sqlText("update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds'"),
    );
    const worker = witness();
    await jobs.work('work', worker.handle);
    return await worker.taken(1);
  } finally {
    await jobs.stop({ graceMs: 0 });
    await ownPool.end();
    await own.drop();
  }
}

// It takes several seconds, in which the other tests run.
const takenFromKilled = takeFromKilled();
takenFromKilled.catch(() => undefined);

test('a job sent in a transaction that is rolled back never runs', async () => {
  const jobs = await openQueue();
  await say('begin');
  await jobs.send(database(), 'work', { name: 'undone' }, { key: 'a' });
  await say('rollback');
  await say('begin');
  await jobs.send(database(), 'work', { name: 'done' }, { key: 'a' });
  await say('commit');
  const worker = witness();
  await jobs.work('work', worker.handle);
  await worker.taken(1);
  expect(worker.names()).toEqual(['done']);
});

test('a process that runs no jobs sends them to a worker', async () => {
  const [gateway, other] = [await openQueue(), await openQueue()];
  const worker = witness();
  await other.work('work', worker.handle);
  await gateway.send(database(), 'work', { name: 'far' });
  expect((await worker.taken(1)).data).toEqual({ name: 'far' });
});

test('a job whose handler fails is retried', async () => {
  const jobs = await openQueue();
  const worker = witness(async ({ attempt }) => {
    if (attempt === 1) throw new Error('Not today.');
  });
  await jobs.work('work', worker.handle);
  await jobs.send(database(), 'work', { name: 'again' });
  expect((await worker.taken(1)).attempt).toBe(1);
  expect((await worker.taken(2)).attempt).toBe(2);
});

test('jobs with one key run one after another in the order of sending, and other jobs do not wait for them', async () => {
  const [one, two] = [await openQueue(), await openQueue()];
  const gate = Promise.withResolvers<undefined>();
  const worker = witness(async ({ data }) => {
    if (data['name'] === 'a1') await gate.promise;
  });
  await one.work('work', worker.handle, { concurrency: 2 });
  await two.work('work', worker.handle, { concurrency: 2 });
  for (const name of ['a1', 'a2', 'a3']) await one.send(database(), 'work', { name }, { key: 'a' });
  for (const name of ['b1', 'b2']) await one.send(database(), 'work', { name }, { key: 'b' });
  await worker.taken(3);
  expect(new Set(worker.names())).toEqual(new Set(['a1', 'b1', 'b2']));
  gate.resolve(undefined);
  await worker.taken(5);
  expect(worker.names().filter((name) => name !== 'b1' && name !== 'b2')).toEqual(['a1', 'a2', 'a3']);
});

test('jobs of one group leave room for jobs of other groups', async () => {
  const jobs = await openQueue();
  const gate = Promise.withResolvers<undefined>();
  const worker = witness(async ({ data }) => {
    if (data['name'] !== 'b1') await gate.promise;
  });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1'])
    await jobs.send(database(), 'work', { name }, { key: name, group: name.slice(0, 1) });
  await jobs.work('work', worker.handle, { concurrency: 3, groupConcurrency: 2 });
  await worker.taken(3);
  // several claims run at once, so any two jobs of group a may be first
  expect(worker.names()).toHaveLength(3);
  expect(worker.names()).toContain('b1');
  gate.resolve(undefined);
  await worker.taken(5);
  expect(new Set(worker.names())).toEqual(new Set(['a1', 'a2', 'a3', 'a4', 'b1']));
});

test('stop waits for the running jobs and claims no more', async () => {
  const [jobs, later] = [await openQueue(), await openQueue()];
  const gate = Promise.withResolvers<undefined>();
  let interrupted: boolean | undefined;
  const worker = witness(async ({ signal }) => {
    await gate.promise;
    interrupted = signal.aborted;
  });
  await jobs.work('work', worker.handle);
  await jobs.send(database(), 'work', { name: 'first' }, { key: 'a' });
  await worker.taken(1);
  await jobs.send(database(), 'work', { name: 'second' }, { key: 'a' });
  const stopped = jobs.stop();
  gate.resolve(undefined);
  await stopped;
  expect(interrupted).toBe(false);
  const successor = witness();
  await later.work('work', successor.handle);
  await successor.taken(1);
  expect([worker.names(), successor.names()]).toEqual([['first'], ['second']]);
});

test('a job that outlasts the grace period is aborted, and another worker claims it', async () => {
  const [jobs, later] = [await openQueue(), await openQueue()];
  const worker = witness(({ signal }) => pause(60_000, undefined, { signal }));
  await jobs.work('work', worker.handle);
  await jobs.send(database(), 'work', { name: 'long' });
  const { signal } = await worker.taken(1);
  await jobs.stop({ graceMs: 0 });
  expect(signal.reason).toEqual(new Error('The worker stops.'));
  await endPause();
  const successor = witness();
  await later.work('work', successor.handle);
  expect((await successor.taken(1)).attempt).toBe(2);
});

test('a job that ignores its signal does not keep a worker from stopping', async () => {
  const [jobs, later] = [await openQueue(), await openQueue()];
  const worker = witness(() => new Promise(() => undefined));
  await jobs.work('work', worker.handle);
  await jobs.send(database(), 'work', { name: 'deaf' });
  await worker.taken(1);
  await jobs.stop({ graceMs: 0 });
  await endPause();
  const successor = witness();
  await later.work('work', successor.handle);
  expect((await successor.taken(1)).attempt).toBe(2);
});

test('the signal of a job aborts when the job is taken away from its worker', async () => {
  const jobs = await openQueue();
  const worker = witness(({ signal }) => pause(60_000, undefined, { signal }));
  await jobs.work('work', worker.handle);
  await jobs.send(database(), 'work', { name: 'lost' });
  const { signal } = await worker.taken(1);
  const aborted = once(signal, 'abort');
  await say("update pgboss.job set state = 'cancelled'");
  await aborted;
  expect(signal.aborted).toBe(true);
});

test('several processes may start on a new database at the same time', async () => {
  await Promise.all([openQueue(), openQueue(), openQueue(), openQueue()]);
  const healthy = await Promise.all(opened.map((jobs) => jobs.isHealthy()));
  expect(healthy).toEqual([true, true, true, true]);
});

test('a stopped queue is not healthy, and can be stopped again', async () => {
  const jobs = await openQueue();
  expect(await jobs.isHealthy()).toBe(true);
  await jobs.stop();
  expect(await jobs.isHealthy()).toBe(false);
  await jobs.stop();
});

test('workers continue after the database was unavailable', async () => {
  const jobs = await openQueue();
  const worker = witness();
  await jobs.work('work', worker.handle);
  await withoutDatabase(async () => {
    expect(await jobs.isHealthy()).toBe(false);
  });
  await jobs.send(database(), 'work', { name: 'after' });
  expect((await worker.taken(1)).data).toEqual({ name: 'after' });
  expect(await jobs.isHealthy()).toBe(true);
});

test('the address may name the socket folder in its query', async () => {
  const { username, hostname, pathname } = new URL(home.url);
  const jobs = await openQueue(`postgres://${pathname}?host=${hostname}&user=${username}`);
  expect(await jobs.isHealthy()).toBe(true);
});

/** Ends every session of the test's database and refuses new ones until the work is done. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = new URL(home.url).pathname.slice(1);
  const server = new pg.Client({ connectionString: home.url.replace(name, 'postgres') });
  await server.connect();
  await server.query(`alter database ${name} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await work();
  await server.query(`alter database ${name} allow_connections true`);
  await server.end();
}

test('a recurring job is sent once per interval, for any number of processes', async () => {
  const [one, other] = [await openQueue(), await openQueue()];
  const { handle, taken } = witness();
  await one.work('work', handle, { everySeconds: 1 });
  expect((await taken(1)).data).toEqual({});
  await one.stop({ graceMs: 0 });
  await say("delete from pgboss.job where name = 'work'");
  // an interval of weeks, which does not end during the test
  await Promise.all([
    other.work('work', handle, { everySeconds: 2_000_000 }),
    (await openQueue()).work('work', handle, { everySeconds: 2_000_000 }),
  ]);
  expect(
    await say(
      "select count(*)::int as count, bool_and(start_after > now()) as waits from pgboss.job where name = 'work'",
    ),
  ).toEqual([{ count: 1, waits: true }]);
});

test('a queue with the settings of this version is not written again, so that a start waits for nobody', async () => {
  await openQueue();
  const holder = new pg.Client({ connectionString: home.url });
  await holder.connect();
  await holder.query('begin; select from pgboss.queue for update');
  await openQueue();
  await holder.query('rollback');
  await holder.end();
});

test('a queue with other settings gets those of this version', async () => {
  await openQueue();
  await say('update pgboss.queue set retry_limit = 3, notify = false');
  await openQueue();
  expect(await say('select retry_limit, notify from pgboss.queue')).toContainEqual({
    retry_limit: 1_000_000,
    notify: true,
  });
});

test('the job of a killed process is claimed by another one', async () => {
  expect(await takenFromKilled).toMatchObject({ data: { name: 'orphan' }, attempt: 2 });
});
