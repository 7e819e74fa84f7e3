import { pipeline, Readable } from 'node:stream';
import { crc32, type Gunzip, type InflateRaw } from 'node:zlib';
import { CatalogError, fail } from '#kernel/fail.ts';
import { systemErrorCode } from '#platform/system-errors.ts';
import { decompressionLimits } from '#kernel/decompression-limits.ts';

/** The size and checksum that the directory of an archive declares for an entry. */
interface ExpectedEntry {
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

/** The supported compression methods of entries. */
export const stored = 0;
export const deflated = 8;

/** Other methods that programs write (APPNOTE.TXT of PKWARE, 4.4.5). Windows packs large files by Deflate64. */
const methodNames = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
]);

/** How an entry of a zip archive is packed. */
export interface EntryPacking {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
}

/** Whether an entry can be unpacked. */
const isReadable = ({ isEncrypted, method }: EntryPacking): boolean =>
  !isEncrypted && (method === stored || method === deflated);

/** Fails EXTRACTION_FAILED for an entry that cannot be unpacked, with the reason. */
export function requireReadable(entry: EntryPacking): void {
  if (isReadable(entry)) return;
  const { name, isEncrypted, method } = entry;
  const packing = methodNames.get(method) ?? `the unknown method ${method}`;
  fail('EXTRACTION_FAILED', {
    reason: isEncrypted
      ? `${name} is encrypted; give an archive without a password`
      : `${name} is compressed by ${packing}, which is not supported; use deflate, the common method of zip, or gzip`,
  });
}

const { freeBytes, maxRatio } = decompressionLimits;
/** The maximum size that one source may unpack to, in GiB. */
const maxGibibytes = 64;

/** Limits the bytes that are unpacked from one source, nested archives included. */
export class ByteBudget {
  readonly #packedBytes: () => number;
  #unpacked = 0;

  /** `packedBytes` returns how many bytes of the source have been read so far. */
  constructor(packedBytes: () => number) {
    this.#packedBytes = packedBytes;
  }

  /** Counts unpacked bytes. Fails EXTRACTION_FAILED beyond the limit. */
  spend(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > maxGibibytes * 2 ** 30)
      fail('EXTRACTION_FAILED', { reason: `the archive unpacks to more than ${maxGibibytes} GiB` });
    if (this.#unpacked <= freeBytes || this.#unpacked <= maxRatio * this.#packedBytes()) return;
    fail('EXTRACTION_FAILED', {
      reason: `the archive unpacks to more than ${maxRatio} times its size; if this is intended, publish the data uncompressed`,
    });
  }
}

/** Converts chunks to a stream. Without the listener, an error before the first read would end the process. */
export function toReadable(chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  stream.on('error', () => undefined);
  return stream;
}
