import type { DataRecord } from '../../../engine/records/record.ts';
import type { Sql } from '../../../kernel/sql.ts';
import type { BulkLines } from '../../../platform/database/bulk-loader.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import { recordsSchema, tableName, tableOf } from './generation-table.ts';
import { RecordEncoder } from './record-encoder.ts';
import { addColumns, TableColumns } from './table-columns.ts';

/** The number of characters that are encoded at a time: longer strings survive until a full garbage collection. */
const pieceLength = 16 * 1024;

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
  readonly #columns = new TableColumns();
  readonly #extent = new ExtentBuilder();
  #fields: readonly RecordField[] = [];
  #encoder = new RecordEncoder([]);
  #statements: Sql[] = [];
  #segments: Segment[] = [];
  #waiting = 0;
  #received = 0;

  constructor(generation: number) {
    this.#generation = generation;
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
    let text = '';
    for (const record of records) {
      text += this.#encoder.line(record, this.#received++);
      if (text.length < pieceLength) continue;
      this.#push(text);
      text = '';
    }
    if (text !== '') this.#push(text);
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
    this.#encoder = new RecordEncoder(this.#fields, this.#extent);
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

  #push(text: string): void {
    const bytes = Buffer.from(text);
    this.#segments.at(-1)?.lines.push(bytes);
    this.#waiting += bytes.length;
  }
}
