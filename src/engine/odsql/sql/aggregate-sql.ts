import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { AggregateFunction, BoundExpression } from '../bind/bound/bound-expression.ts';
import {
  arithmeticSql,
  castToDouble,
  negativeSql,
  pointSql,
  scalarSql,
  scalarType,
  type SqlExpression,
} from './expression-sql.ts';
import type { SqlBox, SqlField } from './scope.ts';

/** An aggregate over the rows of a table. */
export type SqlAggregate = AggregateFunction<SqlField>;

/** An expression of `select` or `order_by`. */
export type SqlItemExpression = BoundExpression<SqlField>;

/** SQL for an aggregate over a group of rows. A shape is the text of its geometry as GeoJSON. */
export function aggregateSql(aggregate: SqlAggregate): Sql {
  switch (aggregate.name) {
    case 'count':
      return countSql(aggregate);
    case 'sum':
      return sumSql(aggregate.operand);
    case 'avg': {
      const { operand } = aggregate;
      return arithmeticSql(
        '/',
        sql`(${sumSql(operand)})::double precision`,
        sql`count(${scalarSql(operand)})::double precision`,
      );
    }
    case 'min':
    case 'max':
      return sql`${sqlText(aggregate.name)}(${scalarSql(aggregate.operand)})`;
    case 'percentile':
      return percentileSql(aggregate);
    case 'envelope': {
      const { lon, lat } = pointSql(aggregate.operand);
      return sql`odsql.convex_hull(${listOf(lon)}, ${listOf(lat)})`;
    }
    case 'bbox':
      return boundsSql(aggregate.operand);
  }
}

/** SQL for the value of an aggregate over no rows. */
export const emptyAggregateSql = (aggregate: SqlAggregate): Sql =>
  sqlText(aggregate.name === 'count' ? '0::bigint' : 'null');

function countSql({ operand, isDistinct }: Extract<SqlAggregate, { name: 'count' }>): Sql {
  if (operand === null) return sqlText('count(*)');
  const value = countedSql(operand, isDistinct);
  return isDistinct ? sql`count(distinct ${value})` : sql`count(${value})`;
}

/** A value that is null where the operand is, and equal where the operand is. */
function countedSql(operand: SqlExpression, isDistinct: boolean): Sql {
  if (operand.type === 'geo_point_2d') {
    const { lon, lat } = pointSql(operand);
    return isDistinct ? sql`(case when ${lon} is not null then row(${lon}, ${lat}) end)` : lon;
  }
  const value = scalarSql(operand);
  // an empty list counts as null
  return operand.kind === 'field' && operand.field.isMultivalued
    ? sql`(case when array_length(${value}, 1) > 0 then ${value} end)`
    : value;
}

/** The sum of integers is exact. A sum of doubles that a double cannot hold is null. */
const sumSql = (operand: SqlExpression): Sql =>
  scalarType(operand) === 'bigint' ? sql`sum(${scalarSql(operand)})` : sql`odsql.sum(${scalarSql(operand)})`;

/** SQL for a percentile. Adding 0 gives null where the interpolation between two values exceeds a double. */
function percentileSql({ operand, percent }: Extract<SqlAggregate, { name: 'percentile' }>): Sql {
  const fraction = sqlText(`${String(percent / 100)}::double precision`);
  const value = sql`percentile_cont(${fraction}) within group (order by ${castToDouble(operand)})`;
  return arithmeticSql('+', value, sqlText('0::double precision'));
}

/** The values of all rows that are not null, as a list. */
export const listOf = (value: Sql): Sql => sql`array_agg(${value}) filter (where ${value} is not null)`;

/** The box around all rows. */
function boundsSql(operand: SqlExpression): Sql {
  const { lon, lat } = pointSql(operand);
  const box: SqlBox = { west: lon, south: lat, east: lon, north: lat };
  const { west, south, east, north } = (operand.kind === 'field' ? operand.field.box : undefined) ?? box;
  return sql`odsql.box_shape(min(${west}), min(${south}), max(${east}), max(${north}))`;
}

/** SQL that refers to group keys and aggregates, which a subquery has computed. */
export interface SubqueryColumns {
  key(index: number): Sql;
  aggregate(aggregate: SqlAggregate): Sql;
}

/** Whether an expression has a value in each row: it contains no keys and no aggregates. */
function isScalar(expression: SqlItemExpression): expression is SqlExpression {
  if (expression.kind === 'negative') return isScalar(expression.operand);
  if (expression.kind === 'arithmetic') return isScalar(expression.left) && isScalar(expression.right);
  return expression.kind !== 'key' && expression.kind !== 'aggregate';
}

/** The value of an expression over computed keys and aggregates. */
export function expressionSql(expression: SqlItemExpression, computed: SubqueryColumns): Sql {
  if (isScalar(expression)) return scalarSql(expression);
  if (expression.kind === 'key') return computed.key(expression.index);
  if (expression.kind === 'aggregate') return computed.aggregate(expression);
  if (expression.kind === 'negative') return negativeSql(expressionSql(expression.operand, computed));
  const { operator, left, right } = expression;
  const asNumber = (side: SqlItemExpression): Sql => sql`(${expressionSql(side, computed)})::double precision`;
  return arithmeticSql(operator, asNumber(left), asNumber(right));
}

/** The aggregates of a query as columns `a0`, `a1`, … of a subquery. */
export class AggregateColumns {
  readonly #aggregates: SqlAggregate[] = [];

  /** Adds a column for an aggregate, unless it has one, and returns the name of the column. */
  add(aggregate: SqlAggregate): string {
    const known = this.#aggregates.indexOf(aggregate);
    return `a${known >= 0 ? known : this.#aggregates.push(aggregate) - 1}`;
  }

  /** The columns for a select list; `write` returns the SQL of an aggregate. */
  columns(write: (aggregate: SqlAggregate) => Sql = aggregateSql): Sql[] {
    return this.#aggregates.map((aggregate, index) => sql`${write(aggregate)} as ${sqlText(`a${index}`)}`);
  }
}
