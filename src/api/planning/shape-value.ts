import {
  getNullableType, isLeafType, isListType, isObjectType, isAbstractType, type FieldNode, type GraphQLObjectType, type GraphQLOutputType,
} from 'graphql';
import { collectFields, selectionsOf, type Reading } from './collect-fields.ts';
import { decline } from './declined.ts';

/** A value of the program as the answer shows it: the selected fields of objects, scalars serialized. Its objects are plain: no field of theirs has a resolver. */
export function shapeValue(reading: Reading, type: GraphQLOutputType, nodes: readonly FieldNode[], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.isArray(value) ? value.map((each) => shapeValue(reading, nullable.ofType, nodes, each)) : decline(String(type));
  }
  if (isLeafType(nullable)) return nullable.serialize(value);
  return shapeObject(reading, objectTypeFor(reading, nullable, value), nodes, value);
}

function shapeObject(reading: Reading, type: GraphQLObjectType, nodes: readonly FieldNode[], value: object): object {
  const fields = collectFields(reading, type, selectionsOf(nodes));
  return Object.fromEntries([...fields].map(([key, [node, ...others]]) => {
    const name = node?.name.value ?? '';
    if (!node || name === '__typename') return [key, type.name];
    const field = type.getFields()[name] ?? decline(`${type.name}.${name}`);
    return [key, shapeValue(reading, field.type, [node, ...others], Reflect.get(value, name))];
  }));
}

function objectTypeFor(reading: Reading, type: GraphQLOutputType, value: unknown): GraphQLObjectType {
  const name = isAbstractType(type) ? type.resolveType?.(value, {}, {} as never, type) : undefined;
  const found = typeof name === 'string' ? reading.schema.getType(name) : type;
  return isObjectType(found) && typeof value === 'object' ? found : decline(String(type));
}
