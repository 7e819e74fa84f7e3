import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql } from '../../../kernel/sql.ts';
import type { StatusEvent } from '../../datasets/index.ts';
import { createGeneration } from '../../records/index.ts';
import { transitionStatus } from '../status/transition-status.ts';
import type { Attempt, RunKey } from './attempt.ts';
import { finishLockedRun } from './finish-run.ts';
import type { Outcome } from './outcome.ts';
import { lockRun, type LockedRun } from './lock-run.ts';
import type { RunKind } from './publication-run.entity.ts';
import { LeaseLost } from './run-stopped.ts';

/** The number of times that a run is claimed before it fails. */
const maxAttempts = 3;

const firstEvent = { publish: 'process', publish_metadata: 'save', unpublish: 'remove' } as const satisfies Record<
  RunKind,
  StatusEvent
>;

/**
 * Claims a run, also from a worker that died. Returns undefined when nothing is left to do: the run has finished or its dataset
 * was deleted. A run that was interrupted too often, or aborted before its first write, is finished here.
 */
export function claimRun(ctx: RequestContext, key: RunKey): Promise<Attempt | undefined> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockRun(tx, key);
    if (!locked) return undefined;
    const outcome = outcomeWithoutAttempt(locked);
    if (outcome) {
      await finishLockedRun(tx, locked, outcome);
      return undefined;
    }
    const { dataset, run } = locked;
    if (dataset.status === 'queued') transitionStatus(dataset, firstEvent[run.kind], tx.app.clock.now());
    const leaseId = randomUUID();
    run.leaseId = leaseId;
    run.attempts += 1;
    const isAborted = dataset.status === 'aborting_processing';
    if (!isAborted) {
      run.progress = null;
      run.generation = run.kind === 'publish' ? await createRunGeneration(tx, run) : null;
    }
    const { kind, configuration, generation } = run;
    return { ...key, kind, configuration, leaseId, isAborted, generation: generation ?? 0 };
  });
}

/** The outcome of a run that finishes without another attempt; undefined when the run needs an attempt. */
function outcomeWithoutAttempt({ dataset, run }: LockedRun): Outcome | undefined {
  const isAborted = dataset.status === 'aborting_processing';
  if (isAborted && run.progress === null) return { event: 'done' };
  // an aborted run gets further attempts, because they only finish the records that are already written
  return run.attempts < (isAborted ? 2 * maxAttempts : maxAttempts)
    ? undefined
    : { event: 'fail', message: abandonedMessage };
}

const abandonedMessage = `The publication was interrupted ${maxAttempts} times and has been abandoned. Try again; if it happens again, ask the administrator to check the log.`;

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
 * Gives an attempt a new, empty generation and returns the attempt; a job drops the previous generation. Throws LeaseLost when another
 * attempt holds the lease.
 */
export function restartRun(ctx: RequestContext, attempt: Attempt): Promise<Attempt> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockRun(tx, attempt);
    if (locked?.run.leaseId !== attempt.leaseId) throw new LeaseLost();
    const generation = await createRunGeneration(tx, locked.run);
    locked.run.generation = generation;
    locked.run.progress = null;
    return { ...attempt, generation };
  });
}

/** Releases a run whose worker is stopping; the interrupted attempt does not count. */
export async function releaseRun({ db }: RequestContext, { datasetUid, leaseId }: Attempt): Promise<void> {
  await db.rows(
    sql`update publication_run set attempts = attempts - 1 where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid`,
  );
}
