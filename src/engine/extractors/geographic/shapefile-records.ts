import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { ByteReader } from '#engine/datasource/datasource.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { toPolygons } from '#engine/geo/representative-point.ts';
import type { DataRecord, FieldType, Value } from '#engine/records/record.ts';
import { maxRecordSize } from '../batches.ts';
import { decodeText, decodeValue, type DecodingLosses } from '#engine/encodings/text-encoding.ts';

const fileCode = 9994;
const shpHeaderSize = 100;
const recordHeaderSize = 8;
/** The limit below which numbers mean "no data" (ESRI Shapefile Technical Description, "Numeric Types"). */
const noData = -1e38;

/** The kind of a shape, by the last digit of its type. Types 11 to 18 have altitudes. Types 21 to 28 have measures, which are left out. */
const kinds = ['null', 'point', null, 'line', null, 'polygon', null, null, 'multipoint'] as const;

const failDamaged = (): never => fail('EXTRACTION_FAILED', { reason: 'the .shp file is damaged or truncated' });

/** The shapes of a .shp file in order, each as a function that returns its geometry or throws a GeometryError. Fails EXTRACTION_FAILED. */
export async function* readShpShapes(reader: ByteReader): AsyncGenerator<() => Value> {
  const header = await reader.read(shpHeaderSize);
  if (header.length < shpHeaderSize || header.readInt32BE(0) !== fileCode) failDamaged();
  const end = header.readInt32BE(24) * 2;
  for (let offset = shpHeaderSize; offset < end;) {
    const recordHeader = await reader.read(recordHeaderSize);
    if (recordHeader.length < recordHeaderSize) failDamaged();
    const length = recordHeader.readInt32BE(4) * 2;
    if (length > maxRecordSize)
      fail('EXTRACTION_FAILED', {
        reason: `a shape is larger than ${formatByteSize(maxRecordSize)}, or the .shp file is damaged`,
      });
    if (length < 4) failDamaged();
    const record = await reader.read(length);
    if (record.length < length) failDamaged();
    yield () => toGeometry(record);
    offset += recordHeaderSize + length;
  }
}

function toGeometry(record: Buffer): Value {
  const type = record.readInt32LE(0);
  const kind = type < 30 ? kinds[type % 10] : null;
  const hasAltitude = type > 10 && type < 20;
  if (type === 0) return null;
  if (kind === 'point') return { type: 'Point', coordinates: positionAt(record, 4, hasAltitude ? 20 : undefined) };
  if (kind === 'multipoint')
    return { type: 'MultiPoint', coordinates: positionsOf(record, 40, countAt(record, 36), hasAltitude) };
  if (kind !== 'line' && kind !== 'polygon') throw new GeometryError(`the shape type ${type} is not supported`);
  const lines = linesOf(record, hasAltitude);
  if (kind === 'polygon') return toSingleOrMulti('Polygon', toPolygons(lines));
  return toSingleOrMulti('LineString', lines);
}

/** A geometry of the type for one part, the Multi… type for several parts. */
const toSingleOrMulti = (type: string, parts: Value[]): Value =>
  parts.length === 1 ? { type, coordinates: parts[0] ?? [] } : { type: `Multi${type}`, coordinates: parts };

function linesOf(record: Buffer, hasAltitude: boolean): number[][][] {
  const parts = countAt(record, 36);
  const start = 44 + 4 * parts;
  if (start > record.length) throw new GeometryError('its parts reach beyond the end of the record');
  const positions = positionsOf(record, start, countAt(record, 40), hasAltitude);
  const firsts = Array.from({ length: parts }, (_, part) => record.readInt32LE(44 + 4 * part));
  return firsts
    .map((first, part) => {
      const next = firsts[part + 1] ?? positions.length;
      if (first < 0 || next < first || next > positions.length)
        throw new GeometryError('its parts reach beyond its positions');
      return positions.slice(first, next);
    })
    .filter((line) => line.length > 0);
}

/** Reads a count and validates it against the size of the record. */
function countAt(record: Buffer, offset: number): number {
  const number = offset + 4 <= record.length ? record.readInt32LE(offset) : -1;
  if (number < 0 || number > record.length / 4) throw new GeometryError('it declares more parts than it has');
  return number;
}

/** Reads positions. In the record, x and y of all positions come first, then the range of altitudes, then the altitudes. */
function positionsOf(record: Buffer, start: number, length: number, hasAltitude: boolean): number[][] {
  const altitudes = start + 16 * length + 16;
  return Array.from({ length }, (_, index) =>
    positionAt(record, start + 16 * index, hasAltitude ? altitudes + 8 * index : undefined),
  );
}

function positionAt(record: Buffer, offset: number, altitudeAt: number | undefined): number[] {
  if (offset + 16 > record.length) throw new GeometryError('its positions reach beyond the end of the record');
  const altitude = altitudeAt !== undefined && altitudeAt + 8 <= record.length ? record.readDoubleLE(altitudeAt) : NaN;
  return [record.readDoubleLE(offset), record.readDoubleLE(offset + 8), ...(altitude > noData ? [altitude] : [])];
}

const dbfHeaderSize = 32;
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

const failDamagedTable = (): never => fail('EXTRACTION_FAILED', { reason: 'the .dbf file is damaged or truncated' });

/** Reads the header of a table, up to the first record (dBASE file structure, "Table File Header"). Fails EXTRACTION_FAILED. */
export async function readDbfHeader(reader: ByteReader): Promise<DbfHeader> {
  const header = await reader.read(dbfHeaderSize);
  if (header.length < dbfHeaderSize) failDamagedTable();
  const length = header.readUInt16LE(8);
  const recordLength = header.readUInt16LE(10);
  const fields = await reader.read(Math.max(0, length - dbfHeaderSize));
  if (length < dbfHeaderSize || fields.length < length - dbfHeaderSize || recordLength === 0) failDamagedTable();
  return { recordCount: header.readUInt32LE(4), recordLength, language: header[29] ?? 0, fields };
}

/** A record, and the types of its fields by their names. */
interface DbfRecord {
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
    if (record.length < header.recordLength) failDamagedTable();
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
    if (start + length > recordLength) failDamagedTable();
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
