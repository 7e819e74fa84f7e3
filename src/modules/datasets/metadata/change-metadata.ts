import type { RequestContext } from '../../../api/context.ts';
import { inTransaction, retryOnConflict } from '../../../api/transaction.ts';
import { sqlText } from '../../../kernel/sql.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';
import { checkRevision, findPermitted } from '../change/lock-dataset.ts';
import { recordVersion } from '../change/record-version.ts';

/** How often a change is worked out again, because somebody else was faster, before the dataset is locked for it. */
const maxOptimisticAttempts = 2;

/**
 * The same door for the change that is made most: works out new metadata from that at hand, and writes and records it in
 * one statement, which changes nothing when the dataset is another one by then. Fails as `changeDataset` does.
 */
export async function changeMetadata(
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  work: (metadata: DatasetMetadata) => DatasetMetadata,
): Promise<void> {
  async function changed(on: RequestContext, lock: string): Promise<boolean> {
    const { metadata, revision, seen } = await findPermitted<{
      metadata: DatasetMetadata;
      revision: number;
      seen: string;
    }>(on, uid, ['edit'], sqlText('t.metadata, t.revision, t.xmin::text as seen'), sqlText(lock));
    checkRevision(revision, expectedRevision);
    return recordVersion(on, uid, { sections: ['metadata'], metadata: work(metadata), expectedXmin: seen });
  }

  for (let attempt = 1; attempt <= maxOptimisticAttempts; attempt += 1) {
    if (await retryOnConflict(() => changed(ctx, ''))) return ctx.loaders.clear();
  }
  await inTransaction(ctx, (tx) => changed(tx, 'for update'));
}
