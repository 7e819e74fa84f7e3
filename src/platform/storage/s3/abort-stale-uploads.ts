import type { S3 } from '@aws-sdk/client-s3';
import type { Log } from '#platform/log.ts';
import { isBlobKey } from '../storage.ts';

/** Uploads that started earlier have no writer any more: no upload takes a day. */
const maxAgeMs = 24 * 3_600_000;

/**
 * Aborts the multipart uploads of killed processes, at most a thousand at a time, and leaves those of other programs. A bucket that does not allow the list or does not know it keeps them, until
 * a lifecycle rule of the bucket removes them.
 */
export async function abortStaleUploads(
  s3: S3,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  log: Log,
): Promise<void> {
  try {
    const { Uploads = [] } = await s3.listMultipartUploads({ Bucket, Prefix });
    for (const { Key, UploadId, Initiated } of Uploads) {
      const isOurs = isBlobKey((Key ?? '').slice(Prefix.length));
      if (isOurs && Initiated && Date.now() - Initiated.getTime() > maxAgeMs)
        await s3.abortMultipartUpload({ Bucket, Key, UploadId });
    }
  } catch (error) {
    log.debug(
      { err: error },
      'The incomplete uploads of the bucket cannot be listed or aborted; a lifecycle rule of the bucket can remove them.',
    );
  }
}
