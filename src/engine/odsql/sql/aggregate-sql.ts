import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { AggregateFunction, BoundExpression } from '../bind/bound/bound-expression.ts';
import {
  arithmeticSql,
  castToDouble,
  negativeSql,
  scalarSql,
  scalarType,
  type SqlExpression,
} from './expression-sql.ts';
import { doubleSql } from './literals.ts';
import type { SqlField } from './scope.ts';

/** An aggregate over the rows of a table. */
export type SqlAggregate = AggregateFunction<SqlField>;

/** An expression of `select` or `order_by`. */
export type SqlItemExpression = BoundExpression<SqlField>;

/** The largest summand whose sum over a table cannot overflow a double. PostgreSQL fails on an overflow. */
const maxSummand = 1e290;

/** SQL for an aggregate over a group of rows. JSON values and shapes have the type jsonb. */
export function aggregateSql(aggregate: SqlAggregate): Sql {
  switch (aggregate.name) {
    case 'count':
      return countSql(aggregate);
    case 'sum':
      return sumSql(aggregate.operand);
    case 'avg': {
      const count = sql`nullif(count(${scalarSql(aggregate.operand)}), 0)`;
      return sql`(${sumSql(aggregate.operand)})::double precision / ${count}`;
    }
    case 'min':
    case 'max':
      return sql`${sqlText(aggregate.name)}(${scalarSql(aggregate.operand)})`;
    case 'percentile':
      return percentileSql(aggregate);
    case 'envelope': {
      const points = scalarSql(aggregate.operand);
      return sql`odsql.convex_hull(array_agg(${points}) filter (where ${points} is not null))`;
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
  const isList = operand.kind === 'field' && operand.field.isMultivalued;
  // An empty list counts as null.
  const value = isList ? sql`nullif(${scalarSql(operand)}, '{}')` : scalarSql(operand);
  if (!isDistinct) return sql`count(${value})`;
  // `distinct` needs an order, which points do not have.
  return operand.type === 'geo_point_2d' ? sql`count(distinct (${value})::text)` : sql`count(distinct ${value})`;
}

function sumSql(operand: SqlExpression): Sql {
  const value = scalarSql(operand);
  if (scalarType(operand) === 'bigint') return sql`sum(${value})`;
  const isLarge = sql`abs(${value}) > ${doubleSql(maxSummand)}`;
  return sql`(case when count(*) filter (where ${isLarge}) = 0 then sum(${value}) filter (where not ${isLarge}) end)`;
}

/**
 * SQL for a percentile. PostgreSQL interpolates an infinity or NaN between two values whose difference exceeds a double;
 * this SQL returns null instead.
 */
function percentileSql({ operand, percent }: Extract<SqlAggregate, { name: 'percentile' }>): Sql {
  const value = sql`percentile_cont(${doubleSql(percent / 100)}) within group (order by ${castToDouble(operand)})`;
  return sql`nullif(nullif(nullif(${value}, 'Infinity'), '-Infinity'), 'NaN')`;
}

function boundsSql(operand: SqlExpression): Sql {
  if (operand.kind !== 'field') return sqlText('null::jsonb');
  const { type, value, box } = operand.field;
  if (type === 'geo_point_2d') return boxShapeSql(value, value);
  const bounds = box ?? sql`odsql.bounds(${value})`;
  return boxShapeSql(sql`(${bounds})[1]`, sql`(${bounds})[0]`);
}

/** The box around all rows, from the south-west and north-east corners of each row. */
const boxShapeSql = (southWest: Sql, northEast: Sql): Sql =>
  sql`odsql.box_shape(min((${southWest})[0]), min((${southWest})[1]), max((${northEast})[0]), max((${northEast})[1]))`;

/** SQL that refers to group keys and aggregates, which a subquery has computed. */
export interface SubqueryColumns {
  key(index: number): Sql;
  aggregate(aggregate: SqlAggregate): Sql;
}

/** The value of an expression over computed keys and aggregates. */
export function expressionSql(expression: SqlItemExpression, computed: SubqueryColumns): Sql {
  if (expression.kind === 'key') return computed.key(expression.index);
  if (expression.kind === 'aggregate') return computed.aggregate(expression);
  if (expression.kind === 'negative') return negativeSql(expressionSql(expression.operand, computed));
  if (expression.kind !== 'arithmetic') return scalarSql(expression);
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
