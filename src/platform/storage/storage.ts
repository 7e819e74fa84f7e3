import type { Readable } from 'node:stream';

/** A stored blob. Its key is the SHA-256 of the bytes in hexadecimal, so equal bytes share one key. */
export interface StoredBlob {
  readonly key: string;
  readonly bytes: number;
}

/** Stores the bytes of files, by their content. Stored bytes never change. */
export interface Storage {
  /**
   * Stores a stream. Once the promise resolves, the bytes survive a crash. Fails PAYLOAD_TOO_LARGE beyond `limit` bytes, and with the
   * error of the stream; the stream is then destroyed and nothing is stored. `claim` is called with the key when all bytes are
   * received. The bytes get their final name only after `claim` resolves, so that the caller can record the key first.
   */
  write(
    content: Readable,
    options: { readonly limit: number; readonly claim?: (key: string) => Promise<unknown> },
  ): Promise<StoredBlob>;
  /** The stored bytes from offset `start` (default 0) to the end. Fails FILE_MISSING. */
  read(key: string, options?: { readonly start?: number }): Promise<Readable>;
  /** Deletes the bytes, if they exist. The caller guarantees that no file refers to them. */
  remove(key: string): Promise<void>;
}
