import { fail } from '../../kernel/fail.ts';

/** What may be made of the bytes of the sources, as they came: so much of any, and so much for each byte. */
export interface OutputLimits {
  readonly records: number;
  readonly recordsPerByte: number;
  /** Characters, about. */
  readonly weight: number;
  readonly weightPerByte: number;
}

/** Text of which records are made has at least a byte for two of them, and packed text that repeats itself is far from 200 times smaller. */
export const defaultOutputLimits: OutputLimits = Object.freeze({
  records: 1_000_000,
  recordsPerByte: 2,
  weight: 2 ** 30,
  weightPerByte: 200,
});

/** Counts what a run makes, so that a small source that unfolds without end, by packing or by processors, fills neither table nor disk. */
export class OutputMeter {
  readonly #bounds: OutputLimits;
  #records = 0;
  #weight = 0;

  constructor(bounds: OutputLimits) {
    this.#bounds = bounds;
  }

  /** Counts records; fails EXTRACTION_FAILED where they are too many, or too heavy, for so many bytes. */
  count(records: number, weight: number, bytes: number): void {
    this.#records += records;
    this.#weight += weight;
    const { records: anyRecords, recordsPerByte, weight: anyWeight, weightPerByte } = this.#bounds;
    const maxRecords = anyRecords + recordsPerByte * bytes;
    if (this.#records > maxRecords)
      fail('EXTRACTION_FAILED', { reason: `more than ${maxRecords} records come out of ${bytes} bytes. ${advice}` });
    if (this.#weight > anyWeight + weightPerByte * bytes) {
      fail('EXTRACTION_FAILED', {
        reason: `records of more than ${anyWeight + weightPerByte * bytes} characters come out of ${bytes} bytes. ${advice}`,
      });
    }
  }
}

const advice = 'Publish the data uncompressed if it is what you want, or remove the processor that multiplies it';
