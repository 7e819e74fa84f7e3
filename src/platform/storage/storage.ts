import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { createHash } from 'node:crypto';
import { CatalogError } from '#kernel/fail.ts';

/** A stored blob. Its key is the SHA-256 of the bytes in hexadecimal, so equal bytes share one key. */
export interface StoredBlob {
  readonly key: string;
  readonly bytes: number;
}

/** Whether a text is the key of a blob. */
export const isBlobKey = (text: string): boolean => text.length === 64 && /^[0-9a-f]+$/.test(text);

/** Stores the bytes of files by their content, which never change. A bucket without an answer fails STORAGE_UNAVAILABLE. */
export interface Storage {
  /** The folder, or `s3://bucket/prefix`, for messages. */
  readonly location: string;
  /** The file or object with the identifier of the storage, for messages. */
  readonly idLocation: string;
  /**
   * Stores a stream. Once the promise resolves, the bytes survive a crash. Fails PAYLOAD_TOO_LARGE beyond `limit` bytes, and with the
   * error of the stream; the stream is then destroyed and nothing is stored. `beforeStore` is called with the key when all bytes are
   * received. The bytes get their final name only after `beforeStore` resolves, so that the caller can record the key first.
   */
  write(
    content: Readable,
    options: { readonly limit: number; readonly beforeStore?: (key: string) => Promise<unknown> },
  ): Promise<StoredBlob>;
  /** The stored bytes from offset `start` (default 0) up to, but not including, `end` (default: all). Fails FILE_MISSING. */
  read(key: string, range?: { readonly start?: number; readonly end?: number }): Promise<Readable>;
  /** The number of the stored bytes. Fails FILE_MISSING. */
  size(key: string): Promise<number>;
  /** Deletes the bytes, if they exist. The caller guarantees that no file refers to them. */
  remove(key: string): Promise<void>;
  /** All stored blobs, in any order. */
  list(): AsyncIterable<StoredBlob>;
  /** The identifier of the storage; undefined for a new one. */
  readId(): Promise<string | undefined>;
  /** Creates the identifier of the storage, a random one by default, unless it has one. Returns the one it has: concurrent processes get the same. */
  createId(id?: string): Promise<string>;
}

/** Passes bytes on, hashes and counts them. Fails PAYLOAD_TOO_LARGE beyond `limit` bytes. */
export class ContentMeter extends Transform {
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** The key and size of the bytes, once all have passed. */
  result(): StoredBlob {
    return { key: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    this.#hash.update(chunk);
    if (this.#bytes > this.#limit) done(new CatalogError('PAYLOAD_TOO_LARGE', { limit: this.#limit }));
    else done(null, chunk);
  }
}
