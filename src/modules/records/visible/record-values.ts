import { type DataRecord, textOf, type Value } from '#engine/records/record.ts';
import { parseJson } from '#kernel/json.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { type RecordField, separatorOf } from '../record-field.ts';

/** SQL for the values of a record as the text of a JSON array, in the form that `recordOf` reads: `rest`, then the fields. */
export const valuesJson = (fields: readonly RecordField[]): Sql =>
  sql`json_array(${sqlJoin([sqlText('t.rest::json'), ...fields.map(valueSql)], ', ')})::text`;

/** How a statement selects the value of a field. */
function valueSql({ column: own, type }: RecordField): Sql {
  const column = sqlText(`t.${own}`);
  switch (type) {
    case 'text':
    case 'int':
    case 'double':
      return column;
    case 'date':
      return sql`${column}::text`;
    case 'datetime':
      return sql`strftime(${column} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%f')`;
    case 'geo_point_2d':
      return sqlText(
        `case when t.${own}_lon is not null then json_object('lat', t.${own}_lat, 'lon', t.${own}_lon) end`,
      );
    case 'geo_shape':
    case 'file':
      return sql`${column}::json`;
  }
}

/**
 * A record as it was published: multivalued texts with their separators, not as lists. Values that a column does not hold
 * exactly are read from `rest`.
 */
export function recordOf(values: string, fields: readonly RecordField[]): DataRecord {
  // The cast is safe, because `valuesJson` writes the array.
  const [rest, ...cells] = parseJson(values) as readonly [Readonly<Record<string, Value>> | null, ...Value[]];
  return Object.fromEntries(
    fields.map((field, index) => [
      field.name,
      rest !== null && Object.hasOwn(rest, field.name)
        ? (rest[field.name] ?? null)
        : valueOf(cells[index] ?? null, field),
    ]),
  );
}

function valueOf(cell: Value, field: RecordField): Value {
  if (field.type === 'datetime' && typeof cell === 'string') return instantOf(cell);
  const separator = separatorOf(field);
  return separator !== undefined && Array.isArray(cell) ? cell.map(textOf).join(separator) : cell;
}

/** An instant as the engine writes it: without a fraction, or with three digits at least. */
function instantOf(text: string): string {
  const fraction = text.slice(20).replace(/0+$/, '');
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}Z`;
}
