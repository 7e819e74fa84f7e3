import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundFilter } from '../bind/bound/bound-filter.ts';
import { comparisonSql, inSql, rangeSql, startsWithSql } from './comparison-sql.ts';
import { scalarSql, type SqlExpression } from './expression-sql.ts';
import { geometrySql, inBoxSql, withinDistanceSql } from './geometry-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import { wordsSql } from './words-sql.ts';

/**
 * Whether a row matches: an SQL condition, true for exactly the rows that match. It may be null for others, and compares columns
 * directly, so that indexes serve.
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
      return nullSql(filter.operand);
    case 'isTruth':
      return truthSql(filter.field, filter.value);
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

/** A multivalued field without a value may be an empty list. */
const nullSql = (operand: SqlExpression): Sql =>
  operand.kind === 'field' && operand.field.isMultivalued
    ? sql`coalesce(cardinality(${operand.field.value}), 0) = 0`
    : sql`${scalarSql(operand)} is null`;

/** Truth values are texts, in any case. */
const truthSql = ({ value, isMultivalued }: SqlField, truth: boolean): Sql =>
  isMultivalued
    ? sql`exists (select from unnest(${value}) as v (value) where lower(v.value) = ${String(truth)})`
    : sql`lower(${value}) = ${String(truth)}`;
