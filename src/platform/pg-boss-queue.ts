import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConstructorOptions,
  type Db,
  type Job as BossJob,
  PgBoss,
  type QueueOptions,
  type WorkOptions,
} from 'pg-boss';
import type { JsonObject } from '#kernel/json.ts';
import { createSemaphore } from '#kernel/semaphore.ts';
import { sqlNumbered } from '#kernel/sql.ts';
import type { DatabaseClient } from './database/database-client.ts';
import { cacheFor } from '#kernel/concurrency.ts';
import type { Log } from './log.ts';
import { createTraceId, formatTraceParent, noTracing, parseTraceParent, runIn, type Tracing } from './telemetry.ts';
import type { Backlog, JobHandler, JobQueue, SendOptions, UnfinishedJob, WorkerSettings } from './job-queue.ts';

/** The options of a job queue in PostgreSQL. */
interface PgBossQueueOptions {
  readonly url: string;
  /** The names of all queues; `start` creates missing ones. */
  readonly queues: readonly string[];
  readonly log: Log;
  /** Whether `start` creates and migrates the tables of the queue. Default: true. */
  readonly migrate?: boolean;
  /** The schema of the jobs. Default: `pgboss`. */
  readonly schema?: string | undefined;
  /** Default: no traces. */
  readonly tracing?: Tracing;
}

/** Creates a job queue in PostgreSQL. pg-boss stores the jobs in a schema, which it migrates under a lock when it starts, if it may. */
export function createPgBossQueue({
  url,
  queues,
  log,
  migrate = true,
  schema = 'pgboss',
  tracing = noTracing,
}: PgBossQueueOptions): JobQueue {
  const boss = new PgBoss({ connectionString: url, schema, migrate, ...CONNECTION });
  const stopping = new AbortController();
  // Without a listener, a lost connection would end the process. Workers continue when the database is back.
  boss.on('error', (error) => {
    log.warn({ reason: error.message }, 'The job queue reported an error and continues.');
  });
  boss.on('warning', ({ message }) => {
    log.warn({ reason: message }, 'The job queue reported a warning.');
  });

  /** Creates the missing queues, and gives the settings of this version to those with others. */
  async function createOrUpdateQueues(): Promise<void> {
    const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]));
    const outdated = queues.filter((name) => !hasSettings(new Map(stored.get(name))));
    // Only as many at a time as there are connections: pg-boss fails where a statement waits too long for one.
    const connection = createSemaphore(CONNECTION.max);
    await Promise.all(outdated.map((name) => connection(() => createOrUpdateQueue(name))));
  }

  async function createOrUpdateQueue(name: string): Promise<void> {
    await boss.createQueue(name, { policy: 'key_strict_fifo' });
    await boss.updateQueue(name, QUEUE);
  }

  async function run(queue: string, job: BossJob<JsonObject>, handler: JobHandler): Promise<void> {
    const { id } = job;
    const { traceparent, ...data } = job.data;
    const attempt = job.retryCount + 1;
    const traceId = createTraceId();
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    try {
      const cause = parseTraceParent(typeof traceparent === 'string' ? traceparent : undefined);
      const span = tracing.startRoot({ name: `job ${queue}`, traceId, cause, kind: 'job' });
      span.set({ 'messaging.destination.name': queue, 'messaging.message.id': id });
      await runIn(span, () => handler({ id, data, attempt, traceId, signal }));
    } catch (err) {
      const fields = { queue, job_id: id, attempt, trace_id: traceId };
      if (signal.aborted) log.info(fields, 'A job was interrupted; it will be retried.');
      else log.error({ err, ...fields }, 'A job failed; it will be retried.');
      throw err;
    }
  }

  async function startWorkers(
    queue: string,
    handler: JobHandler,
    { concurrency = 1, groupConcurrency }: WorkerSettings,
  ): Promise<void> {
    const options: WorkOptions = {
      ...WORKER,
      localConcurrency: concurrency,
      ...(groupConcurrency !== undefined && { localGroupConcurrency: groupConcurrency }),
    };
    await boss.work<JsonObject>(queue, options, async (jobs) => {
      try {
        for (const job of jobs) await run(queue, job, handler);
      } finally {
        // Poll at once, because any worker may now claim a job that waited for the finished job.
        for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id);
      }
    });
  }

  /** Sends a recurring job, at most one per interval. The job waits in the database, so a restart does not lose it. */
  async function sendEvery(queue: string, everySeconds: number): Promise<void> {
    const send = () =>
      boss.send(queue, {}, { singletonKey: queue, singletonSeconds: everySeconds, startAfter: everySeconds });
    await send();
    const timer = setInterval(() => {
      send().catch((error: unknown) => {
        log.warn({ reason: String(error), queue }, 'A recurring job could not be sent.');
      });
    }, everySeconds * 1_000);
    stopping.signal.addEventListener('abort', () => {
      clearInterval(timer);
    });
  }

  async function startBoss(): Promise<void> {
    await boss.start();
    await createOrUpdateQueues();
    wakeWorkers(boss, { schema, log, signal: stopping.signal });
  }

  let started: Promise<void> | undefined;
  return Object.freeze({
    start: () => (started = startBoss()),
    async send(
      database: DatabaseClient,
      queue: string,
      data: JsonObject,
      { key = randomUUID(), group }: SendOptions = {},
    ) {
      await boss.send(queue, withTrace(data, tracing), {
        singletonKey: key,
        ...(group !== undefined && { group: { id: group } }),
        db: inTransactionOf(database),
      });
    },
    async list(database: DatabaseClient, id?: string) {
      if (id === undefined) return database.rows<UnfinishedJob>(sqlNumbered(unfinishedIn(schema, ''), [queues]));
      if (!isJobId(id)) return [];
      return database.rows<UnfinishedJob>(sqlNumbered(unfinishedIn(schema, 'and id = $2::uuid'), [queues, id]));
    },
    async retry(database: DatabaseClient, id: string) {
      if (isJobId(id)) await database.rows(sqlNumbered(retryIn(schema), [queues, id]));
    },
    async work(queue: string, handler: JobHandler, settings: WorkerSettings = {}) {
      await startWorkers(queue, handler, settings);
      if (settings.startsAtOnce) await boss.send(queue, {}, { singletonKey: queue });
      if (settings.everySeconds !== undefined) await sendEvery(queue, settings.everySeconds);
    },
    async isHealthy() {
      try {
        await boss.getQueues();
        return true;
      } catch {
        return false;
      }
    },
    backlog: cacheFor(backlogMs, () => readBacklog(boss, schema, queues)),
    async stop({ graceMs = 10_000 }: { graceMs?: number } = {}) {
      // Another part of the process may have failed to start meanwhile. What starts after the stop would never end.
      await started?.catch(() => undefined);
      const drained = Promise.all(queues.map((name) => boss.offWork(name)));
      await Promise.race([drained, pause(graceMs, undefined, { ref: false })]);
      stopping.abort(new Error('The worker stops.'));
      // After their signal, handlers have this time to end. The job of a handler that does not end goes back to the queue.
      await boss.stop({ timeout: 2_000 });
    },
  });
}

/** Adds the current span to the data of a job, so that the trace of the job refers to what caused it. Earlier versions ignore it. */
const withTrace = (data: JsonObject, { current }: Tracing): JsonObject => {
  const span = current();
  return span ? { ...data, traceparent: formatTraceParent(span) } : data;
};

/** Runs the statements of pg-boss in the caller's transaction. */
const inTransactionOf = (database: DatabaseClient): Db => ({
  executeSql: async (text, values = []) => ({ rows: await database.rows(sqlNumbered(text, values)) }),
});

/** The options of the connections. pg-boss passes options that it does not know to the driver: `query_timeout`, in milliseconds, closes a connection to a server that no longer responds. */
const CONNECTION: ConstructorOptions & {
  readonly max: number;
  readonly query_timeout: number;
  readonly keepAlive: boolean;
} = {
  application_name: 'catalograph jobs',
  max: 4,
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  keepAlive: true,
  useListenNotify: true,
  // Migrations create the schema, where the role has the right to create one.
  createSchema: false,
  schedule: false,
  monitorVacuum: false,
  // How often pg-boss looks for jobs whose worker sends no heartbeat any more. Each process costs the database one look.
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  flowIntervalSeconds: 3_600,
};

/** How long the jobs of the queues are cached, so that frequent scrapes cost the database little. */
const backlogMs = 5_000;

/** The options of every queue. */
const QUEUE: QueueOptions & { readonly notify: boolean } = {
  notify: true,
  // The time without a heartbeat after which a job is retried: the shortest that pg-boss allows. A worker sends a heartbeat every second.
  heartbeatSeconds: 10,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  // The longest duration that pg-boss allows: only a missing heartbeat ends a job.
  expireInSeconds: 24 * 60 * 60,
  // A job waits for a worker for ten years at most.
  retentionSeconds: 10 * 365 * 24 * 60 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
};

const hasSettings = (stored: ReadonlyMap<string, unknown>): boolean =>
  Object.entries(QUEUE).every(([name, value]) => stored.get(name) === value);

/** The options of every worker. */
const WORKER: WorkOptions = {
  heartbeatRefreshSeconds: 1,
  // Notifications announce new jobs, and `wakeWorkers` finds the others. The interval without notifications applies where LISTEN fails.
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 300,
};

/** How often the process looks for due jobs. */
const intervalMs = 2_000;

const dueQueues = (schema: string) => `select distinct name from ${schema}.job
  where name = any($1::text[]) and state < 'active' and start_after <= now()`;

/** How workers are woken. */
interface WakeOptions {
  /** The schema of the jobs. */
  readonly schema: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Wakes the workers of queues with due jobs until the signal aborts: jobs whose pause is over, and jobs whose notification was lost with a
 * connection. One cheap statement for all queues takes the place of the polls of pg-boss, each of which costs as much as claiming a job.
 */
function wakeWorkers(boss: PgBoss, { schema, log, signal }: WakeOptions): void {
  const statement = dueQueues(schema);
  let isLooking = false;
  async function look(): Promise<void> {
    const workers = boss.getWipData();
    if (workers.length === 0) return;
    const names = [...new Set(workers.map(({ name }) => name))];
    const { rows } = await boss.getDb().executeSql(statement, [names]);
    const due = new Set(rows.map(({ name }: { readonly name: string }) => name));
    for (const { id, name } of workers) if (due.has(name)) boss.notifyWorker(id);
  }
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => {
        log.debug({ reason: String(error) }, 'The queues could not be searched for due jobs.');
      })
      .finally(() => {
        isLooking = false;
      });
  }, intervalMs);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
}

/**
 * Reads the jobs that wait and run. The conditions are those of the partial indexes of pg-boss, so that the statement does not read
 * finished jobs, which stay for a day. Recurring jobs wait for their time and are not due before.
 */
const backlogIn = (schema: string): string => `
  select name,
    count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as seconds,
    count(*) filter (where state = 'active')::int as active
  from (
    select name, state, start_after from ${schema}.job where state < 'active' and not blocked and policy = 'key_strict_fifo'
    union all
    select name, state, start_after from ${schema}.job where state = 'active' and policy = 'key_strict_fifo'
  ) job
  group by name`;

/** The statuses of jobs as pg-boss names them, in the order of their list, each with the order of its jobs. */
const listedStates = [
  ['active', 'running', 'started_on'],
  ['retry', 'failed', 'start_after'],
  ['created', 'waiting', 'start_after'],
] as const;

const isoTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const isJobId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/**
 * Reads the jobs of the queues $1 that have not ended and fulfil a condition. The conditions are those of the partial
 * indexes of pg-boss. The attempt of a job is counted when the next one begins.
 */
const unfinishedIn = (schema: string, condition: string): string =>
  listedStates
    .map(
      ([state, status, order]) => `(select id::text, name as queue, '${status}'::text as status,
        coalesce(data, '{}'::jsonb) - 'traceparent' as data, group_id as "group",
        retry_count + ${state === 'created' ? 0 : 1} as attempts, ${isoTime('created_on')} as "createdAt",
        ${isoTime('started_on')} as "startedAt", ${isoTime('start_after')} as "dueAt", output ->> 'message' as message
      from ${schema}.job where name = any($1::text[]) and state = '${state}' and not blocked and policy = 'key_strict_fifo'
        ${condition}
      order by ${order}, id limit 1000)`,
    )
    .join(' union all ');

const retryIn = (schema: string): string => `
  update ${schema}.job set start_after = now()
  where name = any($1::text[]) and id = $2::uuid and state < 'active' and start_after > now()`;

/** Reads the jobs of all queues; a queue without jobs has zeros. */
async function readBacklog(boss: PgBoss, schema: string, queues: readonly string[]): Promise<readonly Backlog[]> {
  const { rows } = await boss.getDb().executeSql(backlogIn(schema));
  const found = new Map(rows.map(backlogOf).map((backlog) => [backlog.name, backlog] as const));
  return queues.map((name) => found.get(name) ?? { name, waiting: 0, oldestSeconds: 0, active: 0 });
}

const backlogOf = (row: Readonly<Record<string, unknown>>): Backlog => ({
  name: String(row['name']),
  waiting: Number(row['waiting']),
  oldestSeconds: Number(row['seconds']),
  active: Number(row['active']),
});
