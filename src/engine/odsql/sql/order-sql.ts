import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundGroupKey, BoundOrderKey } from '../bind/bound/bound-query.ts';
import { expressionSql, type SubqueryColumns, type SqlItemExpression } from './aggregate-sql.ts';
import { scalarType } from './expression-sql.ts';
import type { SqlType } from './literals.ts';
import type { SqlField, SqlScope } from './scope.ts';

/** A sort key in SQL. Nulls come last in both directions. Texts have the collation "C", which sorts by code point. */
export interface SqlOrderKey {
  readonly value: Sql;
  /** The type to which a cursor casts a value of the key. */
  readonly type: SqlType;
  readonly isDescending: boolean;
}

/** Compiles sort keys. They do not include the position, with which callers break ties. `groups` are the keys of the query's groups. */
export const orderKeys = (
  order: readonly BoundOrderKey<SqlField>[],
  scope: SqlScope,
  computed: SubqueryColumns,
  groups: readonly BoundGroupKey<SqlField>[] = [],
): SqlOrderKey[] =>
  order.map((key) => (key.kind === 'random' ? randomKey(key.seed, scope) : expressionKey(key, computed, groups)));

function expressionKey(
  { expression, isDescending }: Extract<BoundOrderKey<SqlField>, { kind: 'expression' }>,
  computed: SubqueryColumns,
  groups: readonly BoundGroupKey<SqlField>[],
): SqlOrderKey {
  const type = orderType(expression);
  const value = expressionSql(expression, computed);
  // The text of a range is written from the number or time that its groups are ordered by.
  const isRange = expression.kind === 'key' && groups[expression.index]?.kind !== 'expression';
  return { value: type === 'text' && !isRange ? sql`(${value} collate "C")` : value, type, isDescending };
}

function orderType(expression: SqlItemExpression): SqlType {
  if (expression.kind === 'key' || expression.kind === 'aggregate') return orderTypes[expression.type];
  const isComputed = expression.kind === 'arithmetic' || expression.kind === 'negative';
  return isComputed ? 'double precision' : scalarType(expression);
}

const orderTypes = {
  text: 'text',
  int: 'double precision',
  double: 'double precision',
  date: 'date',
  datetime: 'timestamptz',
  geo_point_2d: 'text',
  geo_shape: 'text',
  file: 'text',
  json: 'text',
} as const satisfies Record<SqlItemExpression['type'], SqlType>;

/** A random order, which stays the same for the same seed and the same rows. */
const randomKey = (seed: number, { position }: SqlScope): SqlOrderKey => ({
  value: sql`hashtextextended((${position})::text collate "C", ${BigInt.asIntN(64, BigInt(Math.trunc(seed))).toString()}::bigint)`,
  type: 'bigint',
  isDescending: false,
});

/** A key for `order by`. */
export const orderSql = ({ value, isDescending }: SqlOrderKey): Sql =>
  sql`${value} ${sqlText(isDescending ? 'desc nulls last' : 'asc')}`;
