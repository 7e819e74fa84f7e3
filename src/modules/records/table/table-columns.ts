import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { separatorOf, type PublishedField, type RecordField } from '../record-field.ts';
import { box, cellTypeOf } from './cells.ts';

/** The maximum number of fields with a column of their own; PostgreSQL has up to 1,600 columns in a table. */
const maxColumns = 250;
/** The maximum number of bytes that the columns of a row take. A row must fit a page of 8 kB with any values. */
const maxRowWidth = 7_500;

/** The columns of every table beside those of its fields; `_timestamp` has a default. */
export const technicalColumns = ['_position', '_id', '_size', 'rest', '_words'] as const;

/** Assigns the fields of a table to columns, in the order in which they appear. */
export class TableColumns {
  readonly #fields = new Map<string, RecordField>();
  #count = 0;
  #width = 0;

  /** `fields` are the fields that the table already has. */
  constructor(fields: readonly RecordField[] = []) {
    for (const field of fields) {
      this.#fields.set(field.name, field);
      if (field.column === null) continue;
      this.#count = Math.max(this.#count, Number(field.column.slice(1)) + 1);
      this.#width += widthOf(field);
    }
  }

  /** The fields with their columns. A new field gets the next column; once the table is full, its values go to `rest`. */
  assign(fields: readonly PublishedField[]): RecordField[] {
    return fields.map((field) => {
      const known = this.#fields.get(field.name);
      const { name, label, type, description, annotations } = field;
      const isMultivalued = separatorOf(field) !== undefined;
      const column = known ? known.column : this.#nextColumn(field);
      const assigned = { name, label, type, description, annotations, isMultivalued, column };
      if (!known) this.#fields.set(name, assigned);
      return assigned;
    });
  }

  #nextColumn(field: PublishedField): string | null {
    const width = widthOf(field);
    if (this.#count >= maxColumns || this.#width + width > maxRowWidth) return null;
    this.#width += width;
    return `c${this.#count++}`;
  }
}

const widthOf = (field: PublishedField): number =>
  cellTypeOf(field).width + (field.type === 'geo_shape' ? box.width : 0);

/** The columns that hold the values of a field: none when they are in `rest`, two for a geo_shape. */
export function columnsOf({ column, type }: RecordField): string[] {
  if (column === null) return [];
  return type === 'geo_shape' ? [column, `${column}_box`] : [column];
}

/** The types of the columns of the fields and then of `technicalColumns`, in their order. */
export const castsOf = (fields: readonly RecordField[]): string[] => [
  ...fields.flatMap((field) => columnsOf(field).map((column) => typeOf(field, column).replace(/ collate .*/, ''))),
  ...['bigint', 'bytea', 'integer', 'jsonb', 'tsvector'],
];

const typeOf = (field: RecordField, column: string): string =>
  (column === field.column ? cellTypeOf(field) : box).sqlType;

/** A statement that adds the columns of fields to a table; undefined where there are none. */
export function addColumns(table: Sql, fields: readonly RecordField[]): Sql | undefined {
  const columns = fields.flatMap((field) =>
    columnsOf(field).map((column) => sql`add column ${sqlText(column)} ${sqlText(typeOf(field, column))}`),
  );
  return columns.length === 0 ? undefined : sql`alter table ${table} ${sqlJoin(columns, ', ')}`;
}
