import { odsql, sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { BoundGroupKey } from '../bind/bound.ts';
import { rangeEndText } from '../timezone.ts';
import { fieldJsonSql, listOf, valueJsonSql } from './value-sql.ts';
import {
  castToDouble,
  dateSql,
  datetimeSql,
  doubleSql,
  localTime,
  pointSql,
  repeatedTime,
  scalarSql,
  type SqlExpression,
  timezoneSql,
} from './expression-sql.ts';
import type { SqlField } from './scope.ts';
import { multipleOf } from '../scope.ts';

type Key<Kind> = Extract<BoundGroupKey<SqlField>, { kind: Kind }>;

/** Compiles a key of `group_by`. `index` is the index of the key. `alias` is that of the table. */
export function groupKeySql(
  key: BoundGroupKey<SqlField>,
  { index, alias, timezone }: { readonly index: number; readonly alias: Sql; readonly timezone: string },
): SqlGroupKey {
  switch (key.kind) {
    case 'expression':
      return expressionKey(key, sqlText(`m${index}`), alias, timezone);
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

function expressionKey({ expression }: Key<'expression'>, column: Sql, alias: Sql, timezone: string): SqlGroupKey {
  if (expression.kind !== 'field')
    return { value: scalarSql(expression), json: (value) => valueJsonSql(expression.type, value, timezone) };
  const { field } = expression;
  const json = (value: Sql): Sql => fieldJsonSql(field, value, timezone);
  // a record counts once for each of its values, and in the group of null without one
  if (field.isMultivalued)
    return {
      value: sql`${alias}.${column}`,
      list: { values: sql`${odsql}distinct_values(${field.value})`, column },
      json,
    };
  return {
    value: field.precision ? sql`date_trunc('${sqlText(field.precision)}', ${field.value})::date` : field.value,
    json,
  };
}

const rangeJson = (value: Sql, start: Sql, end: Sql): Sql =>
  sql`case when ${value} is null then 'null' else '"[' || ${start} || ', ' || ${end} || '["' end`;

const isDate = ({ type }: SqlField): boolean => type === 'date';

/** The parts of a date that tell how many days of the unit have passed. */
const passedDays: Readonly<Partial<Record<Key<'interval'>['unit'], string>>> = Object.freeze({
  week: 'isodow',
  month: 'day',
  year: 'doy',
});

/** Ranges of the time that a clock in the time zone shows. */
function intervalKey({ field, count, unit, timezone }: Key<'interval'>): SqlGroupKey {
  const expression: SqlExpression = { kind: 'field', type: field.type, field };
  const zone = timezoneSql(isDate(field) ? 'UTC' : timezone);
  const width = sqlText(`interval '${unit === 'quarter' ? '3 month' : `${String(count)} ${unit}`}'`);
  const json = (start: Sql): Sql =>
    rangeJson(
      start,
      sql`${odsql}range_end((${start})::timestamp, ${zone})`,
      sql`${odsql}range_end((${start} + ${width}), ${zone})`,
    );
  const part = passedDays[unit];
  // A difference of days takes the engine a third of the time of `date_trunc`.
  if (part !== undefined) {
    const day = isDate(field) ? field.value : sql`(${repeatedTime(expression, timezone)})::date`;
    return { value: sql`(${day} - (extract(${sqlText(part)} from ${day})::int - 1))`, json };
  }
  const time = localTime(expression, timezone);
  // `odsql.bin` divides time into equal lengths, which quarters do not have.
  return {
    value: unit === 'quarter' ? sql`date_trunc('quarter', ${time})` : sql`${odsql}bin(${width}, ${time})`,
    json,
  };
}

function stepsKey({ field, steps, timezone }: Key<'steps'>): SqlGroupKey {
  const ends = steps.filter((step) => step !== null);
  const [isOpenBelow, isOpenAbove] = [steps[0] === null, steps.at(-1) === null];
  const [first, last] = [isOpenBelow ? 0 : 1, isOpenAbove ? ends.length : ends.length - 1];
  const number = stepSql(field, ends, 0);
  const texts = ends.map((end) => rangeEndText(end, isDate(field) ? 'UTC' : timezone));
  const labels = Array.from(
    { length: last - first + 1 },
    (_, index) => sql`${`"[${texts[first + index - 1] ?? '*'}, ${texts[first + index] ?? '*'}["`}::text`,
  );
  return {
    value: sql`(case when ${field.value} is not null then ${number} end)`,
    condition: sql`(${field.value} is null or ${number} between ${sqlText(`${first} and ${last}`)})`,
    json: (value) => sql`coalesce((array[${sqlJoin(labels, ', ')}])[${value} - ${sqlText(String(first - 1))}], 'null')`,
    listed: sqlText(`generate_series(${first}, ${last})`),
  };
}

/** The number of ends that are not above the value, plus `before`: a tree of comparisons, whose depth grows slowly with the number of ends. */
function stepSql(field: SqlField, ends: readonly (number | string)[], before: number): Sql {
  const middle = ends.length >> 1;
  const end = ends[middle];
  if (end === undefined) return sqlText(String(before));
  const below = stepSql(field, ends.slice(0, middle), before);
  const above = stepSql(field, ends.slice(middle + 1), before + middle + 1);
  return sql`(case when ${field.value} < ${endSql(field, end)} then ${below} else ${above} end)`;
}

function endSql(field: SqlField, end: number | string): Sql {
  if (typeof end === 'number') return doubleSql(end);
  return isDate(field) ? dateSql(end) : datetimeSql(end);
}

/** Groups points by cells of the Mercator projection, in which the world is 256 × 2^zoom pixels wide. */
function clusterKey({ field, zoom, radius }: Key<'cluster'>): SqlGroupKey {
  const point = pointSql({ kind: 'field', type: field.type, field });
  const cells = (256 * 2 ** zoom) / 360 / Math.max(radius, 1);
  const part = (name: string, value: Sql): Sql => sql`${sqlText(`'${name}'`)}: ${value}`;
  const parts = [
    part('lon', sql`avg(${point.lon})`),
    part('lat', sql`avg(${point.lat})`),
    part('lons', listOf(point.lon)),
    part('lats', listOf(point.lat)),
  ];
  return {
    value: sql`${odsql}cell(${point.lon}, ${point.lat}, ${doubleSql(cells)})`,
    aggregate: sql`{${sqlJoin(parts, ', ')}}`,
    json: (points) => {
      const of = (name: string): Sql => sql`(${points}).${sqlText(name)}`;
      const centroid = sql`'{"lon":' || ${odsql}number_text(${of('lon')}) || ',"lat":' || ${odsql}number_text(${of('lat')}) || '}'`;
      const hull = valueJsonSql('geo_shape', sql`${odsql}convex_hull(${of('lons')}, ${of('lats')})`, 'UTC');
      return sql`coalesce('{"cluster_centroid":' || ${centroid} || ',"cluster":' || ${hull} || '}', 'null')`;
    },
  };
}

/** A key of groups in SQL. */
export interface SqlGroupKey {
  /** The value that rows are grouped and ordered by. */
  readonly value: Sql;
  /** The list of which each row gets one value, in this column; the row counts once for each of them. */
  readonly list?: { readonly values: Sql; readonly column: Sql };
  /** A condition for the rows that belong to a group; without it, all rows do. */
  readonly condition?: Sql;
  /** The JSON of the key, from the group's value, or from the result of `aggregate` if there is one. */
  readonly json: (value: Sql) => Sql;
  /** An aggregate over the rows of the group, for a key whose JSON depends on more than the group's value. */
  readonly aggregate?: Sql;
  /** A set of the values whose groups are listed even without rows. */
  readonly listed?: Sql;
}

type WidthKey = Extract<BoundGroupKey<SqlField>, { kind: 'width' }>;

/** Ranges of a number that begin at multiples of a width. Whole numbers are exact, others are compared with the nearest double of a multiple. */
const widthKey = ({ field, width }: WidthKey): SqlGroupKey =>
  field.type === 'int' && Number.isSafeInteger(width) ? wholeKey(field.value, width) : doubleKey(field, width);

const widthRangeJson = (start: Sql, end: Sql): Sql =>
  sql`coalesce('"[' || ${odsql}number_text(${start}) || ', ' || ${odsql}number_text(${end}) || '["', 'null')`;

const maxBigint = 2n ** 63n - 1n;

function wholeKey(field: Sql, width: number): SqlGroupKey {
  const whole = sqlText(`${String(width)}::bigint`);
  // numbers at the ends of bigints join the range next to theirs, because the ends of theirs are no bigints
  const [low, high] = [-maxBigint + BigInt(width), maxBigint - BigInt(width)].map((end) =>
    sqlText(`${String(end)}::bigint`),
  );
  const value = sql`least(greatest(${field}, ${low}), ${high})`;
  const rest = sql`${value} % ${whole}`;
  return {
    value: sql`(case when ${field} is not null then ${value} - ${rest} - case when ${rest} < 0 then ${whole} else 0 end end)`,
    json: (start) => sql`coalesce('"[' || (${start})::text || ', ' || (${start} + ${whole})::text || '["', 'null')`,
  };
}

function doubleKey(field: SqlField, width: number): SqlGroupKey {
  const { step, divisor, maxNumber } = multipleOf(width);
  const double = (number: number): Sql => sqlText(`${String(number)}::double precision`);
  const value = castToDouble({ kind: 'field', type: field.type, field });
  const multiple = (count: Sql): Sql => sql`((${count}) * ${double(step)} / ${double(divisor)})`;
  const count = sql`floor(${value} / ${double(width)})`;
  const isLarge = (number: Sql): Sql => sql`abs(${number}) >= ${double(maxNumber)}`;
  const [before, at, after] = [sql`${count} - 1`, count, sql`${count} + 1`].map(multiple);
  return {
    // the quotient is rounded, so that the number may lie in a range next to it
    value: sql`(case when ${isLarge(value)} then ${value} when ${after} <= ${value} then ${after}
      when ${at} > ${value} then ${before} else ${at} end)`,
    json: (start) =>
      widthRangeJson(
        start,
        sql`(case when ${isLarge(start)} then ${start} else ${multiple(sql`round(${start} / ${double(width)}) + 1`)} end)`,
      ),
  };
}
