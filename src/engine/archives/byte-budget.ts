import { decompressionLimits } from '../../kernel/decompression-limits.ts';
import { fail } from '../../kernel/fail.ts';

const { freeBytes, maxRatio } = decompressionLimits;
/** The maximum number of bytes that may be unpacked from one source. */
const maxUnpacked = 64 * 2 ** 30;

/** Limits the bytes that are unpacked from one source, nested archives included. */
export class ByteBudget {
  readonly #packed: () => number;
  #unpacked = 0;

  /** `packed` returns how many bytes of the source have been read. */
  constructor(packed: () => number) {
    this.#packed = packed;
  }

  /** Counts unpacked bytes. Fails EXTRACTION_FAILED beyond the limit. */
  spend(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > maxUnpacked)
      fail('EXTRACTION_FAILED', { reason: `the archive unpacks to more than ${maxUnpacked} bytes` });
    if (this.#unpacked <= freeBytes || this.#unpacked <= maxRatio * this.#packed()) return;
    fail('EXTRACTION_FAILED', {
      reason: `the archive unpacks to more than ${maxRatio} times its size; if this is intended, publish the data uncompressed`,
    });
  }
}
