import type { RequestContext } from '../../../api/context.ts';
import { inTransaction, retryOnConflict } from '../../../api/transaction.ts';
import { sqlText } from '../../../kernel/sql.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';
import { checkRevision, findDatasetWithRights } from '../change/lock-dataset.ts';
import { recordVersion } from '../change/record-version.ts';

/** The number of attempts without a lock. If all of them meet a concurrent change, the next attempt locks the dataset. */
const maxOptimisticAttempts = 2;

/**
 * Changes the metadata of a dataset. This is the most frequent change, so it does not lock the dataset first: it computes the new metadata
 * from the current ones, then writes them and records the version in one statement, which has no effect when the row has changed in
 * between. Fails as `changeDataset` does.
 */
export async function changeMetadata(
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  apply: (metadata: DatasetMetadata) => DatasetMetadata,
): Promise<void> {
  async function tryChange(context: RequestContext, lockClause: string): Promise<boolean> {
    const { metadata, revision, xmin } = await findDatasetWithRights<{
      metadata: DatasetMetadata;
      revision: number;
      xmin: string;
    }>(context, uid, ['edit'], sqlText('t.metadata, t.revision, t.xmin::text as xmin'), sqlText(lockClause));
    checkRevision(revision, expectedRevision);
    return recordVersion(context, uid, { sections: ['metadata'], metadata: apply(metadata), expectedXmin: xmin });
  }

  for (let attempt = 1; attempt <= maxOptimisticAttempts; attempt += 1) {
    if (await retryOnConflict(() => tryChange(ctx, ''))) return ctx.loaders.clear();
  }
  await inTransaction(ctx, (tx) => tryChange(tx, 'for update'));
}
