import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { removeRulesets } from '../../access/index.ts';
import type { DatasetActionInput } from '../dataset.inputs.ts';
import { lockDataset } from './lock-dataset.ts';

/** Deletes a dataset with all its parts, in any status. A job that works on the dataset stops when it notices the deletion. */
export function deleteDataset(ctx: RequestContext, { uid, expectedRevision }: DatasetActionInput): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const dataset = await lockDataset(tx, uid, ['edit'], expectedRevision);
    await removeRulesets(tx, uid);
    await tx.em.remove(dataset).flush();
    for (const hook of tx.app.registry.onDatasetDeleted) await hook(tx, uid);
    return uid;
  });
}
