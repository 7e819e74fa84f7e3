import type { JsonObject } from '../../kernel/json.ts';
import type { DatabaseClient } from '../database/database-client.ts';

/** A job that a worker has taken. */
export interface Job {
  readonly id: string;
  readonly data: JsonObject;
  /** 1 when a worker takes the job for the first time; one more after each failure, stop or death of a worker. */
  readonly attempt: number;
  /** Aborts when the job is this worker's no longer, or the worker stops: end without writing, another attempt follows. */
  readonly signal: AbortSignal;
}

/**
 * Does a job. A failure brings the job back after a pause, without limit: to give up, return. A job may come again although
 * it was done, when its worker died or the database went away in the moment of its end.
 */
export type JobHandler = (job: Job) => Promise<void>;

/** How jobs are sent. */
export interface SendOptions {
  /** Jobs of one key run one after another. */
  readonly key?: string;
  /** Whom the job is for: one of them gets only so many places at a time (`groupConcurrency`). */
  readonly group?: string;
}

/** How a queue's jobs are run in one process. */
export interface WorkSettings {
  /** Jobs at a time; 1 unless told. */
  readonly concurrency?: number;
  /** Jobs of one group at a time, so that places are left for others; no limit unless told. */
  readonly groupConcurrency?: number;
  /** A job without data comes as often, however many processes ask for it. */
  readonly everySeconds?: number;
}

/** Work to be done after the transaction that asks for it. */
export interface JobQueue {
  /** Connects and makes the queues ready. */
  start(): Promise<void>;
  /** Adds a job in the caller's transaction: it exists when that commits. */
  send(database: DatabaseClient, queue: string, data: JsonObject, options?: SendOptions): Promise<void>;
  /** Runs the queue's jobs until the queue stops. */
  work(queue: string, handler: JobHandler, settings?: WorkSettings): Promise<void>;
  /** Whether jobs can be sent and taken now. */
  healthy(): Promise<boolean>;
  /** Takes no more jobs, gives the running ones `graceMs` (10,000) to end, aborts their signals, and disconnects. */
  stop(options?: { graceMs?: number }): Promise<void>;
}
