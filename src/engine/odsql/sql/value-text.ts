import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { SqlItemExpression } from './aggregate-sql.ts';
import type { SqlField } from './scope.ts';

/** How the text of a value is built. */
export interface TextOptions {
  readonly timezone: string;
  /** The text between the items of a list. */
  readonly listSeparator: string;
}

/**
 * SQL for the value of an item as plain text: the text that JavaScript would make of its JSON. Null stays null. Undefined for shapes and
 * other JSON, whose texts differ between PostgreSQL and JavaScript.
 */
export function valueText(expression: SqlItemExpression, value: Sql, options: TextOptions): Sql | undefined {
  if (expression.kind === 'field') return fieldText(expression.field, value, options);
  switch (expression.type) {
    case 'text':
      return value;
    case 'int':
    case 'double':
      return doubleText(sql`(${value})::double precision`);
    case 'date':
      return dateText(value);
    case 'datetime':
      return datetimeText(value, options.timezone);
    case 'geo_point_2d':
      return pointText(value);
    case 'geo_shape':
    case 'file':
    case 'json':
      return undefined;
  }
}

function fieldText(field: SqlField, value: Sql, { timezone, listSeparator }: TextOptions): Sql | undefined {
  if (field.isMultivalued) return sql`array_to_string(nullif(${value}, '{}'), ${listSeparator}::text, '')`;
  if (field.type === 'file') return sql`((${field.json ?? value}) ->> 'url')`;
  if (field.json) return undefined;
  switch (field.type) {
    case 'text':
      return value;
    case 'int':
      return sql`(${value})::text`;
    case 'double':
      return doubleText(value);
    case 'date':
      return field.precision
        ? sql`left(${dateText(value)}, ${sqlText(field.precision === 'year' ? '4' : '7')})`
        : dateText(value);
    case 'datetime':
      return datetimeText(value, timezone);
    case 'geo_point_2d':
      return pointText(value);
    case 'geo_shape':
      return undefined;
  }
}

/** A date or time as text, taken from its JSON. Unlike a cast to text, JSON does not depend on the settings of the connection. */
const dateText = (date: Sql): Sql => sql`btrim(to_json(${date})::text, '"')`;

const datetimeText = (time: Sql, timezone: string): Sql =>
  timezone === 'UTC'
    ? sql`(${dateText(sql`${time} at time zone 'UTC'`)} || '+00:00')`
    : sql`odsql.zoned(${time}, ${timezone}::text)`;

/** A point as text: latitude and longitude. */
const pointText = (point: Sql): Sql =>
  sql`(${doubleText(sql`(${point})[1]`)} || ', ' || ${doubleText(sql`(${point})[0]`)})`;

/**
 * A double as JavaScript writes it. PostgreSQL has the same digits, but writes exponents from 1e15 on and below 1e-4, where JavaScript writes
 * them from 1e21 on and below 1e-6, pads exponents with zeros, and keeps the sign of zero.
 */
const doubleText = (double: Sql): Sql => sql`case
  when abs(${double}) >= 1e-4 and abs(${double}) < 1e15 then (${double})::text
  when ${double} = 0 then '0'
  when abs(${double}) >= 1e-6 and abs(${double}) < 1e21 then (${double})::text::numeric::text
  else replace((${double})::text, 'e-0', 'e-') end`;
