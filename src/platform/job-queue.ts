import type { JsonObject } from '#kernel/json.ts';
import type { TraceId } from './telemetry.ts';
import type { DatabaseClient } from './database/database-client.ts';

/** A job that a worker has claimed. */
export interface Job {
  readonly id: string;
  readonly data: JsonObject;
  /** The trace of this attempt. */
  readonly traceId: TraceId;
  /** The number of the attempt, from 1. A failure, a stop and a crash of a worker each lead to another attempt. */
  readonly attempt: number;
  /** Aborts when the worker loses the job or stops. The handler then ends without writing; another attempt follows. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job. A job whose handler throws is retried after a pause, without limit; a handler gives up by returning. A finished job may
 * run again, when its worker crashed or the database was lost before the end of the job was stored.
 */
export type JobHandler = (job: Job) => Promise<void>;

/** Options of a job. */
export interface SendOptions {
  /** Jobs with the same key run one after another. */
  readonly key?: string;
  /** The user or dataset that the job is for; `groupConcurrency` limits its jobs. */
  readonly group?: string;
}

/** How one process runs the jobs of a queue. */
export interface WorkerSettings {
  /** The maximum number of concurrent jobs. Default: 1. */
  readonly concurrency?: number;
  /** The maximum number of concurrent jobs of one group. Default: no limit. */
  readonly groupConcurrency?: number;
  /** The interval at which a job without data is sent, once for all processes. */
  readonly everySeconds?: number;
  /** Whether the recurring job is also sent when a worker starts. */
  readonly startsAtOnce?: boolean;
}

/** The jobs of a queue at one moment. */
export interface Backlog {
  readonly name: string;
  /** The jobs that are due and wait for a worker. */
  readonly waiting: number;
  /** How long the oldest of them is due. */
  readonly oldestSeconds: number;
  /** The jobs that workers run. */
  readonly active: number;
}

/** The status of a job that has not ended. A job whose last attempt failed or was interrupted is `failed`; another attempt follows. */
export type JobStatus = 'waiting' | 'running' | 'failed';

/** A job that has not ended. Times are in ISO 8601. */
export interface UnfinishedJob {
  readonly id: string;
  readonly queue: string;
  readonly status: JobStatus;
  readonly data: JsonObject;
  /** The group that it was sent with. */
  readonly group: string | null;
  /** How many attempts have begun. */
  readonly attempts: number;
  readonly createdAt: string;
  /** When the last attempt began. */
  readonly startedAt: string | null;
  /** When the next attempt may begin. */
  readonly dueAt: string;
  /** The error of the last attempt, which may contain secrets. */
  readonly message: string | null;
}

/** The queues of jobs. A job runs only after the commit of the transaction that sends it. */
export interface JobQueue {
  /** Connects and creates the queues. */
  start(): Promise<void>;
  /** Adds a job in the caller's transaction. */
  send(database: DatabaseClient, queue: string, data: JsonObject, options?: SendOptions): Promise<void>;
  /** Runs the jobs of a queue until `stop`. */
  work(queue: string, handler: JobHandler, settings?: WorkerSettings): Promise<void>;
  /** The jobs that run, have failed and wait, in this order, at most 1000 of each status; with an id, that job alone. */
  list(database: DatabaseClient, id?: string): Promise<readonly UnfinishedJob[]>;
  /** Has a job that does not run begin its next attempt as soon as a worker is free, once the caller's transaction is committed. */
  retry(database: DatabaseClient, id: string): Promise<void>;
  /** The jobs of every queue, cached for some seconds. */
  backlog(): Promise<readonly Backlog[]>;
  /** Whether jobs can be sent and claimed now. */
  isHealthy(): Promise<boolean>;
  /** Claims no more jobs, waits `graceMs` (default: 10,000) for the running jobs, aborts their signals, and disconnects. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/**
 * The tables of pg-boss, which a catalog with one schema has next to its own, but for partitions. They belong to no backup.
 */
export const jobTables: readonly string[] = [
  'bam',
  'job_dependency',
  'queue',
  'schedule',
  'subscription',
  'version',
  'warning',
];
