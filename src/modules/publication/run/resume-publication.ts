import type { DatasetHook } from '../../../api/context.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { reviveGenerationsOf } from '../../records/index.ts';
import { publicationQueue } from '../queues.ts';

/** Keeps the records of a restored dataset, and executes the run that its deletion interrupted, as after the crash of a worker. */
export const resumePublication: DatasetHook = async (tx, uid) => {
  await reviveGenerationsOf(tx, uid);
  const run = await firstRow<{ id: string; requestedBy: string | null }>(
    tx.db,
    sql`select id, requested_by as "requestedBy" from publication_run where dataset_uid = ${uid}`,
  );
  if (!run) return;
  const group = run.requestedBy === null ? {} : { group: run.requestedBy };
  await tx.app.jobs.send(tx.db, publicationQueue, { datasetUid: uid, runId: run.id }, { key: uid, ...group });
};
