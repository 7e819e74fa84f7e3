import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { changeDataset } from '#datasets/index.ts';
import type { DeleteAttachmentInput } from './attachment.inputs.ts';

/**
 * Deletes an attachment of a dataset and returns its uid. The stored bytes stay, because other attachments and versions may share them;
 * `deleteUnusedBlobs` removes unused bytes later. Fails NOT_FOUND.
 */
export const deleteAttachment = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteAttachmentInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: ['attachments'], expectedRevision }, async (tx) => {
    const removed = await firstRow<{ uid: string }>(
      tx.db,
      sql`delete from attachment where dataset_uid = ${datasetUid} and uid = ${uid} returning uid`,
    );
    return removed?.uid ?? fail('NOT_FOUND');
  });
