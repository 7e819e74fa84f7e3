import type { DataRecord } from '../../../engine/records/record.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { BulkLineWriter } from '../../../platform/database/bulk-line-writer.ts';
import type { BulkLines } from '../../../platform/database/bulk-loader.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import type { RecordIdentity } from './record-identity.ts';
import { recordsSchema, tableName, tableOf } from './generation-table.ts';
import { RecordEncoder } from './record-encoder.ts';
import { addColumns, TableColumns } from './table-columns.ts';

/** The number of bytes of lines that are collected in one buffer. */
const pieceLength = 64 * 1024;

/** The changes that the next transaction makes to the table, in this order. */
export interface TableLoad {
  /** The definitions of new columns. */
  readonly statements: readonly Sql[];
  readonly copies: readonly BulkLines[];
}

/** Consecutive lines with the same columns. */
interface Segment {
  readonly columns: string;
  readonly lines: Buffer[];
}

/** Collects the records of a generation as lines for COPY, with the columns that their fields need. */
export class TableLines {
  readonly #generation: number;
  readonly #identity: RecordIdentity;
  readonly #columns = new TableColumns();
  readonly #extent = new ExtentBuilder();
  #fields: readonly RecordField[] = [];
  #encoder: RecordEncoder;
  readonly #writer = new BulkLineWriter(2 * pieceLength);
  #statements: Sql[] = [];
  #segments: Segment[] = [];
  #waiting = 0;
  #received = 0;

  constructor(generation: number, identity: RecordIdentity) {
    this.#generation = generation;
    this.#identity = identity;
    this.#encoder = new RecordEncoder([], identity);
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
  add(records: readonly DataRecord[], fields: readonly PublishedField[]): void {
    if (fields.length !== this.#fields.length) this.extend(fields);
    for (const record of records) {
      this.#encoder.writeLine(record, this.#received++, this.#writer);
      if (this.#writer.length >= pieceLength) this.#push();
    }
    if (this.#writer.length > 0) this.#push();
  }

  /** Adds columns for new fields to the table. */
  extend(fields: readonly PublishedField[]): void {
    const known = new Set(this.#fields.map(({ name }) => name));
    this.#fields = this.#columns.assign(fields);
    const statement = addColumns(
      tableOf(this.#generation),
      this.#fields.filter(({ name }) => !known.has(name)),
    );
    if (statement) this.#statements.push(statement);
    this.#encoder = new RecordEncoder(this.#fields, this.#identity, this.#extent);
    const columns = this.#encoder.columns.join(', ');
    this.#segments.push({ columns: `${recordsSchema}.${tableName(this.#generation)} (${columns})`, lines: [] });
  }

  /** Returns the definitions and lines that were added since the last call, and forgets them. */
  take(): TableLoad {
    const [statements, segments] = [this.#statements, this.#segments];
    const last = segments.at(-1);
    this.#statements = [];
    this.#segments = last ? [{ columns: last.columns, lines: [] }] : [];
    this.#waiting = 0;
    return { statements, copies: segments.filter(({ lines }) => lines.length > 0) };
  }

  #push(): void {
    const bytes = this.#writer.take();
    this.#segments.at(-1)?.lines.push(bytes);
    this.#waiting += bytes.length;
  }
}
