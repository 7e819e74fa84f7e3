import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundGroupKey } from '../bind/bound/bound-query.ts';
import { scalarSql } from './expression-sql.ts';
import { dateSql, datetimeSql, doubleSql } from './literals.ts';
import type { SqlField } from './scope.ts';
import { fieldJson, valueJson } from './value-json.ts';

/** A key of groups in SQL. */
export interface SqlGroupKey {
  /** The value that rows are grouped and ordered by. */
  readonly value: Sql;
  /** A join that adds the values of a multivalued field to the rows. */
  readonly join?: Sql;
  /** A condition for the rows that belong to a group; without it, all rows do. */
  readonly condition?: Sql;
  /** The JSON of the key, from the group's value, or from the result of `aggregate` if there is one. */
  readonly json: (value: Sql) => Sql;
  /** An aggregate over the rows of the group, for a key whose JSON depends on more than the group's value. */
  readonly aggregate?: Sql;
  /** A set of the values whose groups are listed even without rows. */
  readonly listed?: Sql;
}

type Key<Kind> = Extract<BoundGroupKey<SqlField>, { kind: Kind }>;

/** Compiles a key of `group_by`. `at` is the index of the key, which makes the alias of its join unique. */
export function groupKeySql(key: BoundGroupKey<SqlField>, index: number, timezone: string): SqlGroupKey {
  switch (key.kind) {
    case 'expression':
      return expressionKey(key, index, timezone);
    case 'width':
      return widthKey(key);
    case 'interval':
      return intervalKey(key);
    case 'steps':
      return stepsKey(key);
    case 'cluster':
      return clusterKey(key);
  }
}

function expressionKey({ expression }: Key<'expression'>, index: number, timezone: string): SqlGroupKey {
  if (expression.kind !== 'field')
    return { value: scalarSql(expression), json: (value) => valueJson(expression.type, value, timezone) };
  const { field } = expression;
  const json = (value: Sql): Sql => fieldJson(field, value, timezone);
  if (field.isMultivalued) {
    const alias = sqlText(`m${index}`);
    // A record counts once for each of its values, so the join returns only the first occurrence of a value.
    const join = sql`left join lateral (select v.value from unnest(${field.value}) with ordinality as v (value, number)
      where v.number = array_position(${field.value}, v.value)) as ${alias} on true`;
    return { value: sql`(${alias}.value collate "C")`, join, json };
  }
  return { value: field.precision ? sql`date_trunc(${field.precision}, ${field.value})::date` : field.value, json };
}

const numericSql = (value: number): Sql => sql`${String(value)}::numeric`;

function widthKey({ field, width }: Key<'width'>): SqlGroupKey {
  const number = numericSql(width);
  return {
    value: sql`floor((${field.value})::numeric / ${number}) * ${number}`,
    json: (value) =>
      sql`coalesce('"[' || trim_scale(${value}) || ', ' || trim_scale(${value} + ${number}) || '["', 'null')`,
  };
}

const isDate = ({ type }: SqlField): boolean => type === 'date';

/** The local time in a time zone. A date has no time zone and is not shifted. */
const localTime = (field: SqlField, timezone: string): Sql =>
  isDate(field) ? sql`(${field.value})::timestamp` : sql`(${field.value} at time zone ${timezone}::text)`;

/** Writes a local time as an end of a range, to the millisecond. */
const rangeEnd = (time: Sql, field: SqlField, timezone: string): Sql =>
  isDate(field) || timezone === 'UTC'
    ? sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`odsql.zoned((${time}) at time zone ${timezone}::text, ${timezone}::text, 'MS')`;

function intervalKey({ field, count, unit, timezone }: Key<'interval'>): SqlGroupKey {
  const time = localTime(field, timezone);
  // `date_bin` divides time into equal lengths, but months have different lengths, and weeks must begin on Monday.
  const isCalendar = ['week', 'month', 'quarter', 'year'].includes(unit);
  const width = sql`${unit === 'quarter' ? '3 month' : `${count} ${unit}`}::interval`;
  const value = isCalendar
    ? sql`date_trunc(${unit}::text, ${time})`
    : sql`date_bin(${width}, ${time}, timestamp '1970-01-01')`;
  const end = (start: Sql): Sql => rangeEnd(start, field, timezone);
  return {
    value,
    json: (start) => sql`coalesce('"[' || ${end(start)} || ', ' || ${end(sql`(${start} + ${width})`)} || '["', 'null')`,
  };
}

function stepsKey({ field, steps, timezone }: Key<'steps'>): SqlGroupKey {
  const ends = steps.filter((step) => step !== null);
  const [isOpenBelow, isOpenAbove] = [steps[0] === null, steps.at(-1) === null];
  const [first, last] = [isOpenBelow ? 0 : 1, isOpenAbove ? ends.length : ends.length - 1];
  const bucket = sql`width_bucket(${stepValue(field)}, ${thresholds(field, ends)})`;
  const end = (index: Sql): Sql => sql`coalesce(${stepText(field, ends, timezone)}[${index}], '*')`;
  return {
    value: bucket,
    condition: sql`(${field.value} is null or ${bucket} between ${first}::int and ${last}::int)`,
    json: (index) =>
      sql`case when ${index} is null then 'null' else '"[' || ${end(index)} || ', ' || ${end(sql`${index} + 1`)} || '["' end`,
    listed: sql`generate_series(${first}::int, ${last}::int)`,
  };
}

const isNumber = ({ type }: SqlField): boolean => type === 'int' || type === 'double';
const stepValue = (field: SqlField): Sql => (isNumber(field) ? sql`(${field.value})::double precision` : field.value);

function thresholds(field: SqlField, ends: readonly (number | string)[]): Sql {
  const write = (end: number | string): Sql => {
    if (typeof end === 'number') return doubleSql(end);
    return isDate(field) ? dateSql(end) : datetimeSql(end);
  };
  return sql`array[${sqlJoin(ends.map(write), ', ')}]`;
}

function stepText(field: SqlField, ends: readonly (number | string)[], timezone: string): Sql {
  const write = (end: number | string): Sql => {
    if (typeof end === 'number') return sql`${String(end)}::text`;
    const time = isDate(field)
      ? sql`${dateSql(end)}::timestamp`
      : sql`(${datetimeSql(end)} at time zone ${timezone}::text)`;
    return rangeEnd(time, field, timezone);
  };
  return sql`(array[${sqlJoin(ends.map(write), ', ')}])`;
}

/** Groups points by cells of the Mercator projection, in which the world is 256 × 2^zoom pixels wide. */
function clusterKey({ field, zoom, radius }: Key<'cluster'>): SqlGroupKey {
  const { value } = field;
  const cells = (256 * 2 ** zoom) / 360 / Math.max(radius, 1);
  return {
    value: sql`odsql.cell(${value}, ${doubleSql(cells)})`,
    aggregate: sql`array_agg(${value}) filter (where ${value} is not null)`,
    json: (points) => {
      const centroid = sql`(select '{"lon":' || avg(p[0]) || ',"lat":' || avg(p[1]) || '}' from unnest(${points}) as p)`;
      const hull = sql`'{"type":"Feature","geometry":' || odsql.convex_hull(${points})::text || ',"properties":{}}'`;
      return sql`coalesce('{"cluster_centroid":' || ${centroid} || ',"cluster":' || ${hull} || '}', 'null')`;
    },
  };
}
