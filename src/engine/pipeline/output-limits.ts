import { fail } from '../../kernel/fail.ts';

/** The most that a run may produce: a base amount, and an amount for each byte of the sources as they came. */
export interface OutputLimits {
  readonly records: number;
  readonly recordsPerByte: number;
  /** Characters, about. */
  readonly weight: number;
  readonly weightPerByte: number;
}

/** Real data has at least one byte for two records, and compresses far less than 200 times. */
export const defaultOutputLimits: OutputLimits = Object.freeze({
  records: 1_000_000,
  recordsPerByte: 2,
  weight: 2 ** 30,
  weightPerByte: 200,
});

/** Counts what a run produces, so that a small source that packing or processors multiply cannot fill the database or the disk. */
export class OutputMeter {
  readonly #bounds: OutputLimits;
  #records = 0;
  #weight = 0;

  constructor(bounds: OutputLimits) {
    this.#bounds = bounds;
  }

  /** Counts records and their size. Fails EXTRACTION_FAILED where they exceed the limit for the bytes read. */
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
