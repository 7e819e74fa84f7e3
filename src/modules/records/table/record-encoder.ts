import { hash } from 'node:crypto';
import { type DataRecord, isRecord, toStorableText, type Value } from '#engine/records/record.ts';
import { ByteWriter } from '#kernel/byte-writer.ts';
import type { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import { boundsOf } from '../extent/bounds.ts';
import { ExtentBuilder } from '../extent/geographic-extent.ts';
import { valuesOf, type RecordField } from '../record-field.ts';
import { storableJson, type Cell } from './cells.ts';
import { fieldCellsOf, type FieldCells } from './field-cells.ts';
import { digestBytes, type RecordIdentity } from './record-identity.ts';
import { WordsWriter } from './words-writer.ts';

/** A field, and its cell in the current record. */
interface EncodedField extends FieldCells {
  value: Value;
  cell: Cell;
  /** Where the text of the cell begins and ends in `#texts`. */
  start: number;
  end: number;
}

/** What the lines of records contain besides their values. */
export interface EncoderOptions {
  readonly identity: RecordIdentity;
  /** When the first records were made. */
  readonly madeAt: Date;
  /** Whether the bytes of a file, by their SHA-256, were stored with the records. Default: none were. */
  readonly isStored?: ((sha256: string) => boolean) | undefined;
  /** Receives the places of the records. */
  readonly extent?: ExtentBuilder;
}

const initialBytes = 4 * 1024;

/**
 * Turns records into lines of a generation (`columnsOfGeneration`). The texts of a record are converted to bytes once; its line, identifier
 * and words are made from these bytes, because reading a JavaScript string character by character is several times slower.
 */
export class RecordEncoder {
  readonly #identity: RecordIdentity;
  /** When the record was made, and its text. */
  #madeAt: Date;
  #madeAtText: Uint8Array;
  readonly #extent: ExtentBuilder;
  readonly #isStored: (sha256: string) => boolean;
  /** The fields in the order of their columns. */
  readonly #fields: readonly EncodedField[];
  /** The fields that identify a record, by name, and then the others. */
  readonly #inOrderOfTexts: readonly EncodedField[];
  readonly #identifyingCount: number;
  readonly #words = new WordsWriter();
  /** The names and the cells of the fields with values in the current record, and an empty text. */
  readonly #parts: string[] = [];
  /** These texts, each followed by a NUL. */
  readonly #texts = new ByteWriter(initialBytes);
  /** Where the texts of the identifying fields end. */
  #identityEnd = 0;
  /** The bytes of the cells. */
  #size = 0;

  constructor(
    fields: readonly RecordField[],
    { identity, madeAt, isStored = () => false, extent = new ExtentBuilder() }: EncoderOptions,
  ) {
    this.#isStored = isStored;
    this.#identity = identity;
    this.#madeAt = madeAt;
    this.#madeAtText = Buffer.from(madeAt.toISOString());
    this.#extent = extent;
    this.#fields = fields.map((field) => ({ ...fieldCellsOf(field), value: null, cell: null, start: 0, end: 0 }));
    const ids = new Set(
      fields.filter(({ annotations }) => annotations.some(({ name }) => name === 'id')).map(({ name }) => name),
    );
    const isIdentifying = ({ name }: EncodedField): boolean => ids.size === 0 || ids.has(name);
    const identifying = this.#fields.filter(isIdentifying).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    this.#inOrderOfTexts = [...identifying, ...this.#fields.filter((field) => !isIdentifying(field))];
    this.#identifyingCount = identifying.length;
  }

  /** The digest of a record, with a character for each byte. The identifier also depends on the records with the same digest. */
  digestOf(record: DataRecord): string {
    this.#read(record);
    return this.#digest();
  }

  /** Sets when the records that follow were made. */
  set madeAt(madeAt: Date) {
    if (madeAt.getTime() === this.#madeAt.getTime()) return;
    this.#madeAt = madeAt;
    this.#madeAtText = Buffer.from(madeAt.toISOString());
  }

  /** Writes a record as a line, by default with the identifier of the first record with its digest. */
  writeLine(record: DataRecord, position: number, line: CsvLineWriter, id?: string): void {
    const rest = this.#read(record);
    line.beginCell();
    line.digits(position);
    line.beginCell();
    line.ascii(id ?? this.#identity.idOf(this.#digest()));
    line.beginCell();
    line.digits(this.#size);
    line.beginCell();
    line.copy(this.#madeAtText);
    line.cell(rest);
    for (const field of this.#fields) {
      if (field.cell === null) line.nulls(field.columnCount);
      else this.#writeCells(field, line);
    }
    line.endLine();
  }

  #writeCells({ form, start, end, value, separator }: EncodedField, line: CsvLineWriter): void {
    const { bytes } = this.#texts;
    switch (form) {
      case 'plain':
        line.beginCell();
        line.copy(bytes, start, end);
        return;
      case 'point':
        line.beginCell();
        line.copy(bytes, start + 1, end - 1);
        return;
      case 'list':
        line.cell(storableJson(valuesOf(value, separator)));
        this.#writeWords(start, end, line);
        return;
      case 'text':
        line.cellFrom(bytes, start, end);
        this.#writeWords(start, end, line);
        return;
      case 'file':
        line.cellFrom(bytes, start, end);
        line.beginCell();
        line.ascii(String(this.#isStored(sha256Of(value))));
        return;
      case 'shape':
        line.cellFrom(bytes, start, end);
        writeBounds(value, line);
    }
  }

  /** Writes words, which need no quotes. */
  #writeWords(start: number, end: number, line: CsvLineWriter): void {
    line.beginCell();
    if (!this.#words.write(this.#texts.bytes, start, end, line)) line.null();
  }

  /** Makes a record the current one. Returns its values that no column holds exactly, as JSON; null when there are none. */
  #read(record: DataRecord): string | null {
    let rest: Record<string, Value> | undefined;
    for (const field of this.#fields) {
      const { name, type } = field;
      const value = field.isInherited && !Object.hasOwn(record, name) ? null : (record[name] ?? null);
      const cell = value === null ? null : type.toCell(value);
      field.value = value;
      field.cell = cell;
      if (value === null) continue;
      if (field.isGeographic) this.#extent.add(name, value);
      if (type.isExact?.(value, cell) === false) (rest ??= {})[name] = value;
    }
    if (!this.#writeTexts()) {
      for (const field of this.#fields) if (field.cell !== null) field.cell = toStorableText(field.cell);
      this.#writeTexts();
    }
    return rest ? storableJson(rest) : null;
  }

  /** Writes the texts of the cells, and finds where each begins and ends. Returns false where a text has a NUL. */
  #writeTexts(): boolean {
    const parts = this.#parts;
    let count = 0;
    for (const { name, cell } of this.#inOrderOfTexts) {
      if (cell === null) continue;
      parts[count++] = name;
      parts[count++] = cell;
    }
    parts[count++] = '';
    parts.length = count;
    this.#texts.length = 0;
    this.#texts.text(parts.join('\0'));
    const { bytes, length } = this.#texts;
    let at = 0;
    let size = 0;
    let index = 0;
    for (const field of this.#inOrderOfTexts) {
      if (index++ === this.#identifyingCount) this.#identityEnd = at;
      if (field.cell === null) continue;
      const start = at + field.prefixLength;
      for (at = start; at < length && bytes[at] !== 0;) at++;
      field.start = start;
      field.end = at;
      size += at++ - start;
    }
    if (index === this.#identifyingCount) this.#identityEnd = at;
    this.#size = size;
    return at === length;
  }

  /**
   * The digest of the values of the fields annotated `id`, or of all values, with a character for each byte. It does not depend on the
   * order of the fields, nor on fields without a value. It is never stored: it would confirm guesses of hidden values.
   */
  #digest(): string {
    return hash('sha256', this.#texts.bytes.subarray(0, this.#identityEnd), 'latin1').slice(0, digestBytes);
  }
}

const sha256Of = (value: Value): string =>
  isRecord(value) && typeof value['sha256'] === 'string' ? value['sha256'] : '';

/** Writes the bounds of a geometry: west, south, east and north. */
function writeBounds(value: Value, line: CsvLineWriter): void {
  const bounds = boundsOf(value);
  if (!bounds) {
    line.nulls(4);
    return;
  }
  for (const side of bounds) {
    line.beginCell();
    line.ascii(String(side));
  }
}
