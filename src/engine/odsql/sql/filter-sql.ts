import { odsql, sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { BoundCondition, BoundFilter, BoundRangeEnd } from '../bind/bound.ts';
import {
  castToDouble,
  dateSql,
  datetimeSql,
  doubleSql,
  isBigint,
  numberSql,
  pointSql,
  scalarSql,
  scalarType,
  type SqlExpression,
  type SqlType,
} from './expression-sql.ts';
import { geometrySql, inBoxSql, withinDistanceSql } from './geometry-sql.ts';
import type { SqlField, SqlScope } from './scope.ts';
import type { ComparisonOperator } from '../tree.ts';
import { prefixEnd, usesIndex, withoutIndex, wordsSql } from './words-sql.ts';

/**
 * Compiles a filter to an SQL condition, which is true for exactly the rows that match, and false or null for others. The condition
 * compares columns directly, so that an engine can use their indexes and statistics.
 */
export const filterSql = (filter: BoundFilter<SqlField>, scope: SqlScope): Sql =>
  partSql(filter, usesIndex(filter, scope) ? scope : withoutIndex(scope));

function partSql(filter: BoundFilter<SqlField>, scope: SqlScope): Sql {
  switch (filter.kind) {
    case 'and':
      return filter.filters.length === 0 ? sqlText('true') : joinedSql(filter.filters, ' and ', scope);
    case 'or':
      return filter.filters.length === 0 ? falseSql : joinedSql(filter.filters, ' or ', withoutIndex(scope));
    case 'not':
      return sql`((${partSql(filter.filter, withoutIndex(scope))}) is not true)`;
    case 'constant':
      return sqlText(String(filter.value));
    case 'comparison':
      return comparisonSql(filter);
    case 'in':
      return inSql(filter);
    case 'range':
      return rangeSql(filter);
    case 'isNull':
      return isNullSql(filter.operand);
    case 'isTruth':
      return isTruthSql(filter.field, filter.value);
    case 'words':
      return wordsSql(filter, scope);
    case 'startsWith':
      return sql`(${sqlJoin([sqlText('false'), ...startsWithSql(filter)], ' or ')})`;
    case 'withinDistance':
      return withinDistanceSql(filter);
    case 'inBox':
      return inBoxSql(filter);
    case 'geometry':
      return geometrySql(filter);
  }
}

const joinedSql = (filters: readonly BoundFilter<SqlField>[], separator: string, scope: SqlScope): Sql =>
  sql`(${sqlJoin(
    filters.map((part) => partSql(part, scope)),
    separator,
  )})`;

/** Tests for null. A multivalued field without a value may also be an empty list. */
function isNullSql(operand: SqlExpression): Sql {
  if (operand.kind === 'field' && operand.field.isMultivalued)
    return sql`coalesce(array_length(${operand.field.value}, 1), 0) = 0`;
  return sql`${operand.type === 'geo_point_2d' ? pointSql(operand).lon : scalarSql(operand)} is null`;
}

/** Tests for a truth value: the text `true` or `false` in any combination of upper and lower case. */
const isTruthSql = ({ value, isMultivalued }: SqlField, truth: boolean): Sql =>
  isMultivalued
    ? sql`${odsql}has_truth(${value}, ${String(truth)}::text)`
    : sql`lower(${value}) = ${String(truth)}::text`;

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;

const falseSql = sqlText('false');

const mirroredOperators = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Compares two values. A comparison with a literal does not convert the other side, so that an engine can use its index or statistics. */
function comparisonSql({ operator, left, right }: Condition<'comparison'>): Sql {
  if (right.kind === 'literal') return compareWithLiteral(left, operator, right.value);
  if (left.kind === 'literal') return compareWithLiteral(right, mirroredOperators[operator], left.value);
  const other = inCommonType(right, left);
  const list = listOf(left);
  return list
    ? sql`(${other} is not null and ${compareList(list, operator, other)})`
    : sql`${inCommonType(left, right)} ${operatorSql(operator)} ${other}`;
}

const operatorSql = (operator: ComparisonOperator): Sql => sqlText(operator === '!=' ? '<>' : operator);

/** Converts one side to the type in which both sides are compared. */
function inCommonType(side: SqlExpression, other: SqlExpression): Sql {
  const [type, otherType] = [scalarType(side), scalarType(other)];
  if (type === otherType) return type === 'text' ? sql`(${scalarSql(side)} collate "C")` : scalarSql(side);
  if (otherType === 'double precision') return castToDouble(side);
  return otherType === 'timestamptz' ? sql`${odsql}midnight(${scalarSql(side)})` : scalarSql(side);
}

function compareWithLiteral(side: SqlExpression, operator: ComparisonOperator, value: string | number | null): Sql {
  if (value === null) return falseSql;
  const list = listOf(side);
  if (list) return compareList(list, operator, sql`${String(value)}::text`);
  if (side.kind === 'field' && side.field.bytes && operator === '=') return bytesSql(side.field.bytes, [value]);
  return compareSql(scalarSql(side), scalarType(side), operator, value);
}

/** The list of a multivalued field; undefined for other expressions. */
const listOf = (expression: SqlExpression): Sql | undefined =>
  expression.kind === 'field' && expression.field.isMultivalued ? expression.field.value : undefined;

/** Whether a list has a text that compares so with another, which is not null. */
function compareList(list: Sql, operator: ComparisonOperator, other: Sql): Sql {
  switch (operator) {
    case '=':
      return sql`${odsql}has(${list}, ${other})`;
    case '!=':
      return sql`not ${odsql}has(${list}, ${other})`;
    case '<':
    case '<=':
      return hasBetweenSql(list, null, { value: other, isIncluded: operator === '<=' });
    case '>':
    case '>=':
      return hasBetweenSql(list, { value: other, isIncluded: operator === '>=' }, null);
  }
}

interface TextEnd {
  readonly value: Sql;
  readonly isIncluded: boolean;
}

/** Whether a list has a text between two ends; null is an open end. */
const hasBetweenSql = (list: Sql, from: TextEnd | null, to: TextEnd | null): Sql =>
  sql`${odsql}has_between(${list}, ${endSql(from)}, ${endSql(to)})`;

const endSql = (end: TextEnd | null): Sql =>
  end ? sql`${end.value}, ${sqlText(String(end.isIncluded))}` : sqlText('null::text, false');

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
function inSql({ operand, values }: Condition<'in'>): Sql {
  const list = listOf(operand);
  if (list) return hasAnySql(list, values.map(String));
  if (operand.kind === 'field' && operand.field.bytes) return bytesSql(operand.field.bytes, values);
  const type = scalarType(operand);
  const found = type === 'bigint' ? values.filter((value) => typeof value === 'number' && isBigint(value)) : values;
  return oneOfSql(
    scalarSql(operand),
    found.map((value) => valueSql(type, value)),
  );
}

const oneOfSql = (value: Sql, values: readonly Sql[]): Sql =>
  values.length === 0 ? falseSql : sql`${value} in (${sqlJoin(values, ', ')})`;

/** The number of texts up to which looking for each of them in a list is faster than looking for all. */
const maxTextsEach = 8;

/** Whether a list has one of some texts. */
function hasAnySql(list: Sql, texts: readonly string[]): Sql {
  const values = texts.map((text) => sql`${text}::text`);
  if (values.length === 0) return falseSql;
  return values.length > maxTextsEach
    ? sql`${list} && array[${sqlJoin(values, ', ')}]`
    : sql`(${sqlJoin(
        values.map((value) => sql`${odsql}has(${list}, ${value})`),
        ' or ',
      )})`;
}

/** Whether bytes have one of the values in hexadecimal. A text that is not hexadecimal matches nothing. */
const bytesSql = (bytes: Sql, values: readonly (string | number)[]): Sql =>
  oneOfSql(
    bytes,
    values
      .filter((value) => /^(?:[0-9a-f]{2})+$/.test(String(value)))
      .map((value) => sql`${odsql}unhex(${String(value)}::text)`),
  );

/** Whether a value is between two ends. */
function rangeSql({ operand, from, to }: Condition<'range'>): Sql {
  const list = listOf(operand);
  if (list) return hasBetweenSql(list, from && textEnd(from), to && textEnd(to));
  const type = scalarType(operand);
  const value = scalarSql(operand);
  const lower = from && compareSql(value, type, from.isIncluded ? '>=' : '>', from.value);
  const upper = to && compareSql(value, type, to.isIncluded ? '<=' : '<', to.value);
  if (lower && upper) return sql`(${lower} and ${upper})`;
  return lower ?? upper ?? sql`${value} is not null`;
}

const textEnd = ({ value, isIncluded }: BoundRangeEnd): TextEnd => ({ value: sql`${String(value)}::text`, isIncluded });

/** For each field, whether its text begins with a prefix. The condition is a range, so that an engine can use its index or statistics. */
function startsWithSql({ fields, prefix }: Condition<'startsWith'>): Sql[] {
  const from = prefix === '' ? null : { value: prefix, isIncluded: true };
  const end = prefixEnd(prefix);
  const to = end === undefined ? null : { value: end, isIncluded: false };
  return fields.map((field) =>
    rangeSql({ kind: 'range', operand: { kind: 'field', type: field.type, field }, from, to }),
  );
}
