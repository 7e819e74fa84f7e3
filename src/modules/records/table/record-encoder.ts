import { hash } from 'node:crypto';
import type { DataRecord, Value } from '../../../engine/records/record.ts';
import { wordVector } from '../../../engine/odsql/word-vector.ts';
import { WordVectors } from '../../../engine/odsql/word-vectors.ts';
import { ByteWriter } from '../../../kernel/byte-writer.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import type { BulkLineWriter } from '../../../platform/database/bulk-line-writer.ts';
import { ExtentBuilder } from '../extent/geographic-extent.ts';
import type { RecordField } from '../record-field.ts';
import { box, type Cell } from './cells.ts';
import { fieldCellsOf, restOf, type FieldCells } from './field-cells.ts';
import { digestBytes, type RecordIdentity } from './record-identity.ts';
import { columnsOf, technicalColumns } from './table-columns.ts';

/** A field, and its cell in the current record. */
interface EncodedField extends FieldCells {
  value: Value;
  cell: Cell;
  /** Where the text of the cell begins and ends in `#texts`. */
  start: number;
  end: number;
}

const bytePrefix = String.raw`\x`;

const initialBytes = 4 * 1024;

/**
 * Turns the records of a generation into the cells of its table. The texts of a record are converted to bytes once; its line, identifier
 * and words are made from these bytes, because reading a JavaScript string character by character is several times slower.
 */
export class RecordEncoder {
  /** The columns of the cells, in order. */
  readonly columns: readonly string[];
  readonly #recordIdentity: RecordIdentity;
  readonly #fields: readonly EncodedField[];
  /** The fields that identify a record, by name. */
  readonly #identifying: readonly EncodedField[];
  /** The fields that full text searches read. */
  readonly #searched: readonly EncodedField[];

  readonly #extent: ExtentBuilder;
  readonly #vectors = new WordVectors();
  /** The cells of the current record, and an empty text behind them. */
  readonly #cells: Cell[];
  /** The texts of these cells, each followed by a NUL; a null is an empty text. */
  readonly #texts = new ByteWriter(initialBytes);
  readonly #identity = new ByteWriter(initialBytes);

  /** `extent` receives the places of the records. */
  constructor(fields: readonly RecordField[], identity: RecordIdentity, extent = new ExtentBuilder()) {
    this.#recordIdentity = identity;
    this.#extent = extent;
    this.columns = [...fields.flatMap(columnsOf), ...technicalColumns];
    this.#fields = fields.map((field) => ({ ...fieldCellsOf(field), value: null, cell: null, start: 0, end: 0 }));
    this.#cells = [...fields.map(() => null), ''];
    const ids = new Set(
      fields.filter(({ annotations }) => annotations.some(({ name }) => name === 'id')).map(({ name }) => name),
    );
    this.#identifying = this.#fields
      .filter(({ name }) => ids.size === 0 || ids.has(name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    this.#searched = this.#fields.filter(({ isSearched }) => isSearched);
  }

  /**
   * The cells of a record, with its digest in place of its identifier, which also depends on the records with the same digest.
   */
  encode(record: DataRecord, position: number): Cell[] {
    const rest = this.#read(record);
    const cells = this.#fields.flatMap((field) => {
      if (field.isInRest) return [];
      return field.hasBox ? [field.cell, boxOf(field)] : [field.cell];
    });
    const digest = bytePrefix + Buffer.from(this.#digest(), 'latin1').toString('hex');
    const words = wordVector(this.#searched.map(({ cell }) => `${cell ?? ''} `).join(''));
    return [...cells, String(position), digest, String(this.#size), rest, words];
  }

  /** Writes a record as a line, with the cells of `encode` and the identifier of the first record with its digest. */
  writeLine(record: DataRecord, position: number, line: BulkLineWriter): void {
    const rest = this.#read(record);
    const { bytes } = this.#texts;
    for (const field of this.#fields) {
      const { isInRest, isText, cell, start, end, hasBox } = field;
      if (isInRest) continue;
      if (isText && cell !== null) line.cellFrom(bytes, start, end);
      else {
        line.beginCell();
        line.copy(bytes, start, end);
      }
      if (hasBox) line.cell(boxOf(field));
    }
    line.beginCell();
    line.digits(position);
    line.beginCell();
    line.ascii(bytePrefix);
    line.ascii(this.#recordIdentity.idOf(this.#digest()));
    line.beginCell();
    line.digits(this.#size);
    line.cell(rest);
    line.beginCell();
    this.#vectors.write(bytes, this.#searched, line);
    line.endLine();
  }

  /** The size of the cells of the record in bytes. */
  get #size(): number {
    return this.#texts.length - this.#fields.length;
  }

  /** Makes a record the current one. Returns its values that no column holds exactly, as JSON; null when there are none. */
  #read(record: DataRecord): string | null {
    const cells = this.#cells;
    let rest: Record<string, Value> | undefined;
    let index = 0;
    for (const field of this.#fields) {
      const { name, type } = field;
      const value = field.isInherited && !Object.hasOwn(record, name) ? null : (record[name] ?? null);
      const cell = value === null ? null : type.toCell(value);
      field.value = value;
      field.cell = cell;
      cells[index++] = cell;
      if (value === null) continue;
      if (field.isGeographic) this.#extent.add(name, value);
      const inRest = restOf(field, value, cell);
      if (inRest !== null) (rest ??= {})[name] = inRest;
    }
    this.#texts.length = 0;
    this.#texts.text(cells.join('\0'));
    this.#findTexts();
    return rest ? canonicalJson(rest) : null;
  }

  /** Finds where the text of each cell begins and ends. */
  #findTexts(): void {
    const { bytes, length } = this.#texts;
    let at = 0;
    for (const field of this.#fields) {
      field.start = at;
      while (at < length && bytes[at] !== 0) at++;
      field.end = at++;
    }
    if (at !== length) throw new TypeError('A cell must not contain NUL.');
  }

  /**
   * The digest of the values of the fields annotated `id`, or of all values, with a character for each byte. It does not depend on the
   * order of the fields, nor on fields without a value. It is never stored: it would confirm guesses of hidden values.
   */
  #digest(): string {
    const identity = this.#identity;
    identity.length = 0;
    for (const { cell, identityPrefix, start, end } of this.#identifying) {
      if (cell === null) continue;
      identity.copy(identityPrefix);
      identity.copy(this.#texts.bytes, start, end + 1);
    }
    return hash('sha256', identity.bytes.subarray(0, identity.length), 'latin1').slice(0, digestBytes);
  }
}

const boxOf = ({ value }: EncodedField): Cell => (value === null ? null : box.toCell(value));
