import type { DataRecord } from '#engine/records/record.ts';
import type { Column, LineBatch } from '#platform/columns/column-engine.ts';
import { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import { assignColumns, columnsOf, technicalColumns } from './record-columns.ts';
import { RecordEncoder, type EncoderOptions } from './record-encoder.ts';

/** The number of bytes of lines that are collected in one buffer. */
const pieceLength = 64 * 1024;

/** Lines with the same columns. */
export interface LineSegment {
  /** The columns that these lines have and the lines before have not. */
  readonly added: readonly Column[];
  readonly lines: readonly LineBatch[];
}

/** What lines contain besides the values of records; `madeAt` is when the records are made, unless `add` names another time. */
export type LineOptions = Omit<EncoderOptions, 'extent'>;

/** Collects the records of a generation as lines, with the columns that their fields need. */
export class RecordLines {
  readonly #options: LineOptions;
  readonly #extent = new ExtentBuilder();
  #madeAt: Date;
  #fields: readonly RecordField[] = [];
  #encoder: RecordEncoder;
  readonly #writer = new CsvLineWriter(2 * pieceLength);
  #segments: { added: readonly Column[]; lines: LineBatch[] }[] = [{ added: technicalColumns, lines: [] }];
  /** The lines in the writer, and the bytes of the longest. */
  #lineCount = 0;
  #maxLineBytes = 0;
  #waiting = 0;
  #received = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#madeAt = options.madeAt;
    this.#encoder = this.#createEncoder();
  }

  /** The number of records received. */
  get received(): number {
    return this.#received;
  }

  /** The bytes of the lines that `take` has not returned yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The extent of the received records. */
  get extent(): GeographicExtent {
    return this.#extent.extent;
  }

  /** The fields of the records, with their columns. */
  get fields(): readonly RecordField[] {
    return this.#fields;
  }

  /** Adds records with these fields, which include all fields of the records added before. */
  add(records: readonly DataRecord[], fields: readonly PublishedField[], madeAt = this.#madeAt): void {
    if (fields.length !== this.#fields.length) this.extend(fields);
    this.#madeAt = madeAt;
    this.#encoder.madeAt = madeAt;
    for (const record of records) {
      const start = this.#writer.length;
      this.#encoder.writeLine(record, this.#received++, this.#writer);
      this.#lineCount++;
      this.#maxLineBytes = Math.max(this.#maxLineBytes, this.#writer.length - start);
      if (this.#writer.length >= pieceLength) this.#push();
    }
    if (this.#writer.length > 0) this.#push();
  }

  /** Adds columns for new fields. */
  extend(fields: readonly PublishedField[]): void {
    const known = new Set(this.#fields.map(({ name }) => name));
    this.#fields = assignColumns(fields, this.#fields);
    const added = this.#fields.filter(({ name }) => !known.has(name)).flatMap(columnsOf);
    this.#encoder = this.#createEncoder();
    this.#segments.push({ added, lines: [] });
  }

  /** Returns the lines and columns that were added since the last call, and forgets them. */
  take(): readonly LineSegment[] {
    const segments = this.#segments;
    this.#segments = [{ added: [], lines: [] }];
    this.#waiting = 0;
    return segments;
  }

  #createEncoder(): RecordEncoder {
    return new RecordEncoder(this.#fields, { ...this.#options, madeAt: this.#madeAt, extent: this.#extent });
  }

  #push(): void {
    const bytes = this.#writer.take();
    this.#segments.at(-1)?.lines.push({ bytes, lineCount: this.#lineCount, maxLineBytes: this.#maxLineBytes });
    [this.#lineCount, this.#maxLineBytes] = [0, 0];
    this.#waiting += bytes.length;
  }
}
