import {
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { collectFields, selectionsOf } from '../builder/collect-fields.ts';
import type { PlanBuilder } from '../builder/plan-builder.ts';
import { asJson, asObject, selectFields, type RequestedField } from './select-list.ts';
import { raiseTypeMismatch, typePredicate } from './stored-json.ts';

/** A selection from a stored jsonb value whose members have the names of GraphQL fields. */
export interface EmbeddedSelection {
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
    return (field && typePredicate(field.type, `$."${name}"`)) ?? [];
  });
  return tests.length === 0 ? undefined : sqlText(`'${tests.join(' && ')}'::jsonpath`);
}

function selectMember(builder: PlanBuilder, { field, nodes }: RequestedField, value: Sql): Sql {
  const member = sql`(${value} -> ${sqlText(`'${field.name}'`)})`;
  const type = getNullableType(field.type);
  if (isLeafType(type) || (isListType(type) && isLeafType(getNullableType(type.ofType)))) return member;
  return selectEmbedded(builder, { type: field.type, objectType: builder.objectTypeOf(field), nodes }, member);
}
