import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundQuery } from '../../odsql/bind/bound/bound-query.ts';
import { expressionSql, type SqlItemExpression } from '../../odsql/sql/aggregate-sql.ts';
import { withoutGroups } from '../../odsql/sql/query-sql.ts';
import type { SqlField } from '../../odsql/sql/scope.ts';
import type { CopiedRows } from '../export-format.ts';
import { distinctByName } from './distinct-by-name.ts';

/** The maximum number of items of a query that reads binary rows. It bounds the length of the statement. */
const maxItems = 500;

/**
 * The columns that are copied in the binary format of PostgreSQL, which is faster to write and to read than JSON. Undefined for groups and
 * aggregates, for too many items, and for an item whose text PostgreSQL and JavaScript write differently.
 */
export function copyBinary({
  items,
  keys,
  isAggregated,
}: Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'>): CopiedRows | undefined {
  if (keys !== null || isAggregated || items.length === 0 || items.length > maxItems) return undefined;
  const distinct = distinctByName(items);
  const columns = distinct.flatMap(({ expression }) => valueSql(expression) ?? []);
  return columns.length === distinct.length ? { columns, form: { kind: 'binary' } } : undefined;
}

/** SQL for the value of an item, cast to the type that the column of the file expects (`addBinary`). */
function valueSql(expression: SqlItemExpression): Sql | undefined {
  const value = expressionSql(expression, withoutGroups);
  const field = expression.kind === 'field' ? expression.field : undefined;
  if (field?.isMultivalued) return sql`nullif(${value}, '{}')::text[]`;
  switch (expression.type) {
    case 'date':
      return field?.precision
        ? sql`date_trunc(${sqlText(`'${field.precision}'`)}, (${value})::timestamp)::date`
        : sql`(${value})::date`;
    case 'file':
      return field && fileUrl(field.json ?? value);
    case 'json':
      return undefined;
    case 'text':
    case 'int':
    case 'double':
    case 'datetime':
    case 'geo_point_2d':
    case 'geo_shape':
      return field?.json ? undefined : sql`(${value})::${sqlText(sqlTypes[expression.type])}`;
  }
}

/** The address of a file, and an empty text for a file without one, as in CSV. */
const fileUrl = (file: Sql): Sql =>
  sql`(select coalesce(f ->> 'url', '') from (select ${file} as f) file where f is not null)`;

const sqlTypes = Object.freeze({
  text: 'text',
  int: 'bigint',
  double: 'double precision',
  datetime: 'timestamptz',
  geo_point_2d: 'point',
  geo_shape: 'text',
});
