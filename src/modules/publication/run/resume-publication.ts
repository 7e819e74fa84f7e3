import type { DatasetHook, RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { reviveGenerationsOf } from '#records/index.ts';
import { publicationQueue } from '../queues.ts';

/** Keeps the records of a restored dataset, and executes the run that its deletion interrupted, as after the crash of a worker. */
export const resumePublication: DatasetHook = async (tx, uid) => {
  await reviveGenerationsOf(tx, uid);
  await sendJobs(tx, sql`dataset_uid = ${uid}`);
};

/** Executes all pending runs of a catalog that was restored from a backup, which has no jobs. */
export const resumeAllPublications = (ctx: RequestContext): Promise<void> =>
  inTransaction(ctx, (tx) => sendJobs(tx, sql`true`));

async function sendJobs({ app, db }: RequestContext, condition: Sql): Promise<void> {
  const runs = await db.rows<{ id: string; datasetUid: string; requestedBy: string | null }>(
    sql`select id, dataset_uid as "datasetUid", requested_by as "requestedBy" from publication_run where ${condition}`,
  );
  for (const { id: runId, datasetUid, requestedBy } of runs)
    await app.jobs.send(
      db,
      publicationQueue,
      { datasetUid, runId },
      { key: datasetUid, ...(requestedBy !== null && { group: requestedBy }) },
    );
}
