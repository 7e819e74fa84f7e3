import { textOf, type DataRecord, type Value } from '../../../engine/records/record.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { separatorOf, type RecordField } from '../record-field.ts';

/** A row of a generation's table, by column. */
export type ValueRow = Readonly<Record<string, Value>> & { readonly rest: Readonly<Record<string, Value>> | null };

/** The columns of fields and `rest`, in the form that `recordOf` reads. */
export const valueColumns = (fields: readonly RecordField[]): Sql =>
  sqlJoin(
    [
      sqlText('t.rest'),
      ...fields.flatMap(({ column, type }) =>
        column === null ? [] : [sql`${readers[type](sqlText(`t.${column}`))} as ${sqlText(column)}`],
      ),
    ],
    ', ',
  );

/** How a statement selects the column of each type, in the form that `recordOf` reads. */
const readers: Readonly<Record<RecordField['type'], (column: Sql) => Sql>> = {
  text: (column) => column,
  // The conversion is exact, because integers of records have at most 53 bits.
  int: (column) => sql`${column}::double precision`,
  double: (column) => column,
  date: (column) => sql`${column}::text`,
  datetime: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  geo_point_2d: (column) =>
    sql`case when ${column} is not null then json_build_object('lat', ${column}[1], 'lon', ${column}[0]) end`,
  geo_shape: (column) => column,
  file: (column) => column,
};

/**
 * A record as it was published: multivalued texts with their separators, not as lists. Values that a column does not hold
 * exactly are read from `rest`.
 */
export const recordOf = (row: ValueRow, fields: readonly RecordField[]): DataRecord =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(row, field)]));

function valueOf(row: ValueRow, field: RecordField): Value {
  const { column, name, type } = field;
  const inRest = row.rest && Object.hasOwn(row.rest, name) ? (row.rest[name] ?? null) : null;
  if (inRest !== null && column !== null) return inRest;
  const value = column === null ? inRest : (row[column] ?? null);
  if (column !== null && type === 'datetime' && typeof value === 'string') return instantOf(value);
  const separator = separatorOf(field);
  return separator !== undefined && Array.isArray(value) ? value.map(textOf).join(separator) : value;
}

/** An instant as the engine writes it: without a fraction, or with three digits at least. */
function instantOf(text: string): string {
  const fraction = text.slice(20).replace(/0+$/, '');
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}Z`;
}
