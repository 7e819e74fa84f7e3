import { randomUUID } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import type { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { StatusEvent } from '#datasets/index.ts';
import { createGeneration, dropGeneration, withFile } from '#records/index.ts';
import { type Attempt, LeaseLost, type LockedRun, lockRun, type RunKey, transitionStatus } from './run-attempt.ts';
import { finishLockedRun, type Outcome } from './finish-run.ts';
import type { Interruption, RunKind } from './publication-run.entity.ts';
import { WorkPermits } from '#kernel/semaphore.ts';
import type { JobQueue } from '#platform/job-queue.ts';

/** The number of times that a run is claimed before it fails. */
const maxAttempts = 3;

const firstEvent = { publish: 'process', publish_metadata: 'save', unpublish: 'remove' } as const satisfies Record<
  RunKind,
  StatusEvent
>;

/**
 * Claims a run, also from a worker that died, and removes the records that the previous attempt wrote before it makes room for others. Returns
 * undefined when nothing is left to do: the run has finished or its dataset was deleted. A run that was interrupted too often, or aborted, is
 * finished here.
 */
export async function claimRun(ctx: RequestContext, key: RunKey): Promise<Attempt | undefined> {
  const claimed = await withFile(ctx, () => inTransaction(ctx, (tx) => claimLockedRun(tx, key)));
  if (claimed?.abandoned == null) return claimed?.attempt;
  await dropGeneration(ctx, claimed.abandoned);
  return restartRun(ctx, claimed.attempt);
}

/** Claims a run in a transaction. Returns the attempt, and the generation of the one before. */
async function claimLockedRun(tx: RequestContext, key: RunKey) {
  const locked = await lockRun(tx, key);
  if (!locked) return undefined;
  const outcome = await outcomeWithoutAttempt(tx, locked);
  if (outcome) {
    await finishLockedRun(tx, locked, outcome);
    return undefined;
  }
  const { dataset, run } = locked;
  if (dataset.status === 'queued') transitionStatus(dataset, firstEvent[run.kind], tx.app.clock.now());
  const leaseId = randomUUID();
  run.leaseId = leaseId;
  run.attempts += 1;
  const { since } = run.interruption ?? {};
  run.interruption = since === undefined ? null : { since };
  const abandoned = run.generation;
  run.progress = null;
  run.generation = run.kind === 'publish' && abandoned == null ? await createRunGeneration(tx, run) : null;
  const { kind, configuration, generation, requestedBy = null } = run;
  return { attempt: { ...key, kind, configuration, requestedBy, leaseId, generation: generation ?? 0 }, abandoned };
}

/** The outcome of a run that finishes without another attempt; undefined when the run needs an attempt. */
async function outcomeWithoutAttempt(tx: RequestContext, { dataset, run }: LockedRun): Promise<Outcome | undefined> {
  if (dataset.status === 'aborting_processing') return outcomeOfAborted(tx, run);
  return run.attempts < maxAttempts ? undefined : { event: 'fail', message: abandonedMessage(run.interruption) };
}

/** The outcome of an aborted run whose worker died: its records are kept if they were stored. */
async function outcomeOfAborted({ db }: RequestContext, run: LockedRun['run']): Promise<Outcome> {
  if (run.progress === null) return { event: 'done' };
  const stored = await firstRow(
    db,
    sql`select 1 from generation where id = ${run.generation ?? null}::bigint and file is not null`,
  );
  return stored ? { event: 'done' } : { event: 'done', isEmpty: true, message: lostRecordsMessage };
}

const lostRecordsMessage = 'The publication was aborted, and its worker ended before the records were stored.';

const abandonedMessage = (interruption: Interruption | null | undefined): string =>
  [
    `The publication was interrupted ${maxAttempts} times and has been abandoned.`,
    ...(interruption?.reason === undefined ? [] : [`The last time: ${interruption.reason}`]),
    'Try again; if it happens again, ask the administrator to check the log.',
  ].join(' ');

/** Creates a generation for a run's records and returns its identifier. */
const createRunGeneration = (tx: RequestContext, { dataset, configuration }: LockedRun['run']): Promise<number> => {
  const { processors = [], fields = [], definers = {}, highWatermark = 0 } = configuration;
  return createGeneration(tx, {
    datasetUid: dataset.uid,
    logPosition: highWatermark,
    transform: { processors, fields, definers },
  });
};

/**
 * Gives an attempt a new, empty generation in place of the one that it wrote, and returns the attempt. Throws LeaseLost when another attempt
 * holds the lease.
 */
export async function restartRun(ctx: RequestContext, attempt: Attempt): Promise<Attempt> {
  const { generation, previous } = await inTransaction(ctx, async (tx) => {
    const locked = await lockRun(tx, attempt);
    if (locked?.run.leaseId !== attempt.leaseId) throw new LeaseLost();
    const replaced = locked.run.generation;
    const created = await createRunGeneration(tx, locked.run);
    locked.run.generation = created;
    locked.run.progress = null;
    return { generation: created, previous: replaced };
  });
  if (previous != null) await dropGeneration(ctx, previous);
  return { ...attempt, generation };
}

/** Releases a run whose worker is stopping; the interrupted attempt does not count. */
export async function releaseRun({ db }: RequestContext, { datasetUid, leaseId }: Attempt): Promise<void> {
  await db.rows(
    sql`
      update publication_run
      set attempts = attempts - 1
      where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid`,
  );
}

/** How long attempts that the database or the storage interrupted do not count. */
const outageMs = 60 * 60_000;

/**
 * Notes why an attempt was interrupted, and returns whether it holds the lease. Where the service was unavailable, the attempt does not count
 * for an hour from the first time on.
 */
export async function noteInterruption(
  { app, db }: RequestContext,
  { datasetUid, leaseId }: Attempt,
  failure: CatalogError | undefined,
): Promise<boolean> {
  const now = app.clock.now();
  const reason = failure?.message ?? 'An unexpected error occurred.';
  const isOutage = failure?.entry.kind === 'unavailable';
  const since = sql`coalesce(interruption ->> 'since', ${isOutage ? now.toISOString() : null}::text)`;
  const noted = await db.rows(sql`
    update publication_run
    set interruption = jsonb_strip_nulls(jsonb_build_object('reason', ${reason}::text, 'since', ${since})),
      attempts = attempts - case
        when ${isOutage}::boolean
        and (${since})::timestamptz > ${new Date(now.getTime() - outageMs)}::timestamptz then 1
        else 0 end
    where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid returning 1`);
  return noted.length > 0;
}

/** Removes the records of an attempt that has failed for good, as long as it holds the lease. */
export async function discardRecords(ctx: RequestContext, { datasetUid, leaseId }: Attempt): Promise<void> {
  const run = await firstRow<{ generation: string }>(
    ctx.db,
    sql`
      select generation
      from publication_run
      where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid and generation is not null`,
  );
  if (run) await dropGeneration(ctx, Number(run.generation));
}

/** The publications of a process that read and write records at a time; the last slot is for another user. */
const limits = { permits: 4, permitsOfCaller: 3 };
/** The publications that a process runs at a time, those included that wait for the bytes of a source. */
export const runConcurrency = { concurrency: 8, groupConcurrency: 6 };

const permitsOf = new WeakMap<JobQueue, WorkPermits>();

function permitsIn(jobs: JobQueue): WorkPermits {
  const permits = permitsOf.get(jobs) ?? new WorkPermits(limits);
  permitsOf.set(jobs, permits);
  return permits;
}

/** The slot of one publication. It is given back while the publication waits for the bytes of a source, so that slow sources stop no others. */
export class WorkSlot {
  readonly #permits: WorkPermits;
  readonly #user: string;
  readonly #signal: AbortSignal;
  #give: (() => void) | undefined;
  /** Whether the publication has had records since the last check. */
  #isBusy = false;

  constructor(jobs: JobQueue, user: string, signal: AbortSignal) {
    this.#permits = permitsIn(jobs);
    this.#user = user;
    this.#signal = signal;
  }

  /** Waits for a slot, where the publication has none. Throws the signal's reason when it aborts. */
  async take(): Promise<void> {
    this.#isBusy = true;
    this.#give ??= await this.#permits.take(this.#user, this.#signal);
  }

  /** Gives the slot back where the publication waits for bytes and has had no records since the last check. */
  check(isWaiting: boolean): void {
    if (isWaiting && !this.#isBusy) this.give();
    this.#isBusy = false;
  }

  /** Gives the slot back. */
  give(): void {
    this.#give?.();
    this.#give = undefined;
  }
}
