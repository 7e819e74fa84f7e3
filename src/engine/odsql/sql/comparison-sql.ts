import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { BoundCondition } from '../bind/bound/bound-filter.ts';
import type { ComparisonOperator } from '../tree.ts';
import { castToDouble, scalarSql, scalarType, type SqlExpression } from './expression-sql.ts';
import { dateSql, datetimeSql, doubleSql, isBigint, numberSql, type SqlType } from './literals.ts';
import type { SqlField } from './scope.ts';

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;

const falseSql = sqlText('false');

const mirroredOperators = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Compares two values. A comparison with a literal does not convert the other side, so that PostgreSQL can use its index. */
export function comparisonSql({ operator, left, right }: Condition<'comparison'>): Sql {
  if (right.kind === 'literal') return compareWithLiteral(left, operator, right.value);
  if (left.kind === 'literal') return compareWithLiteral(right, mirroredOperators[operator], left.value);
  return forValues(
    left,
    (value) => sql`${value} ${operatorSql(operator)} ${inCommonType(right, left)}`,
    inCommonType(left, right),
  );
}

const operatorSql = (operator: ComparisonOperator): Sql => sqlText(operator === '!=' ? '<>' : operator);

/** Converts one side to the type in which both sides are compared. */
function inCommonType(side: SqlExpression, other: SqlExpression): Sql {
  const [type, otherType] = [scalarType(side), scalarType(other)];
  if (type === otherType) return type === 'text' ? sql`(${scalarSql(side)} collate "C")` : scalarSql(side);
  if (otherType === 'double precision') return castToDouble(side);
  return otherType === 'timestamptz' ? sql`((${scalarSql(side)})::timestamp at time zone 'UTC')` : scalarSql(side);
}

function compareWithLiteral(side: SqlExpression, operator: ComparisonOperator, value: string | number | null): Sql {
  if (value === null) return falseSql;
  if (side.kind === 'field' && side.field.isMultivalued && operator === '=')
    return sql`${side.field.value} @> array[${value}::text]`;
  if (side.kind === 'field' && side.field.bytes && operator === '=') return bytesSql(side.field.bytes, [value]);
  return forValues(side, (tested) => compareSql(tested, scalarType(side), operator, value));
}

/** Tests the value of an expression, or the values of a multivalued field until one meets the condition. */
function forValues(expression: SqlExpression, test: (value: Sql) => Sql, value = scalarSql(expression)): Sql {
  return expression.kind === 'field' && expression.field.isMultivalued
    ? sql`exists (select from unnest(${expression.field.value}) as v (value) where ${test(sqlText('(v.value collate "C")'))})`
    : test(value);
}

/** Compares SQL of a type with a value that the query writes. */
function compareSql(value: Sql, type: SqlType, operator: ComparisonOperator, other: string | number): Sql {
  if (type === 'bigint' && typeof other === 'number' && !isBigint(other)) return compareInteger(value, operator, other);
  return sql`${value} ${operatorSql(operator)} ${valueSql(type, other)}`;
}

function valueSql(type: SqlType, value: string | number): Sql {
  if (typeof value === 'number') return type === 'double precision' ? doubleSql(value) : numberSql(value);
  if (type === 'date') return value.length > 10 ? datetimeSql(value) : dateSql(value);
  return type === 'timestamptz' ? datetimeSql(value) : sql`(${value}::text collate "C")`;
}

/** Compares a bigint with a number that is not an integer, or that exceeds a bigint. */
function compareInteger(value: Sql, operator: ComparisonOperator, other: number): Sql {
  if (operator === '=') return falseSql;
  const isNotNull = sql`${value} is not null`;
  if (operator === '!=') return isNotNull;
  const isLess = operator === '<' || operator === '<=';
  const nearest = isLess ? Math.floor(other) : Math.ceil(other);
  if (!isBigint(nearest)) return isLess === other > 0 ? isNotNull : falseSql;
  return sql`${value} ${sqlText(isLess ? '<=' : '>=')} ${numberSql(nearest)}`;
}

/** Whether a value is in a list. */
export function inSql({ operand, values }: Condition<'in'>): Sql {
  const isField = operand.kind === 'field';
  if (isField && operand.field.isMultivalued) return sql`${operand.field.value} && ${values.map(String)}::text[]`;
  if (isField && operand.field.bytes) return bytesSql(operand.field.bytes, values);
  const type = scalarType(operand);
  if (type === 'bigint') return sql`${scalarSql(operand)} = any(${integersOf(values)}::bigint[])`;
  if (type === 'double precision') return sql`${scalarSql(operand)} = any(${values}::double precision[])`;
  return sql`${scalarSql(operand)} = any(${values.map(String)}::text[])`;
}

const integersOf = (values: readonly (string | number)[]): string[] =>
  values.flatMap((value) => (typeof value === 'number' && isBigint(value) ? [BigInt(value).toString()] : []));

/** Whether a `bytea` has one of the values in hexadecimal. A text that is not hexadecimal matches nothing. */
function bytesSql(bytes: Sql, values: readonly (string | number)[]): Sql {
  const hexadecimal = values.filter((value) => /^(?:[0-9a-f]{2})+$/.test(String(value)));
  return sql`${bytes} = any(array(select decode(value, 'hex') from unnest(${hexadecimal}::text[]) value))`;
}

/** Whether a value is between two ends. */
export function rangeSql({ operand, from, to }: Condition<'range'>): Sql {
  const type = scalarType(operand);
  return forValues(operand, (value) => {
    const lower = from && compareSql(value, type, from.isIncluded ? '>=' : '>', from.value);
    const upper = to && compareSql(value, type, to.isIncluded ? '<=' : '<', to.value);
    if (lower && upper) return sql`(${lower} and ${upper})`;
    return lower ?? upper ?? sql`${value} is not null`;
  });
}

/** For each field, whether its text begins with a prefix. The condition is a range, so that PostgreSQL can use an index. */
export function startsWithSql({ fields, prefix }: Condition<'startsWith'>): Sql[] {
  const from = prefix === '' ? null : { value: prefix, isIncluded: true };
  const end = prefixEnd(prefix);
  const to = end === undefined ? null : { value: end, isIncluded: false };
  return fields.map((field) =>
    rangeSql({ kind: 'range', operand: { kind: 'field', type: field.type, field }, from, to }),
  );
}

/** The first text, by code point, after all texts that begin with a prefix; undefined when there is none. */
function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  // U+D7FF is followed by U+E000, because surrogates are not characters.
  return last === undefined ? undefined : String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
