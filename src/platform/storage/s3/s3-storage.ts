import type { S3 } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import { noTracing, type Tracing } from '#platform/tracing/tracing.ts';
import { ResumingStream } from '../resuming-stream.ts';
import { isBlobKey, type Storage, type StoredBlob } from '../storage.ts';
import { createS3Client } from './create-s3-client.ts';
import { receiveContent } from './received-content.ts';
import { isBeyondEnd, isMissing, isTaken, toSetupError, toUnavailable } from './s3-errors.ts';
import { type S3Settings, s3Url } from './s3-settings.ts';
import { traceRequests } from './trace-requests.ts';
import { createUpload } from './upload-content.ts';

const idName = 'storage.id';

/** How long a probe of the bucket may take, with its repetitions. */
const probeTimeoutMs = 5_000;

/**
 * Opens a storage in a bucket: `<prefix><key>` holds the bytes, `<prefix>storage.id` the identifier of the storage. Content is received
 * into a local temporary file first: its key is its hash, so it is uploaded straight to its final name, without a copy in the bucket.
 * Throws SetupError for a bucket that cannot be read. Uploads that a killed process left are aborted.
 */
export async function openS3Storage(settings: S3Settings, log: Log, tracing: Tracing = noTracing): Promise<Storage> {
  const s3 = await createS3Client(settings);
  const { bucket: Bucket, prefix } = settings;
  traceRequests(s3, Bucket, tracing);
  const nameOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  const objectOf = (key: string) => (isBlobKey(key) ? nameOf(key) : fail('FILE_MISSING'));
  const upload = createUpload(s3);
  const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw toUnavailable(error, log);
    });
  const readId = () => readText(s3, nameOf(idName));

  await readId().catch((error: unknown) => {
    throw toSetupError(error, settings);
  });
  await abortStaleUploads(s3, { Bucket, Prefix: prefix }, log);
  return {
    location: s3Url(settings),
    idLocation: s3Url({ bucket: Bucket, prefix: `${prefix}${idName}` }),
    async write(content, { limit, claim }) {
      const received = await receiveContent(content, limit);
      try {
        const { key, bytes } = received;
        await claim?.(key);
        await orUnavailable(upload(objectOf(key), received));
        return { key, bytes };
      } finally {
        await received.close();
      }
    },
    async read(key, { start = 0, end } = {}) {
      const object = objectOf(key);
      const openAt = async (offset: number) =>
        end !== undefined && offset >= end
          ? Readable.from([])
          : orUnavailable(openObject(s3, { ...object, start: offset, end }));
      return ResumingStream.open(openAt, start);
    },
    async remove(key) {
      await orUnavailable(s3.deleteObject(objectOf(key)));
    },
    list: () => listObjects(s3, { Bucket, Prefix: prefix }, orUnavailable),
    readId: () => orUnavailable(readId()),
    createId: async (id = randomUUID()) => {
      await orUnavailable(writeOnce(s3, { ...nameOf(idName), Body: `${id}\n` }));
      return (await orUnavailable(readId())) ?? id;
    },
  };
}

/** The text of a small object; undefined for none. */
async function readText(s3: S3, object: { Bucket: string; Key: string }): Promise<string | undefined> {
  try {
    const { Body } = await s3.getObject(object, { abortSignal: AbortSignal.timeout(probeTimeoutMs) });
    return (await Body?.transformToString())?.trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes an object unless it exists. */
async function writeOnce(s3: S3, object: { Bucket: string; Key: string; Body: string }): Promise<void> {
  try {
    await s3.putObject({ ...object, IfNoneMatch: '*' });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}

/** The bytes of an object from `start` up to, but not including, `end`. Fails FILE_MISSING. */
async function openObject(
  s3: S3,
  { start, end, ...object }: { Bucket: string; Key: string; start: number; end: number | undefined },
): Promise<Readable> {
  const isWhole = start === 0 && end === undefined;
  try {
    const { Body } = await s3.getObject({
      ...object,
      ...(!isWhole && { Range: `bytes=${start}-${end === undefined ? '' : end - 1}` }),
    });
    return Body instanceof Readable ? Body : Readable.from([]);
  } catch (error) {
    if (isMissing(error)) return fail('FILE_MISSING');
    if (isBeyondEnd(error)) return Readable.from([]);
    throw error;
  }
}

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
