import {
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLOutputType,
} from 'graphql';
import { sql, type Sql } from '#kernel/sql.ts';
import { unsupported } from '../builder/unsupported.ts';

/*
 * Stored JSON may be older than a change of the graph's types. A resolver then fails at the field; a plan would return the value
 * unchecked. These predicates make the statement fail where a stored value does not have its type, so that resolvers answer.
 */

/** Makes the jsonpath predicate that the non-null value at a path has a type. */
type Predicate = (path: string) => string;

const hasType =
  (type: string): Predicate =>
  (path) =>
    `${path}.type() == "${type}"`;

const isInteger =
  (maximum: number): Predicate =>
  (path) =>
    `${path}.type() == "number" && ${path}.floor() == ${path} && ${path}.abs() <= ${String(maximum)}`;

const isString = hasType('string');
const isTextOrInteger: Predicate = (path) => `(${isString(path)} || (${isInteger(Number.MAX_SAFE_INTEGER)(path)}))`;

const scalarPredicates: Readonly<Record<string, Predicate | undefined>> = {
  ID: isString,
  String: isString,
  DateTime: isString,
  Boolean: hasType('boolean'),
  Float: hasType('number'),
  Int: isInteger(2 ** 31 - 1),
  SafeInt: isInteger(Number.MAX_SAFE_INTEGER),
  TextOrInteger: isTextOrInteger,
  JSONObject: hasType('object'),
  JSON: (path) => `${path}.type() != "null"`,
};

function enumPredicate(type: GraphQLEnumType): Predicate {
  if (type.getValues().some(({ name, value }) => name !== value)) unsupported(type.name);
  return (path) =>
    `${isString(path)} && (${type
      .getValues()
      .map(({ name }) => `${path} == "${name}"`)
      .join(' || ')})`;
}

const leafPredicate = (type: GraphQLLeafType): Predicate =>
  isEnumType(type) ? enumPredicate(type) : (scalarPredicates[type.name] ?? unsupported(type.name));

/**
 * The jsonpath predicate that a stored value has a leaf type, or a type of lists of leaves. Throws Unsupported where no predicate is known;
 * undefined for object types, which are checked where their fields are selected.
 */
export function typePredicate(type: GraphQLOutputType, path: string): string | undefined {
  const nullable = getNullableType(type);
  const predicate = isListType(nullable)
    ? listPredicate(nullable.ofType, path)
    : isLeafType(nullable) && leafPredicate(nullable)(path);
  if (!predicate) return undefined;
  return isNonNullType(type) ? `(${predicate})` : `(${isNull(path)} || (${predicate}))`;
}

const isNull = (path: string): string => `!exists(${path}) || ${path}.type() == "null"`;

function listPredicate(items: GraphQLOutputType, path: string): string | undefined {
  const predicate = typePredicate(items, '@');
  return predicate && `${hasType('array')(path)} && !exists(${path}[*] ? (!(${predicate})))`;
}

/** An expression that makes the statement fail: in strict mode, reading a member of a string is an error. */
export const raiseTypeMismatch = (value: Sql): Sql =>
  sql`jsonb_path_query_first(coalesce(${value}, 'null'), 'strict $.type().member')::json`;

/** The SQLSTATE of `raiseTypeMismatch`: sql_json_member_not_found. */
const memberNotFound = '2203A';

/** Whether `raiseTypeMismatch` made a statement fail. */
export const isTypeMismatch = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === memberNotFound;
