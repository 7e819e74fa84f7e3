import { odsql, sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { AggregateFunction, BoundExpression, ValueType } from '../bind/bound.ts';
import {
  arithmeticSql,
  castToDouble,
  concatSql,
  negativeSql,
  pointSql,
  scalarSql,
  scalarType,
  type SqlExpression,
  type SqlPoint,
  zonedSql,
} from './expression-sql.ts';
import type { SqlBox, SqlField } from './scope.ts';

/** An aggregate over the rows of a table. */
type SqlAggregate = AggregateFunction<SqlField>;

/** An expression of `select` or `order_by`. */
export type SqlItemExpression = BoundExpression<SqlField>;

/** SQL for an aggregate over a group of rows. A shape is the text of its geometry as GeoJSON. */
function aggregateSql(aggregate: SqlAggregate): Sql {
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
      return sql`${odsql}convex_hull(${listOf(lon)}, ${listOf(lat)})`;
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
  scalarType(operand) === 'bigint' ? sql`sum(${scalarSql(operand)})` : sql`${odsql}sum(${scalarSql(operand)})`;

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
  return sql`${odsql}box_shape(min(${west}), min(${south}), max(${east}), max(${north}))`;
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

const orNull = (text: Sql): Sql => sql`coalesce(${text}, 'null')`;

/** The JSON of an expression's value in a row, as a text. */
export function itemJson(expression: SqlItemExpression, value: Sql, timezone: string): Sql {
  if (expression.kind === 'field' && expression.field.isMultivalued)
    return sql`(case when array_length(${value}, 1) > 0 then to_json(${value})::text else 'null' end)`;
  if (expression.kind === 'field') return fieldJsonSql(expression.field, value, timezone);
  return valueJsonSql(expression.type, value, timezone);
}

/** The JSON of a field's value. */
export function fieldJsonSql(field: SqlField, value: Sql, timezone: string): Sql {
  if (field.json) return orNull(field.json);
  if (field.type === 'date' && field.precision)
    return orNull(sql`left(to_json(${value})::text, ${keptLength(field)}) || '"'`);
  return valueJsonSql(field.type, value, timezone);
}

/** The number of characters of a JSON date to keep: the opening quote, the year and perhaps the month. */
const keptLength = ({ precision }: SqlField): Sql => sqlText(precision === 'year' ? '5' : '8');

/** The JSON of a value, as a text: `null` for a null value. */
export function valueJsonSql(type: ValueType, value: Sql, timezone: string): Sql {
  switch (type) {
    case 'text':
    case 'date':
    case 'double':
      return orNull(sql`to_json(${value})::text`);
    case 'int':
    case 'geo_point_2d':
    case 'file':
    case 'json':
      return orNull(sql`(${value})::text`);
    case 'datetime':
      return orNull(sql`'"' || ${zonedSql(value, timezone)} || '"'`);
    case 'geo_shape':
      return orNull(sql`'{"type":"Feature","geometry":' || (${value})::text || ',"properties":{}}'`);
  }
}

/** A member of a JSON object. */
interface JsonMember {
  readonly name: string;
  /** The JSON of the value, as a text. */
  readonly json: Sql;
  /** The value as an argument of `json_object`, which writes the same JSON; undefined for what it would write otherwise. */
  readonly argument?: Sql | undefined;
}

/**
 * The value of a field as an argument of `json_object` of the column engine. Its JSON as a text takes three to ten expressions, and to prepare those of
 * all fields costs more than to read a page.
 */
export function jsonArgument(expression: SqlItemExpression, value: Sql, timezone: string): Sql | undefined {
  if (expression.kind !== 'field') return undefined;
  const { type, isMultivalued, json, precision, lon, lat } = expression.field;
  if (isMultivalued || json || precision) return undefined;
  switch (type) {
    case 'text':
    case 'int':
    case 'double':
    case 'date':
      return value;
    case 'datetime':
      return instantText(value, timezone);
    case 'geo_point_2d':
      return (
        lon && lat && sql`case when ${lon} is not null and ${lat} is not null then {'lon': ${lon}, 'lat': ${lat}} end`
      );
    case 'geo_shape':
    case 'file':
      return undefined;
  }
}

/** A JSON object of named values, as a text. Neighbours that `json_object` writes are in one call. */
export function objectJson(members: readonly JsonMember[]): Sql {
  const runs: JsonMember[][] = [];
  for (const member of members) {
    const [last] = runs.at(-1) ?? [];
    if (last && isPlain(last) && isPlain(member)) runs.at(-1)?.push(member);
    else runs.push([member]);
  }
  const [only] = runs;
  if (runs.length === 1 && only?.every(isPlain)) return sql`${plainObject(only)}::text`;
  const pieces = runs.flatMap((run, index) => [...(index === 0 ? [] : [sqlText(`','`)]), ...membersJson(run)]);
  return concatSql([sqlText(`'{'`), ...pieces, sqlText(`'}'`)]);
}

/** A name that is the same in SQL and in JSON. */
const plainName = /^\w+$/;
const isPlain = ({ name, argument }: JsonMember): boolean => argument !== undefined && plainName.test(name);

const plainObject = (members: readonly JsonMember[]): Sql =>
  sql`json_object(${sqlJoin(
    members.flatMap(({ name, argument }) => (argument ? [sqlText(`'${name}'`), argument] : [])),
    ', ',
  )})`;

/** The members of an object without its braces. */
const membersJson = (run: readonly JsonMember[]): readonly Sql[] =>
  run.every(isPlain)
    ? [sql`(${plainObject(run)}::text)[2:-2]`]
    : run.flatMap(({ name, json }) => [
        plainName.test(name) ? sqlText(`'"${name}":'`) : sql`${`${JSON.stringify(name)}:`}::text`,
        json,
      ]);

/** How the text of a value is built. */
interface TextOptions {
  readonly timezone: string;
  /** The text between the items of a list. */
  readonly listSeparator: string;
}

/** SQL for the value of an item as the plain text that JavaScript would make; undefined for shapes and other JSON. */
export function valueText(expression: SqlItemExpression, value: Sql, options: TextOptions): Sql | undefined {
  if (expression.kind === 'field') return fieldText(expression.field, value, options);
  switch (expression.type) {
    case 'text':
      return value;
    case 'int':
    case 'double':
      return numberText(sql`(${value})::double precision`);
    case 'date':
      return sql`${odsql}date_text(${value})`;
    case 'datetime':
      return instantText(value, options.timezone);
    case 'geo_point_2d':
      return expression.kind === 'ifNull' ? pointText(pointSql(expression)) : undefined;
    case 'geo_shape':
    case 'file':
    case 'json':
      return undefined;
  }
}

function fieldText(field: SqlField, value: Sql, { timezone, listSeparator }: TextOptions): Sql | undefined {
  if (field.isMultivalued)
    return sql`(case when array_length(${value}, 1) > 0 then array_to_string(${value}, ${listSeparator}::text) end)`;
  if (field.type === 'file') return sql`((${field.json ?? value})::json ->> 'url')`;
  if (field.json) return undefined;
  switch (field.type) {
    case 'text':
      return value;
    case 'int':
      return sql`(${value})::text`;
    case 'double':
      return numberText(value);
    case 'date':
      return field.precision
        ? sql`left(${odsql}date_text(${value}), ${sqlText(field.precision === 'year' ? '4' : '7')})`
        : sql`${odsql}date_text(${value})`;
    case 'datetime':
      return instantText(value, timezone);
    case 'geo_point_2d':
      return pointText(pointSql({ kind: 'field', type: field.type, field }));
    case 'geo_shape':
      return undefined;
  }
}

/** An instant as `zonedSql` writes it, by the column engine alone: half as long, because the engine makes no JSON of it. */
const instantText = (instant: Sql, timezone: string): Sql =>
  timezone === 'UTC'
    ? sql`(replace(${odsql}utc_clock(${instant})::text, ' ', 'T') || '+00:00')`
    : zonedSql(instant, timezone);

/** A double as JavaScript writes it. */
const numberText = (double: Sql): Sql => sql`${odsql}number_text(${double})`;

/** A point as text: latitude and longitude. */
const pointText = ({ lon, lat }: SqlPoint): Sql => sql`(${numberText(lat)} || ', ' || ${numberText(lon)})`;
