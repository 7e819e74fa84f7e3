import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { storeFile } from '#blobs/index.ts';
import { changeDataset, requireRights } from '#datasets/index.ts';
import { requireValidKey } from '#identity/index.ts';
import type { UploadResourceFileInput } from '../resource.inputs.ts';

/**
 * Stores a file for the resources of a dataset and returns the file's uid. An existing file of the same name is replaced and keeps its
 * position in lists. The bytes are received only from callers who may edit the dataset. Fails PAYLOAD_TOO_LARGE when the file exceeds the
 * size limit, and UNAUTHORIZED when the key was revoked during the upload.
 */
export async function storeResourceFile(
  ctx: RequestContext,
  { datasetUid, file, expectedRevision }: UploadResourceFileInput,
): Promise<string> {
  await requireRights(ctx, datasetUid, ['edit']);
  const { filename: uid, mimetype, blobKey, bytes } = await storeFile(ctx, file);
  return changeDataset(ctx, datasetUid, { sections: ['resources'], expectedRevision }, async (tx) => {
    await requireValidKey(tx);
    await tx.db.rows(sql`
      insert into resource_file (dataset_uid, uid, mimetype, blob_key, bytes, created_at)
      values (${datasetUid}, ${uid}, ${mimetype}, ${blobKey}, ${bytes}, ${tx.app.clock.now()})
      on conflict (dataset_uid, uid) do update set mimetype = excluded.mimetype, blob_key = excluded.blob_key, bytes = excluded.bytes`);
    return uid;
  });
}
