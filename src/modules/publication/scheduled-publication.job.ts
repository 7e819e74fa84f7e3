import { LockMode } from '@mikro-orm/core';
import { forCaller } from '../../api/caller.ts';
import type { JobHandler } from '../../api/catalog-module.ts';
import type { RequestContext } from '../../api/context.ts';
import { anonymous } from '../../api/session.ts';
import { inTransaction } from '../../api/transaction.ts';
import { sql, sqlText } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { datasetRights } from '../access/index.ts';
import { DatasetEntity, datasetStatus } from '../datasets/index.ts';
import { readDomainRights, sessionOfUser } from '../identity/index.ts';
import { datasetsDue, takeDueSchedules } from '../schedules/index.ts';
import { giveOrder } from './order-publication.ts';
import { schedulesQueue } from './queues.ts';

/**
 * Orders the publications whose time has come. The rows of schedules are the only truth, looked at again and again, so that
 * a change, deletion, restore or copy of a schedule needs nothing else to be kept in step, and a time that passed while no
 * worker was up is simply still due. What keeps several workers apart is the lock of the dataset, under which alone a
 * schedule is taken: one that somebody else holds is passed over, and looked at again the next time.
 */
export async function runDueSchedules(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  for (const datasetUid of await datasetsDue(ctx)) {
    signal.throwIfAborted();
    try {
      await inTransaction(ctx, (tx) => runSchedulesOf(tx, datasetUid));
    } catch (err) {
      // those of the other datasets shall not wait for this one, which is tried again the next time
      ctx.app.log.error({ err, datasetUid }, 'The schedules of a dataset could not be run.');
    }
  }
}

/** Takes what is due of a dataset, and publishes it as the first creator who may; skipped while it is unpublished or unsettled (rest.md 4). */
async function runSchedulesOf(tx: RequestContext, uid: string): Promise<void> {
  const dataset = await tx.em.findOne(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  if (!dataset) return;
  const publishers = await takeDueSchedules(tx, uid);
  if (!dataset.isPublished || !datasetStatus.allowing('order').includes(dataset.status)) return;
  for (const { username, scopes } of publishers) {
    const user = await readDomainRights(tx.db, username);
    const session = user ? sessionOfUser(user, scopes) : anonymous;
    const asCreator = { ...tx, session, db: forCaller(tx.db, session) };
    if (await mayPublish(asCreator, uid)) return giveOrder(asCreator, dataset, 'publish');
  }
}

const mayPublish = async ({ db, session }: RequestContext, uid: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from dataset d where d.uid = ${uid} and ${datasetRights.publish(session, sqlText('d'))}`,
  )) !== undefined;

export const scheduledPublicationJob: JobHandler = {
  queue: schedulesQueue,
  everySeconds: 30,
  run: (ctx, { signal }) => runDueSchedules(ctx, signal),
};
