import { decompressionLimits } from '../../kernel/decompression-limits.ts';
import { fail } from '../../kernel/fail.ts';

const { freeBytes, maxRatio } = decompressionLimits;
/** Bytes that may come out of one source in all. */
const maxUnpacked = 64 * 2 ** 30;

/** How much may still be unpacked from one source, its archives within archives included. */
export class ByteBudget {
  readonly #packed: () => number;
  #unpacked = 0;

  /** `packed` tells how many bytes of the source have been read. */
  constructor(packed: () => number) {
    this.#packed = packed;
  }

  /** Counts bytes that came out of an archive; fails EXTRACTION_FAILED when they are too many. */
  spend(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > maxUnpacked)
      fail('EXTRACTION_FAILED', { reason: `more than ${maxUnpacked} bytes come out of the archive` });
    if (this.#unpacked <= freeBytes || this.#unpacked <= maxRatio * this.#packed()) return;
    fail('EXTRACTION_FAILED', {
      reason: `more than ${maxRatio} times its size comes out of the archive; publish the data uncompressed if it is what you want`,
    });
  }
}
