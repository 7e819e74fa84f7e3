import { LockMode } from '@mikro-orm/core';
import { forCaller } from '#api/session/caller.ts';
import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { anonymous } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import { DatasetEntity, datasetStatus } from '#datasets/index.ts';
import { readDomainRights, sessionOfUser } from '#identity/index.ts';
import { findDueDatasets, claimDueSchedules } from '#schedules/index.ts';
import { enqueueRun } from './request-publication.ts';
import { schedulesQueue } from '../queues.ts';

/**
 * Enqueues the publications that are due. The rows of schedules are the only state and are polled. A changed, restored or copied
 * schedule therefore needs no other update, and a run whose time passed while no worker was running is still due. A schedule is
 * taken only under the lock of its dataset; when another transaction holds the lock, the dataset is skipped until the next poll.
 */
export async function runDueSchedules(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  for (const datasetUid of await findDueDatasets(ctx)) {
    signal.throwIfAborted();
    try {
      await inTransaction(ctx, (tx) => runSchedulesOfDataset(tx, datasetUid));
    } catch (err) {
      // The failure of one dataset must not stop the others. The next poll retries it.
      ctx.app.log.error({ err, datasetUid }, 'The schedules of a dataset could not be run.');
    }
  }
}

/**
 * Takes the due schedules of a dataset and enqueues a publication for the first of their creators who may publish the dataset. An unpublished
 * dataset, and a dataset with a pending run, is not published (docs/contract/rest.md 4).
 */
async function runSchedulesOfDataset(tx: RequestContext, uid: string): Promise<void> {
  const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  if (!dataset) return;
  const publishers = await claimDueSchedules(tx, uid);
  if (!dataset.isPublished || !datasetStatus.allowing('enqueue').includes(dataset.status)) return;
  for (const { username, scopes } of publishers) {
    const user = await readDomainRights(tx.db, username);
    const session = user ? sessionOfUser(user, scopes) : anonymous;
    const asCreator = { ...tx, session, db: forCaller(tx.db, session) };
    if (await canPublish(asCreator, uid)) return enqueueRun(asCreator, dataset, 'publish', { isScheduled: true });
  }
}

const canPublish = async ({ db, session }: RequestContext, uid: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from dataset d where d.uid = ${uid} and ${datasetRights.publish(session, sqlText('d'))}`,
  )) !== undefined;

/** Enqueues due publications twice a minute. */
export const scheduledPublicationJob: JobHandler = {
  queue: schedulesQueue,
  everySeconds: 30,
  run: (ctx, { signal }) => runDueSchedules(ctx, signal),
};
