import {
  type FieldNode,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import { storedNameOf } from '../stored-as.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import { type PlanBuilder, unsupported } from './plan-builder.ts';
import { asJson, asObject, type RequestedField, selectFields } from './select-list.ts';

/** A selection from a stored jsonb value whose members have the names of GraphQL fields, or those that `StoredAs` gives. */
interface EmbeddedSelection {
  /** The type of the value: an object or a list of objects. */
  readonly type: GraphQLOutputType;
  /** The type of the objects. */
  readonly objectType: GraphQLObjectType;
  readonly nodes: readonly FieldNode[];
  /** The `id` of one object, where a separate expression computes it. */
  readonly id?: Sql;
}

/** Selects the requested fields of an object, or of a list of objects. The statement fails where the value does not have its type. */
export function selectEmbedded(builder: PlanBuilder, selection: EmbeddedSelection, value: Sql): Sql {
  const nullable = getNullableType(selection.type);
  if (!isListType(nullable)) return selectObjectOrNull(builder, selection, value);
  const element = builder.createAlias();
  const item = selectObjectOrNull(builder, { ...selection, type: nullable.ofType }, sql`${element}.value`);
  const items = sql`(select coalesce(json_agg(${item} order by ${element}.ordinality), '[]'::json)
    from jsonb_array_elements(${value}) with ordinality ${element})`;
  return sql`case ${whenTypeIs('array', value)} then ${items} ${elseNullOrFail(selection.type, value)} end`;
}

/** Like `selectEmbedded`, for an object of one of several types; its `__typename` names the type. */
export function selectEmbeddedInterface(
  builder: PlanBuilder,
  types: readonly GraphQLObjectType[],
  { type, nodes }: Pick<EmbeddedSelection, 'type' | 'nodes'>,
  value: Sql,
): Sql {
  const branches = types.map((objectType) => {
    const object = selectObjectOrNull(builder, { type: objectType, objectType, nodes }, value);
    return sql`when ${value} ->> '__typename' = ${sqlText(`'${objectType.name}'`)} then ${object}`;
  });
  return sql`case ${sqlJoin(branches, ' ')} ${elseNullOrFail(type, value)} end`;
}

function selectObjectOrNull(builder: PlanBuilder, { type, objectType, nodes, id }: EmbeddedSelection, value: Sql): Sql {
  const selected = selectFields(builder, objectType, nodes, (requested) => ({
    value: requested.field.name === 'id' && id ? id : selectMember(builder, requested, value),
  }));
  const leafTypesMatch = leafTypesPredicate(builder, { objectType, nodes, id });
  return sql`case ${whenTypeIs('object', value)} ${leafTypesMatch ? sql`and ${value} @@ ${leafTypesMatch}` : sql``}
    then ${asJson(asObject(selected).value)} ${elseNullOrFail(type, value)} end`;
}

const whenTypeIs = (type: 'array' | 'object', value: Sql): Sql =>
  sql`when jsonb_typeof(${value}) = ${sqlText(`'${type}'`)}`;

/** The last branches of a `case`: null where the type allows null; any other value makes the statement fail. */
const elseNullOrFail = (type: GraphQLOutputType, value: Sql): Sql =>
  isNonNullType(type)
    ? sql`else ${raiseTypeMismatch(value)}`
    : sql`when coalesce(jsonb_typeof(${value}), 'null') = 'null' then null else ${raiseTypeMismatch(value)}`;

/** A jsonpath predicate: all requested leaf fields of an object have their types. Undefined where no leaf is requested. */
function leafTypesPredicate(
  builder: PlanBuilder,
  { objectType, nodes, id }: Pick<EmbeddedSelection, 'objectType' | 'nodes'> & { readonly id: Sql | undefined },
): Sql | undefined {
  const requested = [...collectFields(builder.context, objectType, selectionsOf(nodes)).values()].flat();
  const names = new Set(requested.map(({ name }) => name.value));
  if (id) names.delete('id');
  const tests = [...names].flatMap((name) => {
    const field = objectType.getFields()[name];
    return (field && typePredicate(field.type, `$."${storedNameOf(field)}"`)) ?? [];
  });
  return tests.length === 0 ? undefined : sqlText(`'${tests.join(' && ')}'::jsonpath`);
}

function selectMember(builder: PlanBuilder, { field, nodes }: RequestedField, value: Sql): Sql {
  const member = sql`(${value} -> ${sqlText(`'${storedNameOf(field)}'`)})`;
  const type = getNullableType(field.type);
  if (isLeafType(type) || (isListType(type) && isLeafType(getNullableType(type.ofType)))) return member;
  return selectEmbedded(builder, { type: field.type, objectType: builder.objectTypeOf(field), nodes }, member);
}

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
function typePredicate(type: GraphQLOutputType, path: string): string | undefined {
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
const raiseTypeMismatch = (value: Sql): Sql =>
  sql`jsonb_path_query_first(coalesce(${value}, 'null'), 'strict $.type().member')::json`;

/** The SQLSTATE of `raiseTypeMismatch`: sql_json_member_not_found. */
const memberNotFound = '2203A';

/** Whether `raiseTypeMismatch` made a statement fail. */
export const isTypeMismatch = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === memberNotFound;
