import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { Log } from '../log.ts';
import { noTracing, type Tracing } from '../telemetry.ts';
import { ContentMeter, isBlobKey, type Storage, type StoredBlob } from './storage.ts';
import {
  createS3Client,
  isBeyondEnd,
  isMissing,
  isTaken,
  type S3Settings,
  s3Url,
  toSetupError,
  toUnavailable,
  traceRequests,
} from './s3-client.ts';
import { forEachInParallel } from '#kernel/concurrency.ts';
import { createSemaphore, type Semaphore } from '#kernel/semaphore.ts';
import { pipeline } from 'node:stream/promises';
import { TemporaryFile } from './temporary-file.ts';

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
    async write(content, { limit, beforeStore }) {
      const received = await receiveContent(content, limit);
      try {
        const { key, bytes } = received;
        await beforeStore?.(key);
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
    size: (key) => orUnavailable(sizeOf(s3, objectOf(key))),
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

async function sizeOf(s3: S3, object: S3Object): Promise<number> {
  try {
    return (await s3.headObject(object)).ContentLength ?? 0;
  } catch (error) {
    if (isMissing(error)) fail('FILE_MISSING');
    throw error;
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

/** Smaller content stays in memory. */
const maxBytesInMemory = 2 ** 18;

/** Content that was received to its end, so that its key is known before any byte is sent on. The creator must close it. */
export interface ReceivedContent extends StoredBlob {
  /** Up to `length` bytes from `start`. */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Receives content into memory, or into a temporary file beyond 256 KiB. Fails PAYLOAD_TOO_LARGE beyond `limit` bytes. */
export async function receiveContent(content: Readable, limit: number): Promise<ReceivedContent> {
  const meter = new ContentMeter(limit);
  const memory = Buffer.allocUnsafe(maxBytesInMemory);
  let filled = 0;
  let file: TemporaryFile | undefined;
  try {
    await pipeline(content, meter, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        if (!file && filled + chunk.length <= maxBytesInMemory) filled += chunk.copy(memory, filled);
        else {
          file ??= await TemporaryFile.write(Readable.from([memory.subarray(0, filled)]));
          await file.append(chunk);
        }
      }
    });
  } catch (error) {
    await file?.close();
    throw error;
  }
  return {
    ...meter.result(),
    read: async (start, length) =>
      file ? file.read(start, length) : memory.subarray(start, Math.min(filled, start + length)),
    close: async () => file?.close(),
  };
}

/** Opens the bytes from an offset on. */
export type OpenAt = (offset: number) => Promise<Readable>;

/** How often in a row the source may break off without a byte. */
const maxBreaks = 3;

/**
 * Reads a remote source to its end. Where a connection breaks off, the source is opened again at the next byte: servers close connections
 * whose client pauses, and a download may take hours.
 */
export class ResumingStream extends Readable {
  readonly #openAt: OpenAt;
  #source: Readable;
  #chunks: AsyncIterator<Buffer>;
  #offset: number;
  #breaks = 0;

  private constructor(openAt: OpenAt, source: Readable, offset: number) {
    super();
    this.#openAt = openAt;
    this.#source = source;
    this.#chunks = chunksOf(source);
    this.#offset = offset;
  }

  /** Opens the source at an offset. Fails as the source does. */
  static async open(openAt: OpenAt, offset: number): Promise<ResumingStream> {
    return new ResumingStream(openAt, await openAt(offset), offset);
  }

  override _read(): void {
    this.#nextChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.destroy();
    done(error);
  }

  /** The next bytes; null at the end. */
  async #nextChunk(): Promise<Buffer | null> {
    for (;;) {
      try {
        const next = await this.#chunks.next();
        if (next.done === true) return null;
        this.#breaks = 0;
        this.#offset += next.value.length;
        return next.value;
      } catch (error) {
        this.#breaks += 1;
        if (this.destroyed || this.#breaks > maxBreaks) throw error;
        await this.#reopen();
      }
    }
  }

  async #reopen(): Promise<void> {
    this.#source = await this.#openAt(this.#offset);
    this.#chunks = chunksOf(this.#source);
    if (this.destroyed) this.#source.destroy();
  }
}

const chunksOf = (source: Readable): AsyncIterator<Buffer> => {
  const chunks: AsyncIterable<Buffer> = source;
  return chunks[Symbol.asyncIterator]();
};
