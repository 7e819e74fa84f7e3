import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundItem, BoundQuery } from '../bind/bound/bound-query.ts';
import { isFirstKeyNeverNull } from '../bind/filters/is-first-key-never-null.ts';
import { AggregateColumns, emptyAggregateSql, expressionSql, type SubqueryColumns } from './aggregate-sql.ts';
import { filterSql } from './filter-sql.ts';
import { groupKeySql, type SqlGroupKey } from './group-sql.ts';
import { orderKeys, orderSql, type SqlOrderKey } from './order-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import { itemJson, objectJson } from './value-json.ts';
import { relevanceSql } from './words-sql.ts';

/** A query over the rows of a table. */
export interface SqlQuery extends BoundQuery<SqlField> {
  readonly scope: SqlScope;
}

/** What a query reads, and which part of the result it returns. */
export interface QueryRange {
  /** The table with the alias that the values of the scope's fields use. */
  readonly from: Sql;
  /** Conditions in addition to the query's filter. */
  readonly condition?: Sql | undefined;
  /** Null for all rows. */
  readonly limit: number | null;
  readonly offset: number;
  /** SQL for what is selected of a row of the table; its columns have the names of `rowColumn`. Default: one text, the JSON object of the items. */
  readonly columns?: readonly Sql[] | undefined;
}

/** The name of a selected column: `row`, `row1`, `row2` and so on. */
export const rowColumn = (index: number): string => (index === 0 ? 'row' : `row${String(index)}`);

/**
 * The columns for rows of the table, which have no group keys. Aggregates are null here; `tableRows` computes the
 * aggregates of an aggregated query.
 */
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
    items.map(({ name, expression }) => ({
      name,
      json: itemJson(expression, expressionSql(expression, computed), scope.timezone),
    })),
  );

/** The filter of a query, combined with another condition. */
export const conditionSql = ({ filter, scope }: SqlQuery, condition: Sql | undefined): Sql =>
  sqlAnd(condition, filter ? filterSql(filter, scope) : undefined);

/** A statement for the sorted rows of a query. Its column `row` is the JSON object of a row, in text form, unless the range selects other columns. */
export const rowsStatement = (query: SqlQuery, range: QueryRange): Sql =>
  query.keys === null ? tableRows(query, range) : groupRows(query, query.keys, range);

/** Writes the numbers into the statement: for parameters PostgreSQL would expect a tenth of all rows, and then avoid indexes. */
const limitSql = ({ limit, offset }: QueryRange): Sql =>
  sqlText(`${limit === null ? '' : `limit ${Math.trunc(limit)}`} offset ${Math.trunc(offset)}`);

function tableRows(query: SqlQuery, range: QueryRange): Sql {
  const { scope, items, filter } = query;
  const where = conditionSql(query, range.condition);
  const aggregates = new AggregateColumns();
  const computed: SubqueryColumns = {
    ...withoutGroups,
    aggregate: (aggregate) => sqlText(`g.${aggregates.add(aggregate)}`),
  };
  const row = range.columns ?? [rowSql(items, scope, computed)];
  const relevance = query.order.length === 0 ? relevanceSql(filter, scope) : null;
  const order: SqlOrderKey[] = relevance
    ? [{ value: relevance, type: 'double precision', isDescending: true }]
    : orderKeys(query.order, scope, computed);
  const totalColumns = aggregates.columns();
  const totals =
    totalColumns.length > 0
      ? sql` cross join (select ${sqlJoin(totalColumns, ', ')} from ${range.from} where ${where}) as g`
      : sqlText('');
  const selected = row.map((column, index) => sql`${column} as ${sqlText(rowColumn(index))}`);
  const select = sql`select ${sqlJoin(selected, ', ')} from ${range.from}${totals} where ${where}`;
  return order[0]?.isDescending && range.limit !== null
    ? descendingRows(select, order, scope, {
        ...range,
        names: sqlText(row.map((_column, index) => rowColumn(index)).join(', ')),
        isNeverNull: isFirstKeyNeverNull(filter, query.order),
      })
    : sql`${select} order by ${sqlJoin([...order.map(orderSql), scope.position], ', ')} ${limitSql(range)}`;
}

/**
 * Reads the rows with a value of the first key in descending order, then the rows without one. Read backwards, an index returns nulls
 * first, but nulls must come last. So an index serves only a statement that excludes nulls.
 */
function descendingRows(
  select: Sql,
  [first, ...rest]: readonly SqlOrderKey[],
  scope: SqlScope,
  { names, isNeverNull, ...range }: QueryRange & { readonly names: Sql; readonly isNeverNull: boolean },
): Sql {
  if (!first) return select;
  const others = [...rest.map(orderSql), scope.position];
  const withValue = sql`${select} and ${first.value} is not null order by ${sqlJoin([sql`${first.value} desc`, ...others], ', ')}`;
  if (isNeverNull) return sql`${withValue} ${limitSql(range)}`;
  const without = sql`${select} and ${first.value} is null order by ${sqlJoin(others, ', ')}`;
  const maxRows = (range.limit ?? 0) + range.offset;
  const numbered = (part: Sql, number: string): Sql =>
    sql`select ${names}, ${sqlText(number)} as part, row_number() over () as number
      from (${part} ${limitSql({ ...range, limit: maxRows, offset: 0 })}) as p`;
  // The second part is read only if the first does not fill the range, because a search that finds no rows may take long.
  return sql`with first_part as materialized (${numbered(withValue, '0')})
    select ${names} from (select * from first_part
      union all ${numbered(without, '1')} where (select count(*) from first_part) < ${sqlText(String(Math.trunc(maxRows)))}) as parts
    order by part, number ${limitSql(range)}`;
}

function groupRows(query: SqlQuery, boundKeys: NonNullable<SqlQuery['keys']>, range: QueryRange): Sql {
  const { scope } = query;
  const keys = boundKeys.map((key, index) => groupKeySql(key, index, scope.timezone));
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
    ...keys.map((_, index) => sqlText(`g.k${index}`)),
  ];
  const groups = groupsSql(keys, aggregates, conditionSql(query, range.condition), range.from);
  return sql`select ${row} as row from (${groups}) as g order by ${sqlJoin(order, ', ')} ${limitSql(range)}`;
}

const keyJson = (key: SqlGroupKey, value: Sql): Sql => key.json(key.aggregate ? sql`${value}_rows` : value);

/** Groups by column numbers, because PostgreSQL considers equal expressions with different parameters to be different. */
function groupsSql(keys: readonly SqlGroupKey[], aggregates: AggregateColumns, condition: Sql, from: Sql): Sql {
  const columns = [
    ...keys.map(({ value }, index) => sql`${value} as ${sqlText(`k${index}`)}`),
    ...aggregates.columns(),
    ...keys.flatMap(({ aggregate }, index) => (aggregate ? [sql`${aggregate} as ${sqlText(`k${index}_rows`)}`] : [])),
  ];
  const joins = keys.flatMap(({ join }) => (join ? [sql` ${join}`] : []));
  const where = sqlAnd(condition, ...keys.map((key) => key.condition));
  const numbers = sqlText(keys.map((_, index) => String(index + 1)).join(', '));
  const grouped = sql`select ${sqlJoin(columns, ', ')} from ${from}${sqlJoin(joins, '')} where ${where} group by ${numbers}`;
  const [listed] = keys.length === 1 ? keys.flatMap((key) => (key.listed ? [key.listed] : [])) : [];
  if (!listed) return grouped;
  const empty = sqlJoin([sqlText('listed.k0'), ...aggregates.columns(emptyAggregateSql)], ', ');
  return sql`with found as (${grouped}) select * from found union all
    select ${empty} from ${listed} as listed (k0) where not exists (select from found where found.k0 = listed.k0)`;
}
