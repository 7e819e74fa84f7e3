import { recordChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { deleteOwnedRows } from '#deletions/index.ts';
import { titleOf } from '../dataset-id.rules.ts';
import type { DatasetActionInput } from '../dataset.inputs.ts';
import { lockDataset } from './lock-dataset.ts';

/**
 * Deletes a dataset with all its parts, in any status. It can be restored for some days. A job that works on the dataset stops when it
 * notices the deletion.
 */
export function deleteDataset(ctx: RequestContext, input: DatasetActionInput): Promise<string> {
  const { uid, expectedRevision } = input;
  return inTransaction(ctx, async (tx) => {
    const dataset = await lockDataset(tx, uid, ['edit'], expectedRevision);
    const title = titleOf(dataset.metadata);
    const root = { table: 'dataset', keyColumn: 'uid', key: uid } as const;
    await deleteOwnedRows(tx, { uid, kind: 'dataset', name: dataset.datasetId, title, root });
    await tx.em.remove(dataset).flush();
    for (const hook of tx.app.registry.onDatasetDeleted) await hook(tx, uid);
    await recordChange(tx, { action: 'deleteDataset', type: 'Dataset', input }, uid);
    return uid;
  });
}
