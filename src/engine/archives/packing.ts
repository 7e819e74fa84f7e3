import type { Readable } from 'node:stream';
import { fail } from '../../kernel/fail.ts';

/** How content is packed. */
export type Packing = 'gzip' | 'zip';

interface Signature {
  readonly bytes: Buffer;
  readonly at?: number;
}

const readable: readonly (Signature & { readonly packing: Packing })[] = [
  { packing: 'gzip', bytes: Buffer.from([0x1f, 0x8b, 0x08]) },
  { packing: 'zip', bytes: Buffer.from('PK\x03\x04') },
  { packing: 'zip', bytes: Buffer.from('PK\x05\x06') },
];

/** What is told from data but not unpacked. */
const others: readonly (Signature & { readonly name: string })[] = [
  { name: 'bzip2', bytes: Buffer.from('1AY&SY'), at: 4 },
  { name: 'xz', bytes: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]) },
  { name: 'Zstandard', bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) },
  { name: 'LZ4', bytes: Buffer.from([0x04, 0x22, 0x4d, 0x18]) },
  { name: '7-Zip', bytes: Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]) },
  { name: 'RAR', bytes: Buffer.from('Rar!\x1a\x07') },
  { name: 'compress', bytes: Buffer.from([0x1f, 0x9d]) },
  { name: 'tar', bytes: Buffer.from('ustar\0'), at: 257 },
  { name: 'tar', bytes: Buffer.from('ustar '), at: 257 },
];

const begins = (beginning: Buffer, { bytes, at = 0 }: Signature): boolean => beginning.subarray(at, at + bytes.length).equals(bytes);

/** Whether content that begins so is a zip archive. */
export const isZip = (beginning: Buffer): boolean => readable.some((signature) => signature.packing === 'zip' && begins(beginning, signature));

/** Bytes that tell how content is packed. */
const telling = 512;

/** How content that begins so is packed; null when it is not. Fails EXTRACTION_FAILED for what cannot be unpacked. */
export function packingOf(beginning: Buffer): Packing | null {
  const found = readable.find((signature) => begins(beginning, signature));
  if (found) return found.packing;
  const other = others.find((signature) => begins(beginning, signature));
  if (other) fail('EXTRACTION_FAILED', { reason: `the file is packed by ${other.name}, which is not supported; pack it by gzip or zip, or not at all` });
  return null;
}

/** The first bytes of a stream of bytes, which stay in it. */
export async function beginningOf(content: Readable): Promise<Buffer> {
  const found = await new Promise<Buffer | null>((resolve, reject) => {
    const settle = (): void => {
      const bytes = content.read(telling) as Buffer | null;
      if (bytes === null && !content.readableEnded && !content.destroyed) return;
      // It must go back at once: a stream whose last bytes are taken ends in the next moment.
      if (bytes !== null) content.unshift(bytes);
      stop();
      if (bytes === null && content.errored) reject(content.errored);
      else resolve(bytes);
    };
    const events = ['readable', 'end', 'error', 'close'];
    const stop = (): void => { for (const event of events) content.off(event, settle); };
    for (const event of events) content.on(event, settle);
    settle();
  });
  return found ?? Buffer.alloc(0);
}
