import { type Field, textOf, toStorable, type Value } from '#engine/records/record.ts';
import { canonicalJson } from '#kernel/json.ts';
import { isGeographic } from '../extent/geographic-extent.ts';
import { columnsOf, type RecordField, separatorOf, valuesOf } from '../record-field.ts';

/** The text of a value, which its identity and its size count; null for null and for a value that the type cannot hold. */
export type Cell = string | null;

/** How the values of a type become cells. */
interface CellType {
  toCell(value: Exclude<Value, null>): Cell;
  /** Whether the columns of the field hold the value exactly. A type without this function always holds values exactly. */
  isExact?(value: Exclude<Value, null>, cell: Cell): boolean;
}

/**
 * How the cells of a field are written to lines: `plain` as they are, `point` as two numbers, `file` with whether it is stored, `text` with words, `list` as JSON
 * with words, and `shape` with bounds.
 */
type LineForm = 'plain' | 'point' | 'file' | 'text' | 'list' | 'shape';

/** A field of a generation, and how its values become cells. */
export interface FieldCells {
  readonly name: string;
  /** Whether objects inherit a property of this name. */
  readonly isInherited: boolean;
  readonly type: CellType;
  readonly form: LineForm;
  readonly columnCount: number;
  /** The separator of the values of a `list`. */
  readonly separator: string;
  /** The bytes of the name and the NUL behind it. */
  readonly prefixLength: number;
  readonly isGeographic: boolean;
}

/** How the values of a field become cells. */
export const fieldCellsOf = (field: RecordField): FieldCells => ({
  name: field.name,
  isInherited: field.name in {},
  type: cellTypeOf(field),
  form: field.isMultivalued ? 'list' : forms[field.type],
  columnCount: columnsOf(field).length,
  separator: separatorOf(field) ?? '',
  prefixLength: Buffer.byteLength(field.name) + 1,
  isGeographic: isGeographic(field),
});

const forms: Readonly<Record<RecordField['type'], LineForm>> = {
  text: 'text',
  int: 'plain',
  double: 'plain',
  date: 'plain',
  datetime: 'plain',
  geo_point_2d: 'point',
  geo_shape: 'shape',
  file: 'file',
};

/** A value as canonical JSON whose texts can be stored. */
export function storableJson(value: Value): string {
  const json = canonicalJson(value);
  return /\\u(?:d|0000)/.test(json) ? canonicalJson(toStorable(value)) : json;
}

const isInColumn: CellType['isExact'] = (_value, cell) => cell !== null;

const text: CellType = {
  toCell: (value) => (typeof value === 'string' ? value : storableJson(value)),
  isExact: (value) => typeof value === 'string',
};

const int: CellType = {
  toCell: (value) => (Number.isSafeInteger(value) ? textOf(value) : null),
  isExact: isInColumn,
};

/** A double. JSON has no infinite numbers, so neither do cells. */
const double: CellType = { toCell: (value) => (Number.isFinite(value) ? textOf(value) : null) };

const zero = '0'.charCodeAt(0);

/** Whether the text of a time has a year from 1 to 9999. ISO 8601 writes the year before the year 1 as year 0, which SQL does not have. */
const hasYear = (value: Value): value is string =>
  typeof value === 'string' && value[4] === '-' && (value.charCodeAt(0) !== zero || !value.startsWith('0000'));

const date: CellType = { toCell: (value) => (hasYear(value) ? value : null), isExact: isInColumn };

/** Cuts an instant to the microseconds of a column. Further digits are cut off, not rounded. */
const cutToMicroseconds = (instant: string): string => instant.replace(/(\.\d{6})\d+/, '$1');
const maxDatetimeLength = '2024-01-31T23:30:00.123456Z'.length;

const datetime: CellType = {
  toCell(value) {
    if (!hasYear(value)) return null;
    return value.length > maxDatetimeLength ? cutToMicroseconds(value) : value;
  },
  isExact: (value, cell) => value === cell,
};

const point: CellType = {
  toCell(value) {
    if (typeof value !== 'object' || Array.isArray(value)) return null;
    const { lon, lat } = value;
    return Number.isFinite(lon) && Number.isFinite(lat) ? `(${textOf(lon)},${textOf(lat)})` : null;
  },
};

const json: CellType = { toCell: storableJson };

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

/** How the values of a field become cells, which its type and its separator decide. */
function cellTypeOf(field: Pick<Field, 'type' | 'annotations'>): CellType {
  const separator = separatorOf(field);
  return separator === undefined ? types[field.type] : multivalued(separator);
}

const multivalued = (separator: string): CellType => ({
  toCell(value) {
    const values = valuesOf(value, separator);
    return values.length === 0 ? null : `{${values.map(arrayItem).join(',')}}`;
  },
  isExact: (value) => typeof value === 'string' && valuesOf(value, separator).join(separator) === value,
});

const arrayItem = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
