import { GraphQLNonNull } from 'graphql';
import type { ObjectShape, Property, Shape } from '../responders/body-mapping.ts';
import { schemaOfType } from './json-schema.ts';
import {
  descriptionOf,
  orNull,
  registerSchema,
  schemaReference,
  type JsonSchema,
  type NamedSchemas,
} from './named-schemas.ts';

/** The JSON Schema of a body. */
export function schemaOfShape(shape: Shape, names: NamedSchemas): JsonSchema {
  switch (shape.kind) {
    case 'leaf':
      return schemaOfType(new GraphQLNonNull(shape.type), names, shape.field);
    case 'number':
      return { type: 'integer' };
    case 'address':
      return { type: 'string', format: 'uri' };
    case 'text':
      return { type: 'string', ...(shape.text !== undefined && { const: shape.text }) };
    case 'list':
      return { type: 'array', items: schemaOfShape(shape.items, names) };
    case 'declared':
      for (const [name, schema] of Object.entries(shape.schemas)) names.set(name, schema);
      return schemaReference(shape.name);
    case 'object':
      return namedSchema(shape, objectSchema(shape, names), names);
  }
}

function objectSchema({ properties, isOpen = false }: ObjectShape, names: NamedSchemas): JsonSchema {
  const required = [...properties].flatMap(([name, { isOptional }]) => (isOptional ? [] : [name]));
  return {
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, property]) => [name, propertySchema(property, names)])),
    ...(required.length > 0 && { required }),
    additionalProperties: isOpen,
  };
}

function propertySchema({ shape, isNullable, description }: Property, names: NamedSchemas): JsonSchema {
  const schema = schemaOfShape(shape, names);
  return { ...(isNullable ? orNull(schema) : schema), ...descriptionOf({ description }) };
}

/** The schema of an object, under the name of its type of the graph. */
const namedSchema = ({ type }: ObjectShape, schema: JsonSchema, names: NamedSchemas): JsonSchema =>
  type ? registerSchema(type.name, { ...schema, ...descriptionOf(type) }, names) : schema;
