import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundOrderKey } from '../bind/bound/bound-query.ts';
import { expressionSql, type Computed, type SqlItemExpression } from './aggregate-sql.ts';
import { scalarType } from './expression-sql.ts';
import type { SqlType } from './literals.ts';
import type { SqlField, SqlScope } from './scope.ts';

/** A key of an order. Nulls come last in both directions; a text is in the collation "C", by code point. */
export interface SqlOrderKey {
  readonly value: Sql;
  /** The type of the value, as a cursor casts it. */
  readonly type: SqlType;
  readonly isDescending: boolean;
}

/** The keys of an order, without the position, which breaks ties. */
export const orderKeys = (
  order: readonly BoundOrderKey<SqlField>[],
  scope: SqlScope,
  computed: Computed,
): SqlOrderKey[] =>
  order.map((key) => (key.kind === 'random' ? randomKey(key.seed, scope) : expressionKey(key, computed)));

function expressionKey(
  { expression, isDescending }: Extract<BoundOrderKey<SqlField>, { kind: 'expression' }>,
  computed: Computed,
): SqlOrderKey {
  const type = orderType(expression);
  const value = expressionSql(expression, computed);
  return { value: type === 'text' ? sql`(${value} collate "C")` : value, type, isDescending };
}

function orderType(expression: SqlItemExpression): SqlType {
  if (expression.kind === 'key' || expression.kind === 'aggregate') return typesOfValues[expression.type];
  const isComputed = expression.kind === 'arithmetic' || expression.kind === 'negative';
  return isComputed ? 'double precision' : scalarType(expression);
}

const typesOfValues = {
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

/** The same order for the same seed, while the rows stay the same. */
const randomKey = (seed: number, { position }: SqlScope): SqlOrderKey => ({
  value: sql`hashtextextended((${position})::text collate "C", ${BigInt.asIntN(64, BigInt(Math.trunc(seed))).toString()}::bigint)`,
  type: 'bigint',
  isDescending: false,
});

/** A key for `order by`. */
export const orderSql = ({ value, isDescending }: SqlOrderKey): Sql =>
  sql`${value} ${sqlText(isDescending ? 'desc nulls last' : 'asc')}`;
