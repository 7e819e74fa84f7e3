import { odsql, sql, type Sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { BoundGroupKey, BoundItem, BoundOrderKey, BoundQuery } from '../bind/bound.ts';
import {
  AggregateColumns,
  emptyAggregateSql,
  expressionSql,
  itemJson,
  jsonArgument,
  objectJson,
  type SqlItemExpression,
  type SubqueryColumns,
} from './value-sql.ts';
import { filterSql } from './filter-sql.ts';
import { relevanceSql } from './words-sql.ts';
import { groupKeySql, type SqlGroupKey } from './group-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import { scalarType, type SqlType } from './expression-sql.ts';

/** A query over the rows of a table. */
export interface SqlQuery extends BoundQuery<SqlField> {
  readonly scope: SqlScope;
}

/** What a query reads, and which part of the result it returns. */
export interface QueryRange {
  /** The table with the alias that the values of the scope's fields use. */
  readonly from: Sql;
  /** The alias. Default: `t`. */
  readonly alias?: Sql | undefined;
  /** Conditions in addition to the query's filter. */
  readonly condition?: Sql | undefined;
  /** Whether the table returns its rows in the order of their positions, so that rows without another order are not sorted. */
  readonly isInOrder?: boolean | undefined;
  /** Null for all rows. */
  readonly limit: number | null;
  readonly offset: number;
  /** SQL for what is selected of a row of the table; its columns have the names of `rowColumn`. Default: one text, the JSON object of the items. */
  readonly columns?: readonly Sql[] | undefined;
}

const defaultAlias = sqlText('t');

/** The name of a selected column: `row`, `row1`, `row2` and so on. */
export const rowColumn = (index: number): string => (index === 0 ? 'row' : `row${String(index)}`);

/** The columns for rows of the table, without group keys; `tableRows` computes the aggregates. */
export const withoutGroups: SubqueryColumns = {
  key: () => sqlText('null'),
  aggregate: () => sqlText('null'),
};

/** SQL for a row of the result as a JSON object, in text form. */
export const rowSql = (
  items: readonly BoundItem<SqlField>[],
  scope: SqlScope,
  computed: SubqueryColumns = withoutGroups,
): Sql =>
  objectJson(
    items.map(({ name, expression }) => {
      const value = expressionSql(expression, computed);
      const argument = scope.hasJsonObject === true ? jsonArgument(expression, value, scope.timezone) : undefined;
      return { name, json: itemJson(expression, value, scope.timezone), argument };
    }),
  );

/** The filter of a query, combined with another condition. */
const conditionSql = ({ filter, scope }: SqlQuery, condition: Sql | undefined): Sql =>
  sqlAnd(condition, filter ? filterSql(filter, scope) : undefined);

/** A statement for the sorted rows of a query. Its column `row` is the JSON object of a row, in text form, unless the range selects other columns. */
export const rowsStatement = (query: SqlQuery, range: QueryRange): Sql =>
  query.keys === null ? tableRows(query, range) : groupRows(query, query.keys, range);

function tableRows(query: SqlQuery, range: QueryRange): Sql {
  const { scope, items, filter } = query;
  const { from, alias = defaultAlias, isInOrder = false, limit, offset } = range;
  const condition = conditionSql(query, range.condition);
  const aggregates = new AggregateColumns();
  const computed: SubqueryColumns = {
    ...withoutGroups,
    aggregate: (aggregate) => sqlText(`g.${aggregates.add(aggregate)}`),
  };
  const columns = range.columns ?? [rowSql(items, scope, computed)];
  const relevance = query.order.length === 0 ? relevanceSql(filter, scope) : null;
  const keys: SqlOrderKey[] = relevance
    ? [{ value: relevance, type: 'double precision', isDescending: true }]
    : orderKeys(query.order, scope, withoutGroups);
  const position = isInOrder && keys.length === 0 ? null : scope.position;
  const rows = sortedRows({ from, alias, condition, keys, position, limit, offset });
  const selected = columns.map((column, index) => sql`${column} as ${sqlText(rowColumn(index))}`);
  const totalColumns = aggregates.columns();
  const totals =
    totalColumns.length > 0
      ? sql` cross join (select ${sqlJoin(totalColumns, ', ')} from ${from} where ${condition}) as g`
      : sqlText('');
  return sql`select ${sqlJoin(selected, ', ')} from (${rows}) as ${alias}${totals}`;
}

function groupRows(query: SqlQuery, boundKeys: NonNullable<SqlQuery['keys']>, range: QueryRange): Sql {
  const { scope } = query;
  const { alias = defaultAlias } = range;
  const keys = boundKeys.map((key, index) => groupKeySql(key, { index, alias, timezone: scope.timezone }));
  const aggregates = new AggregateColumns();
  const computed: SubqueryColumns = {
    key: (index) => sqlText(`g.k${index}`),
    aggregate: (aggregate) => sqlText(`g.${aggregates.add(aggregate)}`),
  };
  const row = objectJson(
    query.items.map(({ name, expression }) => {
      const value = expressionSql(expression, computed);
      const key = expression.kind === 'key' ? keys[expression.index] : undefined;
      return { name, json: key ? keyJson(key, value) : itemJson(expression, value, scope.timezone) };
    }),
  );
  const order = [
    ...orderKeys(query.order, scope, computed, boundKeys).map(orderSql),
    ...keys.map((_, index) => sqlText(`g.k${index} asc nulls last`)),
  ];
  const groups = groupsSql(keys, aggregates, conditionSql(query, range.condition), range);
  // the JSON is made of the groups of the range only
  return sql`select ${row} as row from (select g.* from (${groups}) as g
    order by ${sqlJoin(order, ', ')}${rangeSql(range.limit, range.offset)}) as g`;
}

const keyJson = (key: SqlGroupKey, value: Sql): Sql => key.json(key.aggregate ? sql`${value}_rows` : value);

/** Groups by column numbers, because PostgreSQL considers equal expressions with different parameters to be different. */
function groupsSql(
  keys: readonly SqlGroupKey[],
  aggregates: AggregateColumns,
  condition: Sql,
  { from, alias = defaultAlias }: QueryRange,
): Sql {
  const columns = [
    ...keys.map(({ value }, index) => sql`${value} as ${sqlText(`k${index}`)}`),
    ...aggregates.columns(),
    ...keys.flatMap(({ aggregate }, index) => (aggregate ? [sql`${aggregate} as ${sqlText(`k${index}_rows`)}`] : [])),
  ];
  const where = sqlAnd(condition, ...keys.map((key) => key.condition));
  const lists = keys.flatMap(({ list }) => list ?? []);
  // one list after the other, because lists that are unnested together are paired, not combined
  const rows = lists.reduce(
    (before, { values, column }, index) =>
      sql`
        (select ${alias}.*, unnest(${values}) as ${column}
          from ${before}${index === 0 ? sql` where ${where}` : sqlText('')}) as ${alias}`,
    from,
  );
  const rest = lists.length === 0 ? sql` where ${where}` : sqlText('');
  const numbers = sqlText(keys.map((_, index) => String(index + 1)).join(', '));
  const grouped = sql`select ${sqlJoin(columns, ', ')} from ${rows}${rest} group by ${numbers}`;
  const [listed] = keys.length === 1 ? keys.flatMap((key) => (key.listed ? [key.listed] : [])) : [];
  if (!listed) return grouped;
  const empty = sqlJoin([sqlText('listed.k0'), ...aggregates.columns(emptyAggregateSql)], ', ');
  return sql`with found as (${grouped}) select * from found union all
    select ${empty} from ${listed} as listed (k0) where not exists (select 1 from found where found.k0 = listed.k0)`;
}

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
  value: sql`${odsql}random(${position}, ${BigInt.asIntN(64, BigInt(Math.trunc(seed))).toString()}::bigint)`,
  type: 'bigint',
  isDescending: false,
});

/** Keys for `order by`. */
export const orderListSql = (keys: readonly SqlOrderKey[]): Sql => sqlJoin(keys.map(orderSql), ', ');

/** A key for `order by`. */
const orderSql = ({ value, isDescending }: SqlOrderKey): Sql =>
  sql`${value} ${sqlText(isDescending ? 'desc nulls last' : 'asc nulls last')}`;

/** Sorted rows of a table, or a range of them. */
interface SortedRows {
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
const rangeSql = (limit: number | null, offset: number): Sql =>
  sqlText(
    `${limit === null ? '' : ` limit ${String(Math.trunc(limit))}`}${offset === 0 ? '' : ` offset ${String(Math.trunc(offset))}`}`,
  );
