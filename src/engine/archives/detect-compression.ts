import type { Readable } from 'node:stream';

/** A compression format that is unpacked. */
export type Compression = 'gzip' | 'zip';

interface Signature {
  readonly compression: Compression;
  readonly bytes: Buffer;
}

const signatures: readonly Signature[] = [
  { compression: 'gzip', bytes: Buffer.from([0x1f, 0x8b, 0x08]) },
  { compression: 'zip', bytes: Buffer.from('PK\x03\x04') },
  { compression: 'zip', bytes: Buffer.from('PK\x05\x06') },
];

const startsWith = (beginning: Buffer, { bytes }: Signature): boolean =>
  beginning.subarray(0, bytes.length).equals(bytes);

/** Whether content with this beginning is a zip archive. */
export const isZip = (beginning: Buffer): boolean =>
  signatures.some((signature) => signature.compression === 'zip' && startsWith(beginning, signature));

/** Detects by its first bytes how content is packed. Null for content that is not packed, or packed in an unsupported format. */
export const detectCompression = (beginning: Buffer): Compression | null =>
  signatures.find((signature) => startsWith(beginning, signature))?.compression ?? null;

/** The number of bytes that show how content is packed. */
const beginningLength = 512;

/**
 * Returns the first bytes of a stream without consuming them; all bytes of a shorter stream, and of one that is slower than `timeoutMs`
 * those that have arrived.
 */
export async function peekBytes(content: Readable, length = beginningLength, timeoutMs?: number): Promise<Buffer> {
  const found = await new Promise<Buffer | null>((resolve, reject) => {
    let hasTimedOut = false;
    const tryRead = (): void => {
      const bytes = content.read(hasTimedOut ? undefined : length) as Buffer | null;
      if (bytes === null && !content.readableEnded && !content.destroyed) return;
      // The bytes are put back in the same tick, because a stream without bytes ends in the next tick.
      if (bytes !== null) content.unshift(bytes);
      stop();
      if (bytes === null && content.errored) reject(content.errored);
      else resolve(bytes);
    };
    const events = ['readable', 'end', 'error', 'close'];
    const endWaiting = (): void => {
      hasTimedOut = true;
      tryRead();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(endWaiting, timeoutMs);
    const stop = (): void => {
      clearTimeout(timer);
      for (const event of events) content.off(event, tryRead);
    };
    for (const event of events) content.on(event, tryRead);
    tryRead();
  });
  return found ?? Buffer.alloc(0);
}
