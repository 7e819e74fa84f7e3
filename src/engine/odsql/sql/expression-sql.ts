import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Arithmetic, ScalarExpression } from '../bind/bound/bound-expression.ts';
import { dateFormatSql } from './date-format-sql.ts';
import { dateSql, datetimeSql, doubleSql, isBigint, numberSql, type SqlType } from './literals.ts';
import type { SqlField } from './scope.ts';

/** An expression over the fields of a row. */
export type SqlExpression = ScalarExpression<SqlField>;

/** The value of an expression for a row; a json value is its text. */
export function scalarSql(expression: SqlExpression): Sql {
  switch (expression.kind) {
    case 'literal':
      return literalSql(expression);
    case 'boolean':
      return sqlText(expression.value ? `'true'::text` : `'false'::text`);
    case 'field':
      return expression.field.value;
    case 'arithmetic':
      return arithmeticSql(expression.operator, asDouble(expression.left), asDouble(expression.right));
    case 'negative':
      return negativeSql(scalarSql(expression.operand));
    case 'length':
      return sql`length(${scalarSql(expression.operand)})::bigint`;
    case 'lower':
      return sql`(lower(${scalarSql(expression.operand)} collate "pg_c_utf8") collate "C")`;
    case 'ifNull':
      return ifNullSql(expression);
    case 'datePart':
      return datePartSql(expression);
    case 'dateFormat':
      return dateFormatSql(localTime(expression.operand, expression.timezone), expression.tokens, expression.language);
    case 'distance':
      return distanceSql(scalarSql(expression.operand), expression.point);
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

/** The type in PostgreSQL of an expression's value; text for types without an order. */
export function scalarType(expression: SqlExpression): SqlType {
  if (isNumber(expression)) return isDouble(expression) ? 'double precision' : 'bigint';
  if (expression.type === 'date') return 'date';
  return expression.type === 'datetime' ? 'timestamptz' : 'text';
}

/** Whether a number is a double: arithmetic is done in doubles, as in JavaScript, since a bigint that overflows fails. */
function isDouble(expression: SqlExpression): boolean {
  if (expression.kind === 'literal' && typeof expression.value === 'number') return !isBigint(expression.value);
  if (expression.kind === 'negative') return isDouble(expression.operand);
  if (expression.kind === 'ifNull') return isDouble(expression.operand) || isDouble(expression.fallback);
  return expression.kind === 'arithmetic' || expression.type === 'double';
}

/** A number as a double. */
export const asDouble = (expression: SqlExpression): Sql =>
  expression.kind === 'literal' && typeof expression.value === 'number'
    ? doubleSql(expression.value)
    : isDouble(expression)
      ? scalarSql(expression)
      : sql`(${scalarSql(expression)})::double precision`;

/** Arithmetic over two doubles, which never fails. */
export function arithmeticSql(operator: Arithmetic<unknown>['operator'], left: Sql, right: Sql): Sql {
  switch (operator) {
    case '+':
      return sql`odsql.add(${left}, ${right})`;
    case '-':
      return sql`odsql.add(${left}, - (${right}))`;
    case '*':
      return sql`odsql.multiply(${left}, ${right})`;
    case '/':
      return sql`odsql.divide(${left}, ${right})`;
  }
}

/** The negative of a number; of 0 not -0, which JSON would show. */
export const negativeSql = (number: Sql): Sql => sql`(0 - ${number})`;

function ifNullSql({ operand, fallback }: Extract<SqlExpression, { kind: 'ifNull' }>): Sql {
  const mixed = isNumber(operand) && isNumber(fallback) && scalarType(operand) !== scalarType(fallback);
  return mixed
    ? sql`coalesce(${asDouble(operand)}, ${asDouble(fallback)})`
    : sql`coalesce(${scalarSql(operand)}, ${scalarSql(fallback)})`;
}

const isNumber = ({ type }: { readonly type: string }): boolean => type === 'int' || type === 'double';

function datePartSql({ part, operand, timezone }: Extract<SqlExpression, { kind: 'datePart' }>): Sql {
  const time = localTime(operand, timezone);
  // a double, since `extract` gives a numeric, which is slow
  return sql`floor(date_part(${part}, ${time}))::bigint`;
}

/** The time that a clock of the time zone shows; a date begins at midnight of any. */
export const localTime = (expression: SqlExpression, timezone: string): Sql =>
  expression.type === 'date'
    ? sql`(${scalarSql(expression)})::timestamp`
    : sql`(${scalarSql(expression)} at time zone ${timezone}::text)`;

/** Metres between a point and a place. */
export const distanceSql = (point: Sql, [lon, lat]: readonly [number, number]): Sql =>
  sql`odsql.distance(${point}, ${doubleSql(lon)}, ${doubleSql(lat)})`;

// white space between the tokens of JSON is replaced, so that the text of a row has one line
function jsonSql({ operand, fallback }: Extract<SqlExpression, { kind: 'json' }>): Sql {
  const text = scalarSql(operand);
  const otherwise = sql`to_json(${fallback === undefined ? text : scalarSql(fallback)})::text`;
  return sql`case when odsql.is_json(${text}) then translate(${text}, e'\\n\\r\\t', '   ') when ${text} is not null then ${otherwise} end`;
}
