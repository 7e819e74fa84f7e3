import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { SqlItemExpression } from './aggregate-sql.ts';
import { pointSql, type SqlPoint } from './expression-sql.ts';
import { zonedSql } from './literals.ts';
import type { SqlField } from './scope.ts';

/** How the text of a value is built. */
export interface TextOptions {
  readonly timezone: string;
  /** The text between the items of a list. */
  readonly listSeparator: string;
}

/**
 * SQL for the value of an item as plain text: the text that JavaScript would make of its JSON. Null stays null. Undefined for shapes and
 * other JSON, whose texts JavaScript writes in another way.
 */
export function valueText(expression: SqlItemExpression, value: Sql, options: TextOptions): Sql | undefined {
  if (expression.kind === 'field') return fieldText(expression.field, value, options);
  switch (expression.type) {
    case 'text':
      return value;
    case 'int':
    case 'double':
      return numberText(sql`(${value})::double precision`);
    case 'date':
      return sql`odsql.date_text(${value})`;
    case 'datetime':
      return zonedSql(value, options.timezone);
    case 'geo_point_2d':
      return expression.kind === 'ifNull' ? pointText(pointSql(expression)) : undefined;
    case 'geo_shape':
    case 'file':
    case 'json':
      return undefined;
  }
}

function fieldText(field: SqlField, value: Sql, { timezone, listSeparator }: TextOptions): Sql | undefined {
  if (field.isMultivalued)
    return sql`(case when array_length(${value}, 1) > 0 then array_to_string(${value}, ${listSeparator}::text) end)`;
  if (field.type === 'file') return sql`((${field.json ?? value})::json ->> 'url')`;
  if (field.json) return undefined;
  switch (field.type) {
    case 'text':
      return value;
    case 'int':
      return sql`(${value})::text`;
    case 'double':
      return numberText(value);
    case 'date':
      return field.precision
        ? sql`left(odsql.date_text(${value}), ${sqlText(field.precision === 'year' ? '4' : '7')})`
        : sql`odsql.date_text(${value})`;
    case 'datetime':
      return zonedSql(value, timezone);
    case 'geo_point_2d':
      return pointText(pointSql({ kind: 'field', type: field.type, field }));
    case 'geo_shape':
      return undefined;
  }
}

/** A double as JavaScript writes it. */
const numberText = (double: Sql): Sql => sql`odsql.number_text(${double})`;

/** A point as text: latitude and longitude. */
const pointText = ({ lon, lat }: SqlPoint): Sql => sql`(${numberText(lat)} || ', ' || ${numberText(lon)})`;
