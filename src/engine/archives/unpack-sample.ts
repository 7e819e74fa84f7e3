import { basename } from 'node:path';
import { constants, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib';
import type { Sample } from '../extractors/extractor.ts';
import { withoutCompressionExtension } from './packed-format.ts';
import { detectCompression } from './detect-compression.ts';
import { deflated } from './require-readable.ts';
import { chooseLocalEntry } from './zip-local-entry.ts';

/** How much of the unpacked content is sampled, in bytes. */
const sampleSize = 256 * 1024;
/** Makes the inflater return the content that it has unpacked when its input is truncated. */
const partialInput = { finishFlush: constants.Z_SYNC_FLUSH };

/** Unpacks one layer of a packed sample; null when the sample is not packed or cannot be unpacked. */
export async function unpackSample(sample: Sample, extensions: readonly string[]): Promise<Sample | null> {
  const compression = detectCompression(sample.bytes);
  if (compression === null) return null;
  if (compression === 'gzip') {
    return {
      filename: withoutCompressionExtension(sample.filename),
      mimetype: null,
      ...(await unpackBeginning(sample.bytes, createGunzip(partialInput), sample.truncated)),
    };
  }
  const entry = chooseLocalEntry(sample.bytes, extensions);
  if (!entry) return null;
  const { name, bytes, method, isCut } = entry;
  const inner =
    method === deflated
      ? await unpackBeginning(bytes, createInflateRaw(partialInput), isCut)
      : { bytes: bytes.subarray(0, sampleSize), truncated: isCut || bytes.length > sampleSize };
  return { filename: basename(name), mimetype: null, ...inner };
}

/** Unpacks as much content as possible before the bytes end or an error occurs. */
async function unpackBeginning(
  packed: Buffer,
  inflater: Gunzip | InflateRaw,
  isCut: boolean,
): Promise<Pick<Sample, 'bytes' | 'truncated'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const out: AsyncIterable<Buffer> = inflater;
  inflater.end(packed);
  try {
    for await (const chunk of out) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > sampleSize) break;
    }
  } catch {
    // Damaged content is ignored here: the extraction will report it.
  }
  return { bytes: Buffer.concat(chunks).subarray(0, sampleSize), truncated: isCut || size > sampleSize };
}
