import type { Json, JsonObject } from '#kernel/json.ts';
import { PublicationRunEntity, type RunConfiguration, type RunKind } from './publication-run.entity.ts';
import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '#api/context.ts';
import { DatasetEntity, type DatasetStatus, datasetStatus, type StatusEvent } from '#datasets/index.ts';
import { setInterval } from 'node:timers/promises';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/** Identifies a run; the data of its job. */
export interface RunKey {
  readonly datasetUid: string;
  readonly runId: string;
}

/** One worker's attempt to execute a run. */
export interface Attempt extends RunKey {
  readonly kind: RunKind;
  /** The user who requested the run; null for a schedule whose creator is gone. */
  readonly requestedBy: string | null;
  readonly configuration: RunConfiguration;
  /** The fencing token. After the next claim has replaced the token, this attempt can no longer write. */
  readonly leaseId: string;
  /** The generation that the attempt writes; 0 for a kind of run that writes no records. */
  readonly generation: number;
}

/** The run that the data of a job identifies. Jobs sent before the table was renamed carry `orderId`. */
export function parseRunKey({ datasetUid, orderId, runId = orderId }: JsonObject): RunKey {
  if (typeof datasetUid !== 'string' || typeof runId !== 'string')
    throw new TypeError('A publication job must name a dataset and a run.');
  return { datasetUid, runId };
}

/** A later attempt holds the lease, or the dataset was deleted: this attempt must not write. */
export class LeaseLost extends Error {
  constructor() {
    super('Another attempt holds the lease of this run.');
  }
}

/** A user aborted the run: the records written so far are kept. */
export class RunAborted extends Error {
  constructor() {
    super('The publication was aborted.');
  }
}

/** A resource could not be read, for the reason in `cause`. */
export class ResourceFailed extends Error {
  readonly resource: { readonly uid: string; readonly title: string };

  constructor({ uid, title }: ResourceFailed['resource'], cause: unknown) {
    super(`Resource ${title === '' ? uid : `${title} (${uid})`}`, { cause });
    this.resource = { uid, title };
  }
}

/** A run and its dataset, both locked until the transaction ends. */
export interface LockedRun {
  readonly dataset: DatasetEntity;
  readonly run: PublicationRunEntity;
}

/**
 * Locks the dataset of a run, as every change does first, and then the run. Returns undefined when the run has finished or its dataset
 * was deleted.
 */
export async function lockRun({ em }: RequestContext, { datasetUid, runId }: RunKey): Promise<LockedRun | undefined> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const dataset = await em.findOne(DatasetEntity, { uid: datasetUid }, lock);
  const run = dataset && (await em.findOne(PublicationRunEntity, { dataset: datasetUid, id: runId }, lock));
  return dataset && run ? { dataset, run } : undefined;
}

/** How often the state of a run is read: an abort takes effect within a second. */
const intervalMs = 300;

/** Why an attempt must stop. The error is STORAGE_FULL. */
type StopReason = LeaseLost | RunAborted | CatalogError;

/** The functions that the monitor calls. */
interface MonitorCallbacks {
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

/** The parts of a status other than its state. */
interface StatusReport {
  /** A message for people; null when there is nothing to report. */
  readonly message?: string | null;
  readonly params?: JsonObject;
  readonly recordsErrors?: readonly Json[];
  /** The requested action, which the error message names. */
  readonly action?: string;
}

/**
 * Moves a dataset to its next status and replaces the report of the previous status. Fails INVALID_DATASET_STATUS when the status allows
 * no such transition.
 */
export function transitionStatus(
  dataset: DatasetEntity,
  event: StatusEvent,
  now: Date,
  { message = null, params = {}, recordsErrors = [], action = event }: StatusReport = {},
): void {
  const status = datasetStatus.next(dataset.status, event, action);
  dataset.previousStatus = dataset.status;
  dataset.status = status;
  dataset.statusSince = now;
  dataset.statusMessage = message;
  dataset.statusParams = params;
  dataset.recordsErrors = recordsErrors;
}

/** Calls the hooks of the modules that depend on what readers see of a dataset. The caller must write the dataset's row before the call. */
export async function notifyPublicationChanged(tx: RequestContext, datasetUid: string): Promise<void> {
  for (const hook of tx.app.registry.onPublicationChanged) await hook(tx, datasetUid);
}

/** One job per run; the runs of a dataset are executed one after another. */
export const publicationQueue = 'publication';

/** Removes records that are no longer visible. */
export const sweepQueue = 'publication_sweep';

/** Finds schedules that are due. */
export const schedulesQueue = 'schedules';

/** Finds datasets whose status waits for a run that is gone. */
export const lostRunsQueue = 'lost_runs';
