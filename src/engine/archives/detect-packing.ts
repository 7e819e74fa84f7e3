import type { Readable } from 'node:stream';

/** How content is packed. */
export type Packing = 'gzip' | 'zip';

interface Signature {
  readonly packing: Packing;
  readonly bytes: Buffer;
}

const signatures: readonly Signature[] = [
  { packing: 'gzip', bytes: Buffer.from([0x1f, 0x8b, 0x08]) },
  { packing: 'zip', bytes: Buffer.from('PK\x03\x04') },
  { packing: 'zip', bytes: Buffer.from('PK\x05\x06') },
];

const startsWith = (beginning: Buffer, { bytes }: Signature): boolean =>
  beginning.subarray(0, bytes.length).equals(bytes);

/** Whether content with this beginning is a zip archive. */
export const isZip = (beginning: Buffer): boolean =>
  signatures.some((signature) => signature.packing === 'zip' && startsWith(beginning, signature));

/** How content with this beginning is packed; null when it is not packed or the packer is not supported. */
export const detectPacking = (beginning: Buffer): Packing | null =>
  signatures.find((signature) => startsWith(beginning, signature))?.packing ?? null;

/** How many bytes `peekBytes` returns at most. */
const peekLength = 512;

/** Returns the first bytes of a stream without consuming them; fewer, even none, when the stream is shorter. */
export async function peekBytes(content: Readable): Promise<Buffer> {
  const found = await new Promise<Buffer | null>((resolve, reject) => {
    const settle = (): void => {
      const bytes = content.read(peekLength) as Buffer | null;
      if (bytes === null && !content.readableEnded && !content.destroyed) return;
      // The bytes must be put back in this tick: a stream without bytes ends in the next one.
      if (bytes !== null) content.unshift(bytes);
      stop();
      if (bytes === null && content.errored) reject(content.errored);
      else resolve(bytes);
    };
    const events = ['readable', 'end', 'error', 'close'];
    const stop = (): void => {
      for (const event of events) content.off(event, settle);
    };
    for (const event of events) content.on(event, settle);
    settle();
  });
  return found ?? Buffer.alloc(0);
}
