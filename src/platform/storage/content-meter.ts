import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';
import type { StoredBlob } from './storage.ts';

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
