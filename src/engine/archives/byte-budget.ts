import { decompressionLimits } from '#kernel/decompression-limits.ts';
import { fail } from '#kernel/fail.ts';

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
