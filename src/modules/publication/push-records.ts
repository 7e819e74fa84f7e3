import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { takesRecords } from '../../engine/extractors/services/realtime.ts';
import { fail } from '../../kernel/fail.ts';
import { DatasetEntity } from '../datasets/index.ts';
import { appendToLog, findPushed } from '../resources/index.ts';
import { catchUpWithLog } from './catch-up-with-log.ts';
import type { PushRecordsInput } from './push-records.inputs.ts';

/**
 * Takes records that are pushed to a resource and answers how many: they are in the log, and among the records of the dataset while
 * it is published, when this returns. No change of the dataset: no revision, no version. The dataset is locked, so pushes
 * come one after another, and a publication ends between two of them. Fails INVALID_PUSH_KEY, also where there is nothing
 * to push to, and PUSH_DISABLED.
 */
export async function pushRecords(ctx: RequestContext, input: PushRecordsInput): Promise<number> {
  // nobody without the key waits for a lock, or has others wait
  await openedTo(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const { datasetId } = input;
    const dataset = await tx.em.findOne(
      DatasetEntity,
      { datasetId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    // the key may have been renewed while the lock was waited for
    await openedTo(tx, input);
    if (!dataset) fail('INVALID_PUSH_KEY');
    await appendToLog(tx, dataset.uid, input.resourceUid, input.records);
    await catchUpWithLog(tx, dataset);
    return input.records.length;
  });
}

/** Fails where the key does not open the resource, or the resource is disabled. */
async function openedTo(ctx: RequestContext, input: PushRecordsInput): Promise<void> {
  const { params } = (await findPushed(ctx, input)) ?? fail('INVALID_PUSH_KEY');
  if (!takesRecords(params)) fail('PUSH_DISABLED');
}
