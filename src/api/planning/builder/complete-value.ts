import {
  defaultFieldResolver,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { collectFields, selectionsOf, type SelectionContext } from './collect-fields.ts';
import { unsupported } from './unsupported.ts';

/**
 * Completes a JavaScript value for the answer, as graphql-js does: selects the requested fields of objects and serializes scalars. The
 * resolver of a field is called, because a property may have another name than its field. Throws Unsupported
 * where a null, a list or an object does not fit its type; for a leaf that does not, the scalar's `serialize` throws.
 */
export function completeValue(
  context: SelectionContext,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  value: unknown,
): unknown {
  if (value === null || value === undefined)
    return isNonNullType(type) ? unsupported(`null for ${String(type)}`) : null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.isArray(value)
      ? value.map((item) => completeValue(context, nullable.ofType, nodes, item))
      : unsupported(String(type));
  }
  if (isLeafType(nullable)) return nullable.serialize(value);
  return completeObject(context, objectTypeFor(context, nullable, value), nodes, value);
}

function completeObject(
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  value: object,
): object {
  const fields = collectFields(context, type, selectionsOf(nodes));
  return Object.fromEntries(
    [...fields].map(([key, [node, ...others]]) => {
      if (!node || node.name.value === '__typename') return [key, type.name];
      const field = type.getFields()[node.name.value] ?? unsupported(`${type.name}.${node.name.value}`);
      const resolve = field.resolve ?? defaultFieldResolver;
      return [
        key,
        completeValue(
          context,
          field.type,
          [node, ...others],
          resolve(value, {}, {}, { fieldName: field.name } as never),
        ),
      ];
    }),
  );
}

/** The type of an object; for an abstract type, the type that its `__typename` names. */
function objectTypeFor({ schema }: SelectionContext, type: GraphQLOutputType, value: unknown): GraphQLObjectType {
  const name = isAbstractType(type) && isJsonObject(value) ? value['__typename'] : undefined;
  const found = typeof name === 'string' ? schema.getType(name) : type;
  return isObjectType(found) && typeof value === 'object' ? found : unsupported(String(type));
}
