import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { changeDataset } from '#datasets/index.ts';
import type { ArchiveFeedbackInput } from './feedback.inputs.ts';

/**
 * Archives feedback of a dataset and returns the uid of the feedback. Records a version that lists no changed section
 * (docs/contract/rest.md 1). Fails as `changeDataset` does, and with NOT_FOUND when the dataset has no such feedback.
 */
export const archiveFeedback = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ArchiveFeedbackInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: [], expectedRevision }, async (tx) => {
    const archived = await firstRow<{ uid: string }>(
      tx.db,
      sql`
      update feedback set is_archived = true where dataset_uid = ${datasetUid} and uid = ${uid} returning uid`,
    );
    return archived?.uid ?? fail('NOT_FOUND');
  });
