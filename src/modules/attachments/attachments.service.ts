import type { RequestContext } from '#api/context.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { storeFile } from '#blobs/index.ts';
import { changeDataset, requireRights } from '#datasets/index.ts';
import { requireValidKey } from '#identity/index.ts';
import type { CreateAttachmentInput, DeleteAttachmentInput } from './attachment.inputs.ts';
import { fail } from '#kernel/fail.ts';
import { firstRow } from '#platform/database/database-client.ts';

/**
 * Attaches a file to a dataset and returns the uid of the attachment. Stores nothing for callers who may not edit the dataset. Fails
 * PAYLOAD_TOO_LARGE, and UNAUTHORIZED when the key was revoked while the file arrived.
 */
export async function createAttachment(
  ctx: RequestContext,
  { datasetUid, file, expectedRevision }: CreateAttachmentInput,
): Promise<string> {
  await requireRights(ctx, datasetUid, ['edit']);
  const { filename, mimetype, blobKey, bytes } = await storeFile(ctx, file);
  return changeDataset(ctx, datasetUid, { sections: ['attachments'], expectedRevision }, async (tx) => {
    await requireValidKey(tx);
    const uid = newUid('attachment');
    await tx.db.rows(sql`
      insert into attachment (uid, dataset_uid, filename, mimetype, blob_key, bytes, created_at)
      values (${uid}, ${datasetUid}, ${filename}, ${mimetype}, ${blobKey}, ${bytes}, ${tx.app.clock.now()})`);
    return uid;
  });
}

/** Deletes an attachment and returns its uid; `deleteUnusedBlobs` removes its bytes if nothing shares them. Fails NOT_FOUND. */
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
