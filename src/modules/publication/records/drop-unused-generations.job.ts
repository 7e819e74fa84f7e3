import type { JobHandler } from '#api/catalog-module.ts';
import type { DatasetHook } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { dropGenerations, retireGenerationsOf } from '#records/index.ts';
import { sweepQueue } from '../queues.ts';

/**
 * Drops the generations that are neither visible nor being written: replaced generations, and generations of failed attempts and deleted
 * datasets.
 */
export const dropUnusedGenerationsJob: JobHandler = {
  queue: sweepQueue,
  everySeconds: 60,
  run: (ctx, { signal }) => dropGenerations(ctx, sql`select generation from publication_run`, signal),
};

/** Requests that the records of a deleted dataset are dropped as soon as no request reads them. */
export const dropRecords: DatasetHook = async (tx, uid) => {
  await retireGenerationsOf(tx, uid);
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
};
