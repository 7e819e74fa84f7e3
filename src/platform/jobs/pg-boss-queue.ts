import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  PgBoss,
  type ConstructorOptions,
  type Db,
  type Job as BossJob,
  type QueueOptions,
  type WorkOptions,
} from 'pg-boss';
import type { JsonObject } from '../../kernel/json.ts';
import { sqlNumbered } from '../../kernel/sql.ts';
import type { DatabaseClient } from '../database/database-client.ts';
import type { Log } from '../log.ts';
import type { JobHandler, JobQueue, SendOptions, WorkSettings } from './job-queue.ts';

/** What a queue in PostgreSQL needs. */
export interface PgBossQueueOptions {
  readonly url: string;
  /** The names of all queues; the start makes those that are not there. */
  readonly queues: readonly string[];
  readonly log: Log;
}

/** Jobs in PostgreSQL, in pg-boss' own schema `pgboss`, which it migrates itself under a lock at the start. */
export function pgBossQueue({ url, queues, log }: PgBossQueueOptions): JobQueue {
  const boss = new PgBoss({ connectionString: url, ...CONNECTION });
  const stopping = new AbortController();
  // Without a listener, a lost connection would end the process. Workers go on by themselves when the database is back.
  boss.on('error', (error) => {
    log.warn({ reason: error.message }, 'The job queue met an error and goes on.');
  });
  boss.on('warning', ({ message }) => {
    log.warn({ reason: message }, 'The job queue warns.');
  });

  async function makeQueue(name: string): Promise<void> {
    await boss.createQueue(name, { policy: 'key_strict_fifo' });
    // The settings of a queue that was there already follow this version.
    await boss.updateQueue(name, { ...QUEUE, notify: true });
  }

  async function run(queue: string, job: BossJob<JsonObject>, handler: JobHandler): Promise<void> {
    const { id, data } = job;
    const attempt = job.retryCount + 1;
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    try {
      await handler({ id, data, attempt, signal });
    } catch (err) {
      if (signal.aborted) log.info({ queue, id, attempt }, 'A job was interrupted; it will be taken again.');
      else log.error({ err, queue, id, attempt }, 'A job failed; it will be tried again.');
      throw err;
    }
  }

  async function startWorkers(
    queue: string,
    handler: JobHandler,
    { concurrency = 1, groupConcurrency }: WorkSettings,
  ): Promise<void> {
    const places: WorkOptions = {
      ...WORKER,
      localConcurrency: concurrency,
      ...(groupConcurrency !== undefined && { localGroupConcurrency: groupConcurrency }),
    };
    await boss.work<JsonObject>(queue, places, async (jobs) => {
      try {
        for (const job of jobs) await run(queue, job, handler);
      } finally {
        // Look for the next job at once instead of at the next poll: any worker may take what had to wait for this one.
        for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id);
      }
    });
  }

  /** Each span of time has one job at most, and it waits in the database: no restart loses it. */
  async function repeat(queue: string, everySeconds: number): Promise<void> {
    const ask = () =>
      boss.send(queue, {}, { singletonKey: queue, singletonSeconds: everySeconds, startAfter: everySeconds });
    await ask();
    const timer = setInterval(() => {
      ask().catch((error: unknown) => {
        log.warn({ reason: String(error), queue }, 'A recurring job could not be asked for.');
      });
    }, everySeconds * 1_000);
    stopping.signal.addEventListener('abort', () => {
      clearInterval(timer);
    });
  }

  return Object.freeze({
    async start() {
      await boss.start();
      for (const name of queues) await makeQueue(name);
    },
    async send(
      database: DatabaseClient,
      queue: string,
      data: JsonObject,
      { key = randomUUID(), group }: SendOptions = {},
    ) {
      await boss.send(queue, data, {
        singletonKey: key,
        ...(group !== undefined && { group: { id: group } }),
        db: inTransactionOf(database),
      });
    },
    async work(queue: string, handler: JobHandler, settings: WorkSettings = {}) {
      await startWorkers(queue, handler, settings);
      if (settings.everySeconds !== undefined) await repeat(queue, settings.everySeconds);
    },
    async healthy() {
      try {
        await boss.getQueues();
        return true;
      } catch {
        return false;
      }
    },
    async stop({ graceMs = 10_000 }: { graceMs?: number } = {}) {
      const drained = Promise.all(queues.map((name) => boss.offWork(name)));
      await Promise.race([drained, pause(graceMs, undefined, { ref: false })]);
      stopping.abort(new Error('The worker stops.'));
      // Handlers that heed their signal end in this time; the jobs of the others are handed back.
      await boss.stop({ timeout: 2_000 });
    },
  });
}

/** Runs pg-boss' statements on the caller's connection, so that they belong to its transaction. */
const inTransactionOf = (database: DatabaseClient): Db => ({
  executeSql: async (text, values = []) => ({ rows: await database.rows(sqlNumbered(text, values)) }),
});

/** The options are the driver's too: `query_timeout`, in milliseconds, gives up a connection whose other end is gone without a word. */
const CONNECTION: ConstructorOptions & { readonly query_timeout: number; readonly keepAlive: boolean } = {
  application_name: 'catalograph jobs',
  max: 4,
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  keepAlive: true,
  useListenNotify: true,
  schedule: false,
  monitorVacuum: false,
  // How soon the job of a dead worker is noticed, after its lease has ended.
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
};

const QUEUE: QueueOptions = {
  // The lease: the shortest that pg-boss allows. A worker renews it every second.
  heartbeatSeconds: 10,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  // The longest that pg-boss allows: the lease decides, not the duration.
  expireInSeconds: 24 * 60 * 60,
  // A job waits for a worker for ten years.
  retentionSeconds: 10 * 365 * 24 * 60 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
};

const WORKER: WorkOptions = {
  heartbeatRefreshSeconds: 1,
  // Notifications bring new jobs; the poll finds those whose pause is over, and whatever a lost connection missed.
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
};
