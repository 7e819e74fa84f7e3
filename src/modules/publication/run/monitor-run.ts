import { setInterval } from 'node:timers/promises';
import type { RequestContext } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { DatasetStatus } from '#datasets/index.ts';
import { type Attempt, LeaseLost, RunAborted } from './run-attempt.ts';

/** How often the state of a run is read: an abort takes effect within a second. */
const intervalMs = 300;

/** Why an attempt must stop. The error is STORAGE_FULL. */
type StopReason = LeaseLost | RunAborted | CatalogError;

/** The functions that the monitor calls. */
export interface MonitorCallbacks {
  /** Called once, when the attempt must stop. */
  readonly onStop: (reason: StopReason) => void;
  /** Called after each check while the attempt may continue. */
  readonly onTick: () => void;
}

/** Checks an attempt's run until the signal aborts at the end of the attempt. */
export async function monitorRun(
  ctx: RequestContext,
  attempt: Attempt,
  { onStop, onTick }: MonitorCallbacks,
  ended: AbortSignal,
): Promise<void> {
  try {
    for await (const _tick of setInterval(intervalMs, undefined, { signal: ended })) {
      const reason = await findStopReason(ctx, attempt);
      if (reason) return onStop(reason);
      onTick();
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

/** Why the attempt must stop; undefined while it may continue. */
async function findStopReason(
  { app, db }: RequestContext,
  { datasetUid, leaseId }: Attempt,
): Promise<StopReason | undefined> {
  if (!(await app.hasDiskSpace())) return new CatalogError('STORAGE_FULL', { disk: 'the database' });
  try {
    const row = await firstRow<{ status: DatasetStatus }>(
      db,
      sql`
      select d.status from publication_run r join dataset d on d.uid = r.dataset_uid
      where r.dataset_uid = ${datasetUid} and r.lease_id = ${leaseId}::uuid`,
    );
    if (!row) return new LeaseLost();
    return row.status === 'aborting_processing' ? new RunAborted() : undefined;
  } catch {
    // a short outage of the database does not end the attempt; during a longer outage the attempt's next write fails
    return undefined;
  }
}
