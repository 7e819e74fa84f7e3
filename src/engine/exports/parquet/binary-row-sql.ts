import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundQuery } from '../../odsql/bind/bound/bound-query.ts';
import { expressionSql, type SqlItemExpression } from '../../odsql/sql/aggregate-sql.ts';
import { withoutGroups } from '../../odsql/sql/query-sql.ts';
import type { SqlField } from '../../odsql/sql/scope.ts';
import { distinctByName } from './distinct-by-name.ts';

/** The maximum number of items of a query that reads binary rows. It bounds the length of the statement. */
const maxItems = 500;

/**
 * SQL for a record in the binary format of PostgreSQL, encoded in base64. This format is faster to write and to read than
 * JSON. Undefined for groups and aggregates, for too many items, and for an item whose text PostgreSQL and JavaScript write
 * differently.
 */
export function binaryRowSql({
  items,
  keys,
  isAggregated,
}: Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'>): Sql | undefined {
  if (keys !== null || isAggregated || items.length === 0 || items.length > maxItems) return undefined;
  const distinct = distinctByName(items);
  const values = distinct.flatMap(({ expression }) => valueSql(expression) ?? []);
  return values.length === distinct.length
    ? sql`encode(record_send(row(${sqlJoin(values, ', ')})), 'base64')`
    : undefined;
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
      return field && sql`((${field.json ?? value}) ->> 'url')`;
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

const sqlTypes = Object.freeze({
  text: 'text',
  int: 'bigint',
  double: 'double precision',
  datetime: 'timestamptz',
  geo_point_2d: 'point',
  geo_shape: 'text',
});
