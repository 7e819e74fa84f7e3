import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import type { BoundFilter } from '../bind/bound/bound-filter.ts';
import { comparisonSql, inSql, rangeSql, startsWithSql } from './comparison-sql.ts';
import { pointSql, scalarSql, type SqlExpression } from './expression-sql.ts';
import { geometrySql, inBoxSql, withinDistanceSql } from './geometry-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import { wordsSql } from './words-sql.ts';

/**
 * Compiles a filter to an SQL condition, which is true for exactly the rows that match, and false or null for others. The condition
 * compares columns directly, so that an engine can use their indexes and statistics.
 */
export function filterSql(filter: BoundFilter<SqlField>, scope: SqlScope): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.length === 0
        ? sqlText(filter.kind === 'and' ? 'true' : 'false')
        : sql`(${sqlJoin(
            filter.filters.map((part) => filterSql(part, scope)),
            ` ${filter.kind} `,
          )})`;
    case 'not':
      return sql`((${filterSql(filter.filter, scope)}) is not true)`;
    case 'constant':
      return sqlText(String(filter.value));
    case 'comparison':
      return comparisonSql(filter);
    case 'in':
      return inSql(filter);
    case 'range':
      return rangeSql(filter);
    case 'isNull':
      return isNullSql(filter.operand);
    case 'isTruth':
      return isTruthSql(filter.field, filter.value);
    case 'words':
      return wordsSql(filter, scope);
    case 'startsWith':
      return sql`(${sqlJoin([sqlText('false'), ...startsWithSql(filter)], ' or ')})`;
    case 'withinDistance':
      return withinDistanceSql(filter);
    case 'inBox':
      return inBoxSql(filter);
    case 'geometry':
      return geometrySql(filter);
  }
}

/** Tests for null. A multivalued field without a value may also be an empty list. */
function isNullSql(operand: SqlExpression): Sql {
  if (operand.kind === 'field' && operand.field.isMultivalued)
    return sql`coalesce(array_length(${operand.field.value}, 1), 0) = 0`;
  return sql`${operand.type === 'geo_point_2d' ? pointSql(operand).lon : scalarSql(operand)} is null`;
}

/** Tests for a truth value: the text `true` or `false` in any combination of upper and lower case. */
const isTruthSql = ({ value, isMultivalued }: SqlField, truth: boolean): Sql =>
  isMultivalued
    ? sql`odsql.has_truth(${value}, ${String(truth)}::text)`
    : sql`lower(${value}) = ${String(truth)}::text`;
