import type { Field } from '../../../engine/records/field.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import { textOf, type Value } from '../../../engine/records/record.ts';
import { separatorOf, valuesOf } from '../record-field.ts';
import { boundsOf } from '../extent/bounds.ts';

/** A value as PostgreSQL reads it; null for null and for a value that the type cannot hold. */
export type Cell = string | null;

/** How the values of a field become cells. */
export interface CellType {
  /** The type of the column. */
  readonly sqlType: string;
  /** The maximum number of bytes that the column takes within a row. PostgreSQL stores long values outside of the row. */
  readonly width: number;
  toCell(value: Exclude<Value, null>): Cell;
  /** Whether the cell keeps the value exactly. A type without this function always keeps values exactly. */
  isExact?(value: Exclude<Value, null>, cell: Cell): boolean;
}

/** The width of a value of variable length. PostgreSQL stores a short value in the row, and only a pointer to a longer value. */
const variableWidth = 28;

const text: CellType = {
  sqlType: 'text collate "C"',
  width: variableWidth,
  toCell: (value) => (typeof value === 'string' ? value : canonicalJson(value)),
  isExact: (value) => typeof value === 'string',
};

const int: CellType = {
  sqlType: 'bigint',
  width: 8,
  toCell: (value) => (Number.isSafeInteger(value) ? textOf(value) : null),
  isExact: (_value, cell) => cell !== null,
};

/** A double. JSON has no infinite numbers, so neither do cells. */
const double: CellType = {
  sqlType: 'double precision',
  width: 8,
  toCell: (value) => (Number.isFinite(value) ? textOf(value) : null),
};

const zero = '0'.charCodeAt(0);

/** Whether PostgreSQL accepts the year. PostgreSQL has no year 0, with which ISO 8601 writes the year before the year 1. */
const hasYear = (value: Value): value is string =>
  typeof value === 'string' && value[4] === '-' && (value.charCodeAt(0) !== zero || !value.startsWith('0000'));

const date: CellType = {
  sqlType: 'date',
  width: 4,
  toCell: (value) => (hasYear(value) ? value : null),
  isExact: (_value, cell) => cell !== null,
};

/** Cuts an instant to microseconds, which PostgreSQL stores. Further digits are cut off, not rounded. */
const cutToMicroseconds = (instant: string): string => instant.replace(/(\.\d{6})\d+/, '$1');
const maxDatetimeLength = '2024-01-31T23:30:00.123456Z'.length;

const datetime: CellType = {
  sqlType: 'timestamptz',
  width: 8,
  toCell(value) {
    if (!hasYear(value)) return null;
    return value.length > maxDatetimeLength ? cutToMicroseconds(value) : value;
  },
  isExact: (value, cell) => value === cell,
};

const point: CellType = {
  sqlType: 'point',
  width: 16,
  toCell: (value) =>
    typeof value === 'object' && !Array.isArray(value) ? `(${textOf(value['lon'])},${textOf(value['lat'])})` : null,
};

const json: CellType = { sqlType: 'jsonb', width: variableWidth, toCell: canonicalJson };

const types: Readonly<Record<Field['type'], CellType>> = {
  text,
  int,
  double,
  date,
  datetime,
  geo_point_2d: point,
  geo_shape: json,
  file: json,
};

/** The column `<column>_box` of a geo_shape. */
export const box: CellType = {
  sqlType: 'box',
  width: 32,
  toCell(value) {
    const [west, south, east, north] = boundsOf(value) ?? [];
    return west === undefined ? null : `(${String(east)},${String(north)}),(${String(west)},${String(south)})`;
  },
};

/** How the values of a field become cells. */
export function cellTypeOf(field: Pick<Field, 'type' | 'annotations'>): CellType {
  const separator = separatorOf(field);
  return separator === undefined ? types[field.type] : multivalued(separator);
}

const multivalued = (separator: string): CellType => ({
  sqlType: 'text[] collate "C"',
  width: variableWidth,
  toCell(value) {
    const values = valuesOf(value, separator);
    return values.length === 0 ? null : `{${values.map(arrayItem).join(',')}}`;
  },
  isExact: (value) => typeof value === 'string' && valuesOf(value, separator).join(separator) === value,
});

const arrayItem = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
