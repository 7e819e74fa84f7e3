import { hash } from 'node:crypto';
import { type DataRecord, isRecord, toStorableText, type Value } from '#engine/records/record.ts';
import { ByteWriter, type CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import type { Secrets } from '#platform/secrets.ts';
import { boundsOf } from '../extent/bounds.ts';
import { ExtentBuilder } from '../extent/geographic-extent.ts';
import { type RecordField, valuesOf } from '../record-field.ts';
import { type Cell, type FieldCells, fieldCellsOf, storableJson } from './cells.ts';

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
        line.cellOfWords(bytes, start, end);
        return;
      case 'text':
        line.cellFrom(bytes, start, end);
        line.cellOfWords(bytes, start, end);
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

/** The bytes of an identifier: 40 hexadecimal digits on the wire. */
const idBytes = 20;
/** The bytes of the digest of a record's values. */
const digestBytes = 16;
/** The bytes of a block of SHA-256, and of a hash. */
const blockBytes = 64;
const hashBytes = 32;

/**
 * The identifiers of the records of one dataset (docs/contract/explore.md 4). Everything about them is here, so that a record keeps its
 * identifier wherever records are stored:
 *
 * - The key is derived from a random secret of the catalog, which is stored encrypted, and the uid of the dataset. Without the key an
 *   identifier neither reveals values nor confirms a guess; with the uid, no other dataset of the catalog answers guesses either.
 * - The digest is the beginning of the SHA-256 of the identifying values in canonical form, which `RecordEncoder` writes.
 * - The first record with a digest has the identifier HMAC-SHA-256(key, digest), cut to 20 bytes. The n-th record after it with the same
 *   digest has HMAC-SHA-256(key, identifier of the first, n in 4 bytes), so identifiers do not show either which records are equal.
 */
export class RecordIdentity {
  /** The blocks that HMAC hashes: a padded key and a message. One-shot hashes of them take half the time of an Hmac object. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  /** The blocks with a digest, and with the identifier of a first record and a number. */
  readonly #innerOfFirst: Buffer;
  readonly #innerOfRepeated: Buffer;

  /** `key` has up to 64 bytes. */
  constructor(key: Uint8Array) {
    this.#inner = Buffer.concat([padOf(key, 0x36), Buffer.alloc(idBytes + 4)]);
    this.#outer = Buffer.concat([padOf(key, 0x5c), Buffer.alloc(hashBytes)]);
    this.#innerOfFirst = this.#inner.subarray(0, blockBytes + digestBytes);
    this.#innerOfRepeated = this.#inner.subarray(0, blockBytes + idBytes + 4);
  }

  /** The identifier of the first record with a digest, in hexadecimal. `digest` has a character for each byte. */
  idOf(digest: string): string {
    this.#inner.write(digest, blockBytes, digestBytes, 'latin1');
    return this.#hmac(this.#innerOfFirst);
  }

  /** The identifier of the n-th record after the first one with its digest, whose identifier is `first`, both in hexadecimal. */
  repeatedIdOf(first: string, n: number): string {
    if (n === 0) return first;
    this.#inner.write(first, blockBytes, idBytes, 'hex');
    this.#inner.writeUInt32BE(n, blockBytes + idBytes);
    return this.#hmac(this.#innerOfRepeated);
  }

  /** The HMAC of a message, in hexadecimal. */
  #hmac(message: Buffer): string {
    const inner = hash('sha256', message, 'latin1');
    this.#outer.write(inner, blockBytes, hashBytes, 'latin1');
    return hash('sha256', this.#outer).slice(0, 2 * idBytes);
  }
}

/** The identity of the records of a dataset. */
export const recordIdentityOf = (secrets: Pick<Secrets, 'deriveKey'>, datasetUid: string): RecordIdentity =>
  new RecordIdentity(secrets.deriveKey(`record ids of ${datasetUid}`));

const padOf = (key: Uint8Array, pad: number): Buffer =>
  Buffer.from(Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ pad));
