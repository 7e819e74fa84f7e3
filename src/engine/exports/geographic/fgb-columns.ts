import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { fail } from '#kernel/fail.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { ExportColumn } from '../export-format.ts';

/** A column in the terms of FlatGeobuf. */
export interface FgbColumn {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
}

/** Converts a column to the types of FlatGeobuf. */
export const fgbColumnOf = (column: ExportColumn): FgbColumn => ({
  name: column.name,
  label: column.label,
  type: typeOf(column),
});

/** The type of a column. A date is a string, because it may be a year or a month only. */
function typeOf({ type, isMultivalued }: ExportColumn): ColumnType {
  if (isMultivalued) return ColumnType.Json;
  if (type === 'int') return ColumnType.Long;
  if (type === 'double') return ColumnType.Double;
  if (type === 'datetime') return ColumnType.DateTime;
  return type === 'text' || type === 'date' ? ColumnType.String : ColumnType.Json;
}

/** The values of a row that are not null, each after the index of its column. */
export function writeFgbValues(columns: readonly FgbColumn[], values: JsonObject): Uint8Array {
  const parts = columns.flatMap((column, index) => {
    const value = values[column.name] ?? null;
    return value === null ? [] : [uint16(index), ...valueBytes(value, column)];
  });
  return Buffer.concat(parts);
}

function valueBytes(value: Json, { name, type }: FgbColumn): readonly Buffer[] {
  const text = type === ColumnType.String || type === ColumnType.DateTime ? textOf(value) : JSON.stringify(value);
  // Numbers are written from their JSON text, which keeps digits that a double would round.
  if (type === ColumnType.Double) return [float64(Number(text))];
  if (type === ColumnType.Long) return [int64(toLong(text, name))];
  const bytes = Buffer.from(text);
  return [uint32(bytes.length), bytes];
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** An integer of 64 bits. Fails EXPORT_NOT_POSSIBLE for a larger one. */
function toLong(text: string, name: string): bigint {
  const integer = /^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  return integer !== undefined && BigInt.asIntN(64, integer) === integer
    ? integer
    : fail('EXPORT_NOT_POSSIBLE', { reason: `a value of ${name} has more than 64 bits` });
}

function bytesOf(length: number, write: (bytes: Buffer) => number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  write(bytes);
  return bytes;
}

const uint16 = (value: number): Buffer => bytesOf(2, (bytes) => bytes.writeUInt16LE(value));
const uint32 = (value: number): Buffer => bytesOf(4, (bytes) => bytes.writeUInt32LE(value));
const int64 = (value: bigint): Buffer => bytesOf(8, (bytes) => bytes.writeBigInt64LE(value));
const float64 = (value: number): Buffer => bytesOf(8, (bytes) => bytes.writeDoubleLE(value));
