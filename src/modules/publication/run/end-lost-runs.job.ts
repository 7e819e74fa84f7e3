import { LockMode } from '@mikro-orm/core';
import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { DatasetEntity, datasetStatus } from '#datasets/index.ts';
import { lostRunsQueue } from '../queues.ts';
import { transitionStatus } from '../status/transition-status.ts';

/** The message of a status that waited for a run which is gone. */
export const lostRunMessage = 'The publication is gone: no worker executes it. Publish the dataset again.';

/** Whether a dataset has a run, which waits or is being executed. */
const hasRun = async ({ db }: Pick<RequestContext, 'db'>, datasetUid: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from publication_run where dataset_uid = ${datasetUid}`)) !== undefined;

/** Ends the publications of datasets whose status waits for a run that is gone, with an error. Otherwise no other could be requested. */
export async function endLostRuns(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const waiting = datasetStatus.allowing('fail');
  const found = await ctx.db.rows<{ uid: string }>(sql`
    select d.uid from dataset d where d.status = any(${waiting}::text[])
      and not exists (select from publication_run r where r.dataset_uid = d.uid) limit 1000`);
  for (const { uid } of found) {
    signal.throwIfAborted();
    await inTransaction(ctx, async (tx) => {
      const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!dataset || !waiting.includes(dataset.status) || (await hasRun(tx, uid))) return;
      transitionStatus(dataset, 'fail', tx.app.clock.now(), { message: lostRunMessage });
      tx.app.log.error({ datasetUid: uid }, 'A dataset waited for a publication that is gone.');
    });
  }
}

/** Ends lost publications every minute. */
export const endLostRunsJob: JobHandler = {
  queue: lostRunsQueue,
  everySeconds: 60,
  run: (ctx, { signal }) => endLostRuns(ctx, signal),
};
