import { getNullableType, isLeafType, isListType, type FieldNode, type GraphQLObjectType, type GraphQLOutputType } from 'graphql';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import type { Compilation } from './compilation.ts';
import { asObject, selectFields, type Asked } from './select-fields.ts';

/** The selected part of an object, or a list of objects, that a jsonb column holds under the graph's names. */
export function selectEmbedded(c: Compilation, type: GraphQLOutputType, objectType: GraphQLObjectType, nodes: readonly FieldNode[], value: Sql): Sql {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return objectOf(c, objectType, nodes, value);
  const each = c.alias();
  return sql`case when jsonb_typeof(${value}) = 'array' then (
    select coalesce(json_agg(${objectOf(c, objectType, nodes, sql`${each}.value`)} order by ${each}.ordinality), '[]'::json)
    from jsonb_array_elements(${value}) with ordinality ${each}) end`;
}

const objectOf = (c: Compilation, type: GraphQLObjectType, nodes: readonly FieldNode[], value: Sql): Sql =>
  sql`case when jsonb_typeof(${value}) = 'object' then ${asObject(selectFields(c, type, nodes, (asked) => ({ value: fieldOf(c, asked, value) }))).value} end`;

function fieldOf(c: Compilation, { field, nodes }: Asked, value: Sql): Sql {
  const inner = sql`(${value} -> ${sqlText(`'${field.name}'`)})`;
  const type = getNullableType(field.type);
  if (isLeafType(type) || (isListType(type) && isLeafType(getNullableType(type.ofType)))) return inner;
  return selectEmbedded(c, field.type, c.objectTypeOf(field), nodes, inner);
}
