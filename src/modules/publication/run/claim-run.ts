import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { StatusEvent } from '../../datasets/index.ts';
import type { TransformConfiguration } from '../../records/index.ts';
import { moveStatus } from '../status/move-status.ts';
import type { Attempt, RunKey } from './attempt.ts';
import { finishLockedRun } from './finish-run.ts';
import type { Outcome } from './outcome.ts';
import { lockRun, type LockedRun } from './lock-run.ts';
import type { RunConfiguration, RunKind } from './publication-run.entity.ts';
import { LeaseLost } from './run-stopped.ts';

/** How often a run is claimed before it fails. */
const maxAttempts = 3;

const firstEvent = { publish: 'process', publish_metadata: 'save', unpublish: 'remove' } as const satisfies Record<
  RunKind,
  StatusEvent
>;

/**
 * Claims a run, also from a worker that died. Undefined when nothing is left to do: the run has finished, its dataset is
 * gone, or it is finished here because it was aborted or has failed too often.
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
    if (dataset.status === 'queued') moveStatus(dataset, firstEvent[run.kind], tx.app.clock.now());
    const leaseId = randomUUID();
    run.leaseId = leaseId;
    run.attempts += 1;
    run.progress = null;
    run.generation = run.kind === 'publish' ? await createGeneration(tx, dataset.uid, run.configuration) : null;
    return { ...key, kind: run.kind, configuration: run.configuration, leaseId, generation: run.generation ?? 0 };
  });
}

function outcomeWithoutAttempt({ dataset, run }: LockedRun): Outcome | undefined {
  if (dataset.status === 'aborting_processing') return { event: 'done' };
  return run.attempts < maxAttempts ? undefined : { event: 'fail', message: abandonedMessage };
}

const abandonedMessage = `The publication was interrupted ${maxAttempts} times and has been abandoned. Try again; if it happens again, ask the administrator to check the log.`;

/** A new generation for a run's records. It stores how they are made, so that records pushed later are made in the same way. */
async function createGeneration(
  tx: RequestContext,
  datasetUid: string,
  { processors = [], fields = [], definers = {}, highWatermark = 0 }: RunConfiguration,
): Promise<number> {
  const transform: TransformConfiguration = { processors, fields, definers };
  const row = await firstRow<{ id: string }>(
    tx.db,
    sql`
    insert into generation (dataset_uid, log_position, transform) values (${datasetUid}, ${highWatermark}, ${JSON.stringify(transform)}::jsonb) returning id`,
  );
  return Number(row?.id);
}

/** The same attempt with a new, empty generation; the sweep removes the one before. Fails LeaseLost. */
export function restartRun(ctx: RequestContext, attempt: Attempt): Promise<Attempt> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockRun(tx, attempt);
    if (locked?.run.leaseId !== attempt.leaseId) throw new LeaseLost();
    const generation = await createGeneration(tx, attempt.datasetUid, attempt.configuration);
    locked.run.generation = generation;
    locked.run.progress = null;
    return { ...attempt, generation };
  });
}

/** Releases a run that a stopping worker leaves; the interrupted attempt does not count. */
export async function releaseRun({ db }: RequestContext, { datasetUid, leaseId }: Attempt): Promise<void> {
  await db.rows(
    sql`update publication_run set attempts = attempts - 1 where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid`,
  );
}
