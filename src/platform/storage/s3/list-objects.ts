import type { S3 } from '@aws-sdk/client-s3';
import { isBlobKey, type StoredBlob } from '../storage.ts';

/** The blobs below a prefix, page by page. Other objects are left out. */
export async function* listObjects(
  s3: S3,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  attempt: <T>(work: Promise<T>) => Promise<T>,
): AsyncGenerator<StoredBlob> {
  let token: string | undefined;
  do {
    const page = await attempt(
      s3.listObjectsV2({ Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }),
    );
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      const key = Key.slice(Prefix.length);
      if (isBlobKey(key)) yield { key, bytes: Size };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
