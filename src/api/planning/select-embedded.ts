import { getNullableType, isLeafType, isListType, type FieldNode, type GraphQLObjectType, type GraphQLOutputType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { Compilation } from './compilation.ts';

/** The selected part of an object, or a list of objects, that a jsonb column holds under the graph's names. */
export function selectEmbedded(c: Compilation, type: GraphQLOutputType, objectType: GraphQLObjectType, nodes: readonly FieldNode[], value: Sql): Sql {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return objectOf(c, objectType, nodes, value);
  const each = c.alias();
  return sql`case when jsonb_typeof(${value}) = 'array' then (
    select coalesce(json_agg(${objectOf(c, objectType, nodes, sql`${each}.value`)} order by ${each}.ordinality), '[]'::json)
    from jsonb_array_elements(${value}) with ordinality ${each}) end`;
}

function objectOf(c: Compilation, type: GraphQLObjectType, nodes: readonly FieldNode[], value: Sql): Sql {
  const fields = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]) => {
    const name = node?.name.value ?? '';
    return sql`${!node || name === '__typename' ? sqlText(`'${type.name}'::text`) : fieldOf(c, type, [node, ...others], value)} as ${sqlName(key)}`;
  });
  return sql`case when jsonb_typeof(${value}) = 'object' then (select row_to_json(z) from (select ${sqlJoin(fields, ', ')}) z) end`;
}

function fieldOf(c: Compilation, type: GraphQLObjectType, nodes: readonly [FieldNode, ...FieldNode[]], value: Sql): Sql {
  const field = c.fieldOf(type, nodes[0]);
  const inner = sql`(${value} -> ${sqlText(`'${field.name}'`)})`;
  const named = getNullableType(field.type);
  if (isLeafType(named) || (isListType(named) && isLeafType(getNullableType(named.ofType)))) return inner;
  return selectEmbedded(c, field.type, c.objectTypeOf(field), nodes, inner);
}
