import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { ValueType } from '../bind/bound/bound-expression.ts';
import type { SqlItemExpression } from './aggregate-sql.ts';
import { concatSql } from './concat-sql.ts';
import { zonedSql } from './literals.ts';
import type { SqlField } from './scope.ts';

const orNull = (text: Sql): Sql => sql`coalesce(${text}, 'null')`;

/** The JSON of an expression's value in a row, as a text. */
export function itemJson(expression: SqlItemExpression, value: Sql, timezone: string): Sql {
  if (expression.kind === 'field' && expression.field.isMultivalued)
    return sql`(case when array_length(${value}, 1) > 0 then to_json(${value})::text else 'null' end)`;
  if (expression.kind === 'field') return fieldJson(expression.field, value, timezone);
  return valueJson(expression.type, value, timezone);
}

/** The JSON of a field's value. */
export function fieldJson(field: SqlField, value: Sql, timezone: string): Sql {
  if (field.json) return orNull(field.json);
  if (field.type === 'date' && field.precision)
    return orNull(sql`left(to_json(${value})::text, ${keptLength(field)}) || '"'`);
  return valueJson(field.type, value, timezone);
}

/** The number of characters of a JSON date to keep: the opening quote, the year and perhaps the month. */
const keptLength = ({ precision }: SqlField): Sql => sqlText(precision === 'year' ? '5' : '8');

/** The JSON of a value, as a text: `null` for a null value. */
export function valueJson(type: ValueType, value: Sql, timezone: string): Sql {
  switch (type) {
    case 'text':
    case 'date':
    case 'double':
      return orNull(sql`to_json(${value})::text`);
    case 'int':
    case 'geo_point_2d':
    case 'file':
    case 'json':
      return orNull(sql`(${value})::text`);
    case 'datetime':
      return orNull(sql`'"' || ${zonedSql(value, timezone)} || '"'`);
    case 'geo_shape':
      return orNull(sql`'{"type":"Feature","geometry":' || (${value})::text || ',"properties":{}}'`);
  }
}

/** A JSON object of named values, each a JSON text. */
export const objectJson = (members: readonly { readonly name: string; readonly json: Sql }[]): Sql =>
  concatSql([
    sqlText(`'{'`),
    ...members.flatMap(({ name, json }, index) => [
      sql`${`${index === 0 ? '' : ','}${JSON.stringify(name)}:`}::text`,
      json,
    ]),
    sqlText(`'}'`),
  ]);
