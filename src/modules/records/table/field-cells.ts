import type { Value } from '../../../engine/records/record.ts';
import { isGeographic } from '../extent/geographic-extent.ts';
import { separatorOf, valuesOf, type RecordField } from '../record-field.ts';
import { cellTypeOf, type Cell, type CellType } from './cells.ts';

/** A field of a generation, and how its values become cells. */
export interface FieldCells {
  readonly name: string;
  /** Whether objects inherit a property of this name. */
  readonly isInherited: boolean;
  readonly type: CellType;
  /** The beginning of the field's part of an identity. */
  readonly identityPrefix: Uint8Array;
  /** Whether the cells of the field may hold any text. */
  readonly isText: boolean;
  /** Whether full text searches read the field. */
  readonly isSearched: boolean;
  /** Whether the field has no column, so that the JSON column `rest` holds its values. */
  readonly isInRest: boolean;
  readonly hasBox: boolean;
  readonly isGeographic: boolean;
  /** Converts a value to what `rest` holds if the field has no column. */
  readonly toRest: (value: Exclude<Value, null>, cell: Cell) => Value;
}

/** How the values of a field become cells. */
export const fieldCellsOf = (field: RecordField): FieldCells => ({
  name: field.name,
  isInherited: field.name in {},
  type: cellTypeOf(field),
  identityPrefix: Buffer.from(`${field.name}\0`),
  isText: field.type === 'text' || field.type === 'geo_shape' || field.type === 'file',
  isSearched: field.type === 'text',
  isInRest: field.column === null,
  hasBox: field.column !== null && field.type === 'geo_shape',
  isGeographic: isGeographic(field),
  toRest: toRestOf(field),
});

/**
 * Returns the conversion of values to what `rest` holds: a list for a multivalued field, a text for a text field, and
 * otherwise the value itself, or null if the type cannot hold it.
 */
function toRestOf(field: RecordField): FieldCells['toRest'] {
  const separator = separatorOf(field);
  if (separator !== undefined) return (value, cell) => (cell === null ? null : valuesOf(value, separator));
  return (value, cell) => (cell === null || field.type === 'text' ? cell : value);
}

/** The value that `rest` holds; null if the column of the field holds the value exactly. */
export function restOf({ type, isInRest, toRest }: FieldCells, value: Exclude<Value, null>, cell: Cell): Value {
  if (isInRest) return toRest(value, cell);
  return type.isExact?.(value, cell) === false ? value : null;
}
