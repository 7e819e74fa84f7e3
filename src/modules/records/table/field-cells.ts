import { isGeographic } from '../extent/geographic-extent.ts';
import { separatorOf, type RecordField } from '../record-field.ts';
import { cellTypeOf, type CellType } from './cells.ts';
import { columnsOf } from './record-columns.ts';

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
