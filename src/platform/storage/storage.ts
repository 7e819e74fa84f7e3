import type { Readable } from 'node:stream';

/** What was stored: the key is the SHA-256 of the bytes in hexadecimal, so equal bytes have one key. */
export interface Stored {
  readonly key: string;
  readonly bytes: number;
}

/** Where the bytes of files live. They are named by their content and never change. */
export interface Storage {
  /**
   * Stores the stream to its end; once this resolves the bytes survive a crash. Fails PAYLOAD_TOO_LARGE beyond `limit`
   * bytes, and as the stream fails; the stream is then destroyed and nothing is kept. `claim` is told the key when all
   * bytes are there and before they take their place: what it waits for is done before, and its failure keeps nothing.
   */
  write(
    content: Readable,
    options: { readonly limit: number; readonly claim?: (key: string) => Promise<unknown> },
  ): Promise<Stored>;
  /** The stored bytes from offset `start` (default 0) to the end. Fails FILE_MISSING. */
  read(key: string, options?: { readonly start?: number }): Promise<Readable>;
  /** Forgets the bytes, if they are there; the caller knows that no file refers to them any more. */
  remove(key: string): Promise<void>;
}
