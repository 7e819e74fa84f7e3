import { odsql, sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { ScalarExpression } from '../bind/bound.ts';
import type { ArithmeticOperator } from '../tree.ts';
import type { SqlField } from './scope.ts';
import { calendarNames, type DateFormat, type DateToken } from '../date-format.ts';
import type { Language, TimezoneName } from '../scope.ts';

/** An expression over the fields of a row. */
export type SqlExpression = ScalarExpression<SqlField>;

/** SQL for the value of an expression in a row. A JSON value is its text; so is a point, a shape or a file. */
export function scalarSql(expression: SqlExpression): Sql {
  switch (expression.kind) {
    case 'literal':
      return literalSql(expression);
    case 'boolean':
      return sqlText(expression.value ? `'true'::text` : `'false'::text`);
    case 'field':
      return expression.field.value;
    case 'arithmetic':
      return checkedSql(expression);
    case 'negative':
      return negativeSql(scalarSql(expression.operand));
    case 'length':
      return sql`length(${scalarSql(expression.operand)})::bigint`;
    case 'lower':
      return sql`${odsql}lower(${scalarSql(expression.operand)})`;
    case 'ifNull':
      return ifNullSql(expression);
    case 'datePart':
      return sql`${datePartSql(expression.part, localTime(expression.operand, expression.timezone))}::bigint`;
    case 'dateFormat':
      return dateFormatSql(
        repeatedTime(expression.operand, expression.timezone),
        expression.tokens,
        expression.language,
      );
    case 'distance':
      return distanceSql(pointSql(expression.operand), expression.point);
    case 'json':
      return jsonSql(expression);
  }
}

function literalSql({ type, value }: Extract<SqlExpression, { kind: 'literal' }>): Sql {
  if (typeof value === 'number') return numberSql(value);
  if (value === null) return sqlText(`null::${type === 'int' ? 'bigint' : nullTypes[type]}`);
  if (type === 'date') return dateSql(value);
  return type === 'datetime' ? datetimeSql(value) : sql`(${value}::text collate "C")`;
}

const nullTypes = { text: 'text', double: 'double precision', date: 'date', datetime: 'timestamptz' } as const;

/** The type of an expression's value; `text` for types that have no order. */
export function scalarType(expression: SqlExpression): SqlType {
  if (isNumber(expression)) return isDouble(expression) ? 'double precision' : 'bigint';
  if (expression.type === 'date') return 'date';
  return expression.type === 'datetime' ? 'timestamptz' : 'text';
}

/** Whether a number is a double in SQL. Arithmetic uses doubles, as JavaScript does, because a bigint overflow fails. */
export function isDouble(expression: ScalarExpression): boolean {
  if (expression.kind === 'literal' && typeof expression.value === 'number') return !isBigint(expression.value);
  if (expression.kind === 'negative') return isDouble(expression.operand);
  if (expression.kind === 'ifNull') return isDouble(expression.operand) || isDouble(expression.fallback);
  return expression.kind === 'arithmetic' || expression.type === 'double';
}

/** SQL for a number as a double. */
export function castToDouble(expression: SqlExpression): Sql {
  if (expression.kind === 'literal' && typeof expression.value === 'number') return doubleSql(expression.value);
  return isDouble(expression) ? scalarSql(expression) : sql`(${scalarSql(expression)})::double precision`;
}

/** SQL for arithmetic over two doubles: null for a division by zero and a result that a double cannot hold. */
export const arithmeticSql = (operator: ArithmeticOperator, left: Sql, right: Sql): Sql =>
  sql`${odsql}finite(${uncheckedSql(operator, left, right)})`;

/** Arithmetic whose result may be infinite or no number. PostgreSQL, which would fail on those, returns null. */
function uncheckedSql(operator: ArithmeticOperator, left: Sql, right: Sql): Sql {
  switch (operator) {
    case '+':
      return sql`${odsql}add(${left}, ${right})`;
    case '-':
      return sql`${odsql}add(${left}, - (${right}))`;
    case '*':
      return sql`${odsql}multiply(${left}, ${right})`;
    case '/':
      return sql`${odsql}divide(${left}, ${right})`;
  }
}

type RowArithmetic = Extract<SqlExpression, { kind: 'arithmetic' }>;

/**
 * Arithmetic that is checked once: a part that is infinite or no number makes the whole so, unless it is a divisor. `odsql.finite_plain` is
 * faster but repeats its argument, which must not repeat parts of its own.
 */
const checkedSql = (expression: RowArithmetic): Sql =>
  sql`${odsql}${sqlText(isPlain(expression) ? 'finite_plain' : 'finite')}(${arithmeticOfRow(expression)})`;

function arithmeticOfRow({ operator, left, right }: RowArithmetic): Sql {
  const partSql = (part: SqlExpression): Sql =>
    part.kind === 'arithmetic' ? arithmeticOfRow(part) : castToDouble(part);
  return uncheckedSql(operator, partSql(left), operator === '/' ? castToDouble(right) : partSql(right));
}

function isPlain(expression: SqlExpression): boolean {
  if (expression.kind !== 'arithmetic') return expression.kind === 'field' || expression.kind === 'literal';
  const { operator, left, right } = expression;
  return isPlain(left) && isPlain(right) && !(operator === '/' && right.kind === 'arithmetic');
}

/** Negates a number. Subtracting from 0 avoids -0, which JSON would show. */
export const negativeSql = (number: Sql): Sql => sql`(0 - ${number})`;

function ifNullSql({ operand, fallback }: Extract<SqlExpression, { kind: 'ifNull' }>): Sql {
  const haveMixedTypes = isNumber(operand) && isNumber(fallback) && scalarType(operand) !== scalarType(fallback);
  return haveMixedTypes
    ? sql`coalesce(${castToDouble(operand)}, ${castToDouble(fallback)})`
    : sql`coalesce(${scalarSql(operand)}, ${scalarSql(fallback)})`;
}

const isNumber = ({ type }: { readonly type: string }): boolean => type === 'int' || type === 'double';

/** The local time in a time zone. A date begins at midnight in every time zone. */
export function localTime(expression: SqlExpression, timezone: string): Sql {
  if (expression.type === 'date') return sql`(${scalarSql(expression)})::timestamp`;
  return timezone === 'UTC'
    ? sql`${odsql}utc_clock(${scalarSql(expression)})`
    : sql`${odsql}clock(${scalarSql(expression)}, ${timezoneSql(timezone)})`;
}

/** A local time that an expression repeats: the column engine computes it once, but would prepare `odsql.clock` for a zone each time. */
export const repeatedTime = (expression: SqlExpression, timezone: string): Sql =>
  expression.type === 'date' || timezone === 'UTC'
    ? localTime(expression, timezone)
    : sql`(${scalarSql(expression)} at time zone ${timezoneSql(timezone)})`;

/** A point in SQL: the longitude and the latitude are doubles, both null without a point. */
export interface SqlPoint {
  readonly lon: Sql;
  readonly lat: Sql;
}

/** SQL for the point that an expression of the type geo_point_2d has. */
export function pointSql(expression: SqlExpression): SqlPoint {
  if (expression.kind === 'ifNull') {
    const [operand, fallback] = [pointSql(expression.operand), pointSql(expression.fallback)];
    return {
      lon: sql`coalesce(${operand.lon}, ${fallback.lon})`,
      lat: sql`coalesce(${operand.lat}, ${fallback.lat})`,
    };
  }
  const none = sqlText('null::double precision');
  const { lon = none, lat = none } = expression.kind === 'field' ? expression.field : {};
  return { lon, lat };
}

/** SQL for the distance between two points, in metres. */
export const distanceSql = (from: SqlPoint, [lon, lat]: readonly [number, number]): Sql =>
  sql`${odsql}distance(${from.lon}, ${from.lat}, ${doubleSql(lon)}, ${doubleSql(lat)})`;

/** SQL for a text parsed as JSON. Line breaks and tabs in the JSON become spaces, so that the text of a row stays on one line. */
function jsonSql({ operand, fallback }: Extract<SqlExpression, { kind: 'json' }>): Sql {
  const text = scalarSql(operand);
  const otherwise = sql`to_json(${fallback === undefined ? text : scalarSql(fallback)})::text`;
  return sql`
    case
      when ${odsql}is_json(${text}) then translate(${text}, e'\\n\\r\\t', '   ')
      when ${text} is not null then ${otherwise} end`;
}

/** The part of a date that a numeric format writes. */
const parts = {
  yy: 'year',
  yyyy: 'year',
  xx: 'isoyear',
  xxxx: 'isoyear',
  w: 'week',
  ww: 'week',
  e: 'isodow',
  D: 'doy',
  DDD: 'doy',
  M: 'month',
  MM: 'month',
  d: 'day',
  dd: 'day',
  H: 'hour',
  HH: 'hour',
  m: 'minute',
  mm: 'minute',
  s: 'second',
  ss: 'second',
} as const satisfies Partial<Record<DateFormat, string>>;

const isNumberFormat = (format: DateFormat): format is keyof typeof parts => format in parts;

/** Formats a local time by the tokens of a `date_format` pattern; null stays null. */
function dateFormatSql(time: Sql, tokens: readonly DateToken[], language: Language): Sql {
  const names = calendarNames[language];
  const nameSql = (format: 'E' | 'EEEE' | 'MMM' | 'MMMM'): Sql => {
    const namesOfFormat = { E: names.shortDays, EEEE: names.days, MMM: names.shortMonths, MMMM: names.months }[format];
    const texts = namesOfFormat.map((name) => sql`${name}::text`);
    return sql`(array[${sqlJoin(texts, ', ')}])[${datePartSql(format.startsWith('E') ? 'isodow' : 'month', time)}]`;
  };
  const tokenSql = (token: DateToken): Sql => {
    if ('text' in token) return sql`${token.text}::text`;
    const { format } = token;
    if (!isNumberFormat(format)) return nameSql(format);
    const number = datePartSql(parts[format], time);
    return format === 'yy' || format === 'xx'
      ? sql`right(${odsql}digits(${number}, 4), 2)`
      : sql`${odsql}digits(${number}, ${sqlText(String(format.length))})`;
  };
  const joined = (some: readonly DateToken[]): Sql => concatSql([sqlText(`''`), ...some.map(tokenSql)]);
  const first = tokens.findIndex((token) => 'format' in token);
  const part = tokens[first];
  // Where the time is null, so is its first part, and so the whole. A test for null would convert the time once more.
  return part
    ? sql`(${joined(tokens.slice(0, first))} || ${tokenSql(part)} || ${joined(tokens.slice(first + 1))})`
    : sql`case when ${time} is not null then ${joined(tokens)} end`;
}

/** A part of a date or a local time, as a whole number. `date_part` may return a double; `extract` may return a numeric, which is slower. */
const datePartSql = (part: string, time: Sql): Sql => sql`floor(date_part(${sqlText(`'${part}'`)}, ${time}))::int`;

/** The types of values that have an order. */
export type SqlType = 'bigint' | 'double precision' | 'text' | 'date' | 'timestamptz';

const maxBigint = 2 ** 63;

/** Whether a bigint represents a number exactly. Int fields are compared with bigints. */
export const isBigint = (value: number): boolean => Number.isInteger(value) && value >= -maxBigint && value < maxBigint;

/** A number: a bigint when a bigint represents it exactly, otherwise a double. */
export const numberSql = (value: number): Sql =>
  isBigint(value) ? sql`${BigInt(value).toString()}::bigint` : doubleSql(value);

/** A number as a double. */
export const doubleSql = (value: number): Sql => sql`${value}::double precision`;

/** A day, `2026-01-31`, or an infinity. */
export const dateSql = (day: string): Sql => sql`${day}::date`;

/** An instant, `2026-01-31T08:00:00.000Z`, or an infinity. */
export function datetimeSql(instant: string): Sql {
  // ISO 8601 writes the years before 0 and after 9999 with a sign and six digits, which no engine reads, and PostgreSQL has no year 0.
  return /^[+-]\d|^0000/.test(instant)
    ? sql`${odsql}instant(${microseconds(instant)}::bigint)`
    : sql`${instant}::timestamptz`;
}

/** The microseconds from 1970 to an instant. */
function microseconds(instant: string): string {
  const [, beyondMilliseconds = ''] = /\.\d{3}(\d{3})Z$/.exec(instant) ?? [];
  return String(BigInt(Date.parse(instant)) * 1_000n + BigInt(beyondMilliseconds));
}

/** A time zone, whose name the bound query has checked. As a part of the statement it lets an engine leave out what another zone would need. */
export const timezoneSql = (timezone: TimezoneName): Sql => sqlText(`'${timezone.replaceAll("'", "''")}'`);

/** The text of an instant in a time zone, with its offset. The offset of UTC needs no calendar, to prepare which costs as much as a small page. */
export const zonedSql = (instant: Sql, timezone: TimezoneName): Sql =>
  timezone === 'UTC'
    ? sql`(trim(replace(to_json(${odsql}utc_clock(${instant}))::text, ' ', 'T'), '"') || '+00:00')`
    : sql`${odsql}zoned(${instant}, ${timezoneSql(timezone)})`;

/** The maximum number of arguments of one call; PostgreSQL allows 100. */
const maxArguments = 90;

/** Concatenates texts; null counts as an empty text. More texts than the limit become nested calls. */
export const concatSql = (texts: readonly Sql[]): Sql => callInChunks(texts, (list) => sql`concat(${list})`);

/** Concatenates texts with spaces between them; null is left out. */
export const joinWithSpacesSql = (texts: readonly Sql[]): Sql =>
  callInChunks(texts, (list) => sql`concat_ws(' ', ${list})`);

function callInChunks(texts: readonly Sql[], call: (list: Sql) => Sql): Sql {
  if (texts.length <= maxArguments) return call(sqlJoin(texts, ', '));
  const chunks = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, index) =>
    callInChunks(texts.slice(index * maxArguments, (index + 1) * maxArguments), call),
  );
  return callInChunks(chunks, call);
}
