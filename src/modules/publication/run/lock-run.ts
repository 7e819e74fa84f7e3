import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '#api/context.ts';
import { DatasetEntity } from '#datasets/index.ts';
import type { RunKey } from './attempt.ts';
import { PublicationRunEntity } from './publication-run.entity.ts';

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
