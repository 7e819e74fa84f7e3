import { pipeline, type Readable } from 'node:stream';
import { crc32, type Gunzip, type InflateRaw } from 'node:zlib';
import { CatalogError, fail } from '#kernel/fail.ts';
import { systemErrorCode } from '#platform/system-error-code.ts';
import type { ByteBudget } from './byte-budget.ts';

/** The size and checksum that the directory of an archive declares for an entry. */
export interface ExpectedEntry {
  /** The unpacked size, in bytes. */
  readonly size: number;
  readonly crc32: number;
}

/** Unpacks content with the inflater. Fails EXTRACTION_FAILED when the content is damaged or truncated, and beyond the byte budget. */
export async function* inflate(
  packed: Readable,
  inflater: Gunzip | InflateRaw,
  budget: ByteBudget,
): AsyncGenerator<Buffer> {
  // An error of the packed stream or of the inflater is thrown by the loop below.
  const out: AsyncIterable<Buffer> = pipeline(packed, inflater, () => undefined);
  try {
    for await (const chunk of out) {
      budget.spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw toDamageFailure(error);
  } finally {
    inflater.destroy();
  }
}

/** Passes the content on. Fails EXTRACTION_FAILED at its end when its size or checksum differs from the declared one. */
export async function* verifyEntry(content: AsyncIterable<Buffer>, expected: ExpectedEntry): AsyncGenerator<Buffer> {
  let size = 0;
  let sum = 0;
  for await (const chunk of content) {
    size += chunk.length;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (size !== expected.size || sum !== expected.crc32)
    fail('EXTRACTION_FAILED', { reason: 'the archive is damaged: a file does not have the declared size or checksum' });
}

/** Converts an error of zlib to EXTRACTION_FAILED; returns any other error unchanged. */
function toDamageFailure(error: unknown): unknown {
  const code = systemErrorCode(error);
  return typeof code === 'string' && code.startsWith('Z_')
    ? new CatalogError('EXTRACTION_FAILED', { reason: `the archive is damaged or truncated (${code})` })
    : error;
}
