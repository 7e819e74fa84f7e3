import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
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
  value: sql`odsql.random(${position}, ${BigInt.asIntN(64, BigInt(Math.trunc(seed))).toString()}::bigint)`,
  type: 'bigint',
  isDescending: false,
});

/** A key for `order by`. */
export const orderSql = ({ value, isDescending }: SqlOrderKey): Sql =>
  sql`${value} ${sqlText(isDescending ? 'desc nulls last' : 'asc nulls last')}`;

/** Sorted rows of a table, or a range of them. */
export interface SortedRows {
  /** The table with its alias. */
  readonly from: Sql;
  readonly alias: Sql;
  /** What is selected of a row. Default: all columns. */
  readonly columns?: Sql;
  readonly condition: Sql;
  readonly keys: readonly SqlOrderKey[];
  /** Breaks ties. Null where the rows need no order but that of the table. */
  readonly position: Sql | null;
  /** Null for all rows. */
  readonly limit: number | null;
  readonly offset: number;
}

/**
 * A query for sorted rows of a table. A statement computes what it selects from these rows, rather than next to the order: an engine then
 * reads the other columns only for the rows of the range.
 */
export function sortedRows({ from, alias, columns, condition, keys, position, limit, offset }: SortedRows): Sql {
  const order = [...keys.map(orderSql), ...(position ? [position] : [])];
  const orderBy = order.length > 0 ? sql` order by ${sqlJoin(order, ', ')}` : sqlText('');
  return sql`select ${columns ?? sql`${alias}.*`} from ${from} where ${condition}${orderBy}${rangeSql(limit, offset)}`;
}

/** Writes the numbers into the statement, because an engine that knows them plans better. */
export const rangeSql = (limit: number | null, offset: number): Sql =>
  sqlText(
    `${limit === null ? '' : ` limit ${String(Math.trunc(limit))}`}${offset === 0 ? '' : ` offset ${String(Math.trunc(offset))}`}`,
  );
