import {
  getNullableType,
  isLeafType,
  isListType,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';
import type { PlanBuilder } from './plan-builder.ts';
import { asObject, selectFields, type RequestedField } from './select-fields.ts';

/**
 * The selected part of an object, or a list of objects, that a jsonb column holds under the graph's names. The `id` of
 * one object may be an expression of its own, which costs nothing where it is not selected.
 */
export function selectEmbedded(
  builder: PlanBuilder,
  type: GraphQLOutputType,
  objectType: GraphQLObjectType,
  nodes: readonly FieldNode[],
  value: Sql,
  id?: Sql,
): Sql {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return objectOf(builder, objectType, nodes, value, id);
  const each = builder.alias();
  return sql`case when jsonb_typeof(${value}) = 'array' then (
    select coalesce(json_agg(${objectOf(builder, objectType, nodes, sql`${each}.value`)} order by ${each}.ordinality), '[]'::json)
    from jsonb_array_elements(${value}) with ordinality ${each}) end`;
}

/** The same of an object of one of some types, which tells the name of its own under `__typename`. */
export function selectEmbeddedOf(
  builder: PlanBuilder,
  types: readonly GraphQLObjectType[],
  nodes: readonly FieldNode[],
  value: Sql,
): Sql {
  const alias = builder.alias();
  const branches = types.map(
    (type) => sql`when ${sqlText(`'${type.name}'`)} then ${objectOf(builder, type, nodes, sql`${alias}.value`)}`,
  );
  return sql`(select case ${alias}.value ->> '__typename' ${sqlJoin(branches, ' ')} end from (select ${value} as value offset 0) ${alias})`;
}

function objectOf(
  builder: PlanBuilder,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  value: Sql,
  id?: Sql,
): Sql {
  const selected = selectFields(builder, type, nodes, (asked) => ({
    value: asked.field.name === 'id' && id ? id : fieldOf(builder, asked, value),
  }));
  return sql`case when jsonb_typeof(${value}) = 'object' then ${asObject(selected).value} end`;
}

function fieldOf(builder: PlanBuilder, { field, nodes }: RequestedField, value: Sql): Sql {
  const inner = sql`(${value} -> ${sqlText(`'${field.name}'`)})`;
  const type = getNullableType(field.type);
  if (isLeafType(type) || (isListType(type) && isLeafType(getNullableType(type.ofType)))) return inner;
  return selectEmbedded(builder, field.type, builder.objectTypeOf(field), nodes, inner);
}
