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
import { sql, type Sql } from '../../../kernel/sql.ts';
import { unsupported } from '../builder/unsupported.ts';

/*
 * Stored JSON may be of an older form than the graph's types. Resolvers then fail at the field; a plan would send it on.
 * These tests let a statement fail where a stored value does not have its type, so that resolvers answer.
 */

/** Writes a jsonpath predicate: whether a value, which is not null, is one of a type. */
type Test = (path: string) => string;

const hasType =
  (type: string): Test =>
  (path) =>
    `${path}.type() == "${type}"`;

const isInteger =
  (maximum: number): Test =>
  (path) =>
    `${path}.type() == "number" && ${path}.floor() == ${path} && ${path}.abs() <= ${String(maximum)}`;

const string = hasType('string');
const textOrInteger: Test = (path) => `(${string(path)} || (${isInteger(Number.MAX_SAFE_INTEGER)(path)}))`;

const scalarTests: Readonly<Record<string, Test | undefined>> = {
  ID: string,
  String: string,
  DateTime: string,
  Boolean: hasType('boolean'),
  Float: hasType('number'),
  Int: isInteger(2 ** 31 - 1),
  SafeInt: isInteger(Number.MAX_SAFE_INTEGER),
  TextOrInteger: textOrInteger,
  JSONObject: hasType('object'),
  JSON: (path) => `${path}.type() != "null"`,
};

function enumTest(type: GraphQLEnumType): Test {
  if (type.getValues().some(({ name, value }) => name !== value)) unsupported(type.name);
  return (path) =>
    `${string(path)} && (${type
      .getValues()
      .map(({ name }) => `${path} == "${name}"`)
      .join(' || ')})`;
}

const leafTest = (type: GraphQLLeafType): Test =>
  isEnumType(type) ? enumTest(type) : (scalarTests[type.name] ?? unsupported(type.name));

/**
 * The jsonpath predicate that a stored value is of a type of leaves, or of lists of them. Unsupported where no test is known;
 * undefined for types of objects, which are tested where their fields are selected.
 */
export function fitsType(type: GraphQLOutputType, path: string): string | undefined {
  const nullable = getNullableType(type);
  const test = isListType(nullable)
    ? listTest(nullable.ofType, path)
    : isLeafType(nullable) && leafTest(nullable)(path);
  if (!test) return undefined;
  return isNonNullType(type) ? `(${test})` : `(${isNull(path)} || (${test}))`;
}

const isNull = (path: string): string => `!exists(${path}) || ${path}.type() == "null"`;

function listTest(items: GraphQLOutputType, path: string): string | undefined {
  const test = fitsType(items, '@');
  return test && `${hasType('array')(path)} && !exists(${path}[*] ? (!(${test})))`;
}

/** An expression that makes the statement fail: a member of a text, which no JSON has. */
export const failJson = (value: Sql): Sql =>
  sql`jsonb_path_query_first(coalesce(${value}, 'null'), 'strict $.type().member')::json`;

/** SQLSTATE of `failJson`: sql_json_object_not_found. */
const objectNotFound = '2203C';

/** Whether a statement failed by `failJson`. */
export const isUnfitJson = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === objectNotFound;
