import type { JsonObject } from '#kernel/json.ts';
import { PublicationRunEntity, type RunConfiguration, type RunKind } from './publication-run.entity.ts';
import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '#api/context.ts';
import { DatasetEntity } from '#datasets/index.ts';

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
