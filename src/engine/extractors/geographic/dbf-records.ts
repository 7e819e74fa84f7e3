import { fail } from '#kernel/fail.ts';
import type { ByteReader } from '#engine/datasource/byte-reader.ts';
import type { FieldType } from '#engine/records/field.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import type { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import { decodeText, decodeValue } from '#engine/encodings/text-encoding.ts';

const headerSize = 32;
const fieldSize = 32;
/** The byte after the descriptions of the fields. */
const headerEnd = 0x0d;
/** The byte after the last record. */
const fileEnd = 0x1a;
/** The first byte of a deleted record. */
const deleted = 0x2a;

interface DbfField {
  readonly name: string;
  readonly type: FieldType;
  readonly read: (bytes: Buffer) => Value;
  readonly start: number;
  readonly length: number;
}

/** The header of a table. */
export interface DbfHeader {
  readonly recordCount: number;
  readonly recordLength: number;
  /** The byte that identifies the encoding; 0 when it is not declared. */
  readonly language: number;
  /** The descriptions of the fields as bytes, `fieldSize` for each. */
  readonly fields: Buffer;
}

const failDamaged = (): never => fail('EXTRACTION_FAILED', { reason: 'the .dbf file is damaged or truncated' });

/** Reads the header of a table, up to the first record (dBASE file structure, "Table File Header"). Fails EXTRACTION_FAILED. */
export async function readDbfHeader(reader: ByteReader): Promise<DbfHeader> {
  const header = await reader.read(headerSize);
  if (header.length < headerSize) failDamaged();
  const length = header.readUInt16LE(8);
  const recordLength = header.readUInt16LE(10);
  const fields = await reader.read(Math.max(0, length - headerSize));
  if (length < headerSize || fields.length < length - headerSize || recordLength === 0) failDamaged();
  return { recordCount: header.readUInt32LE(4), recordLength, language: header[29] ?? 0, fields };
}

/** A record, and the types of its fields by their names. */
export interface DbfRecord {
  readonly properties: DataRecord;
  readonly types: ReadonlyMap<string, FieldType>;
}

/** Reads the records after the header; null stands for a deleted record. Fails EXTRACTION_FAILED. */
export async function* readDbfRecords(
  reader: ByteReader,
  header: DbfHeader,
  encoding: string,
  losses?: DecodingLosses,
): AsyncGenerator<DbfRecord | null> {
  const fields = fieldsOf(header, encoding, losses);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  for (let index = 0; index < header.recordCount; index++) {
    const record = await reader.read(header.recordLength);
    if (record[0] === fileEnd) return;
    if (record.length < header.recordLength) failDamaged();
    if (record[0] === deleted) {
      yield null;
      continue;
    }
    const properties: DataRecord = Object.fromEntries(
      fields.map(({ name, read, start, length }) => [name, read(record.subarray(start, start + length))]),
    );
    yield { properties, types };
  }
}

/** The fields of supported types. Memos, pictures and other types are left out: their values are in other files. */
function fieldsOf(
  { fields, recordLength }: DbfHeader,
  encoding: string,
  losses: DecodingLosses | undefined,
): DbfField[] {
  const readers = readersOf(encoding, losses);
  const found: DbfField[] = [];
  let start = 1;
  for (let offset = 0; offset + fieldSize <= fields.length && fields[offset] !== headerEnd; offset += fieldSize) {
    let name = decodeText(fields.subarray(offset, offset + 11), encoding)
      .replace(/\0.*$/s, '')
      .trim();
    const length = fields[offset + 16] ?? 0;
    const kind = String.fromCharCode(fields[offset + 11] ?? 0);
    const read = readers.get(kind);
    if (start + length > recordLength) failDamaged();
    // A repeated name gets a trailing space, so that the field becomes a column of its own. `Columns` then adds a number to its technical name.
    while (found.some((before) => before.name === name)) name += ' ';
    if (read) found.push({ name, type: typeOf(kind, fields[offset + 17] ?? 0), read, start, length });
    start += length;
  }
  return found;
}

/** The text of bytes without padding. */
const asciiOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', ' ').trim();

function readNumber(bytes: Buffer): Value {
  const text = asciiOf(bytes);
  const number = text === '' ? NaN : Number(text);
  // Asterisks stand for a number that did not fit. Digits that a JavaScript number would round stay text.
  if (!Number.isFinite(number)) return null;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

function readDate(bytes: Buffer): Value {
  const text = asciiOf(bytes);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return text || null;
  return text === '00000000' ? null : `${year}-${month}-${day}`;
}

function readLogical(bytes: Buffer): Value {
  const text = asciiOf(bytes);
  if (/^[ty]$/i.test(text)) return true;
  return /^[fn]$/i.test(text) ? false : null;
}

const readDouble = (bytes: Buffer): Value => {
  const number = bytes.length === 8 ? bytes.readDoubleLE(0) : NaN;
  return Number.isFinite(number) ? number : null;
};

/** The type of a field, by the letter of its dBASE type and its number of decimals. */
function typeOf(kind: string, decimals: number): FieldType {
  if (kind === 'D') return 'date';
  if (kind === 'I' || (kind === 'N' && decimals === 0)) return 'int';
  return kind === 'C' || kind === 'L' ? 'text' : 'double';
}

/** The readers of values, by the letter of the field type. */
const readersOf = (
  encoding: string,
  losses: DecodingLosses | undefined,
): ReadonlyMap<string, (bytes: Buffer) => Value> =>
  new Map([
    ['C', (bytes) => decodeValue(bytes, encoding, losses).replace(/[\0\s]+$/, '') || null],
    ['N', readNumber],
    ['F', readNumber],
    ['D', readDate],
    ['L', readLogical],
    ['B', readDouble],
    ['O', readDouble],
    ['I', (bytes) => (bytes.length === 4 ? bytes.readInt32LE(0) : null)],
  ]);
