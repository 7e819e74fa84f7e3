import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { acceptsRecords } from '../../../engine/extractors/services/realtime.ts';
import { fail } from '../../../kernel/fail.ts';
import { DatasetEntity } from '../../datasets/index.ts';
import { appendToLog, findPushTarget } from '../../resources/index.ts';
import { appendPushedRecords } from './append-pushed-records.ts';
import type { PushRecordsInput } from './push-records.inputs.ts';

/**
 * Stores records pushed to a resource in the log and returns their number. If the dataset is published, the records are also appended to
 * its published records. A push changes no configuration, so it creates no revision and no version. The lock of the dataset serialises
 * pushes and the end of a publication. Fails PUSH_DISABLED when the resource does not accept records, and INVALID_PUSH_KEY when the key is
 * wrong or the resource does not exist.
 */
export async function pushRecords(ctx: RequestContext, input: PushRecordsInput): Promise<number> {
  // a caller without the key must not take the lock
  await requirePushKey(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const { datasetId } = input;
    const dataset = await tx.em.findOne(
      DatasetEntity,
      { datasetId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    // the key may have been renewed during the wait for the lock
    await requirePushKey(tx, input);
    if (!dataset) fail('INVALID_PUSH_KEY');
    await appendToLog(tx, dataset.uid, input.resourceUid, input.records);
    await appendPushedRecords(tx, dataset);
    return input.records.length;
  });
}

/** Fails INVALID_PUSH_KEY for a wrong key, PUSH_DISABLED when the resource does not accept records. */
async function requirePushKey(ctx: RequestContext, input: PushRecordsInput): Promise<void> {
  const { params } = (await findPushTarget(ctx, input)) ?? fail('INVALID_PUSH_KEY');
  if (!acceptsRecords(params)) fail('PUSH_DISABLED');
}
