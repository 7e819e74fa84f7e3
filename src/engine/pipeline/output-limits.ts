import { fail } from '#kernel/fail.ts';

/** The output that a run may produce: a base amount, plus an amount for each byte received from the sources. */
export interface OutputLimits {
  readonly baseRecords: number;
  readonly recordsPerByte: number;
  /** Characters are counted approximately, here and in `charactersPerByte`. */
  readonly baseCharacters: number;
  readonly charactersPerByte: number;
}

/** The default limits. Real data has at least one byte for two records, and compresses by a factor far below 200. */
export const defaultOutputLimits: OutputLimits = Object.freeze({
  baseRecords: 1_000_000,
  recordsPerByte: 2,
  baseCharacters: 2 ** 30,
  charactersPerByte: 200,
});

/** Counts the output of a run, because decompression and processors can multiply a small source until it fills the database. */
export class OutputMeter {
  readonly #limits: OutputLimits;
  #records = 0;
  #characters = 0;

  constructor(limits: OutputLimits) {
    this.#limits = limits;
  }

  /** Counts more records and their size. Fails EXTRACTION_FAILED when the totals exceed the limits for the bytes read so far. */
  count(records: number, characters: number, bytes: number): void {
    this.#records += records;
    this.#characters += characters;
    const { baseRecords, recordsPerByte, baseCharacters, charactersPerByte } = this.#limits;
    const maxRecords = baseRecords + recordsPerByte * bytes;
    const maxCharacters = baseCharacters + charactersPerByte * bytes;
    if (this.#records > maxRecords)
      fail('EXTRACTION_FAILED', {
        reason: `more than ${maxRecords} records were produced from ${bytes} bytes. ${advice}`,
      });
    if (this.#characters > maxCharacters) {
      fail('EXTRACTION_FAILED', {
        reason: `records of more than ${maxCharacters} characters were produced from ${bytes} bytes. ${advice}`,
      });
    }
  }
}

const advice = 'If this is intended, publish the data uncompressed; otherwise remove the processor that multiplies it';
