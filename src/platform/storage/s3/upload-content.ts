import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { forEachInParallel } from '#kernel/for-each-in-parallel.ts';
import { createSemaphore, type Semaphore } from '#kernel/semaphore.ts';
import { isMissing } from './s3-errors.ts';
import type { ReceivedContent } from './received-content.ts';

/** An object of a bucket. */
export interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

/** The parts that a process sends at a time. Each is in memory. */
const partsAtATime = 4;

/** S3's limit. Only files of more than 80 GB need larger parts than those of 8 MiB. */
const maxParts = 10_000;
const minPartBytes = 8 * 2 ** 20;

/** How long one part may take: 8 MiB at 70 kB/s. */
const partTimeoutMs = 120_000;

/** Sends content to a bucket. */
export type UploadContent = (target: S3Object, content: ReceivedContent) => Promise<void>;

/**
 * Creates the function that uploads content: small content by one request, larger content in parts. An object appears under its key only
 * when all bytes have arrived. The signature of each request covers the SHA-256 of its body, so the server refuses damaged bytes.
 */
export function createUpload(s3: S3): UploadContent {
  const parts = createSemaphore(partsAtATime);
  return async (target, content) => {
    if (content.bytes <= minPartBytes) await parts(() => putObject(s3, target, content));
    else if (!(await exists(s3, target, content.bytes))) await putInParts(s3, parts, target, content);
  };
}

async function putObject(s3: S3, target: S3Object, content: ReceivedContent): Promise<void> {
  const { key, bytes } = content;
  const Body = await content.read(0, bytes);
  const ChecksumSHA256 = Buffer.from(key, 'hex').toString('base64');
  await s3.putObject({ ...target, Body, ContentLength: bytes, ChecksumSHA256 }, { requestTimeout: partTimeoutMs });
}

/** Whether the bucket has the object already. Equal keys have equal bytes. */
const exists = (s3: S3, target: S3Object, bytes: number): Promise<boolean> =>
  s3.headObject(target).then(
    ({ ContentLength }) => ContentLength === bytes,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

async function putInParts(s3: S3, semaphore: Semaphore, target: S3Object, content: ReceivedContent): Promise<void> {
  const { UploadId } = await s3.createMultipartUpload(target);
  const upload = { ...target, UploadId };
  try {
    const Parts = await sendParts(s3, semaphore, upload, content);
    await s3.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } }, { requestTimeout: partTimeoutMs });
  } catch (error) {
    // Parts of an upload that is not aborted would be kept, and paid for.
    await s3.abortMultipartUpload(upload).catch(() => undefined);
    throw error;
  }
}

/**
 * Sends all parts. At most `partsAtATime` of them wait for a permit, so that other uploads of the process get their turns. After a failure no
 * further part is sent, and those under way have ended when the promise rejects.
 */
async function sendParts(
  s3: S3,
  semaphore: Semaphore,
  upload: S3Object & { readonly UploadId: string | undefined },
  content: ReceivedContent,
): Promise<CompletedPart[]> {
  const { bytes } = content;
  const partBytes = Math.max(minPartBytes, Math.ceil(bytes / maxParts));
  const sent: CompletedPart[] = [];
  const failed = new AbortController();
  const sendPart = async (index: number) => {
    const Body = await content.read(index * partBytes, partBytes);
    const part = { PartNumber: index + 1, ContentLength: Body.length };
    const { ETag } = await s3.uploadPart({ ...upload, ...part, Body }, { requestTimeout: partTimeoutMs });
    sent[index] = { PartNumber: part.PartNumber, ETag };
  };
  await forEachInParallel(Array(Math.ceil(bytes / partBytes)).keys(), partsAtATime, (index) =>
    semaphore(() => sendPart(index), { signal: failed.signal }).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  return sent;
}
