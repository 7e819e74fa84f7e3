import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLType,
} from 'graphql';
import { wireName } from '../wire-values.ts';
import {
  descriptionOf,
  orNull,
  registerSchema,
  schemaReference,
  type JsonSchema,
  type NamedSchemas,
} from './named-schemas.ts';
import { openObjectSchema } from './open-objects.ts';

const scalars: Readonly<Record<string, JsonSchema>> = Object.freeze({
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  TextOrInteger: { type: ['string', 'integer'] },
  JSON: {},
  Upload: { type: 'string', contentMediaType: 'application/octet-stream' },
});

/** The schema of a scalar, an enum, an input, or of a list of these; a nullable type also accepts null. The schema of a JSON object depends on the name of the field that holds the object. */
export function schemaOfType(type: GraphQLType, names: NamedSchemas, field?: string): JsonSchema {
  const inner = nonNullSchema(getNullableType(type), names, field);
  return isNonNullType(type) ? inner : orNull(inner);
}

function nonNullSchema(type: GraphQLType, names: NamedSchemas, field?: string): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOfType(type.ofType, names, field) };
  if (isEnumType(type)) return registerSchema(type.name, enumSchema(type), names);
  if (isInputObjectType(type)) return inputSchema(type, names);
  const schema = String(type) === 'JSONObject' ? openObjectSchema(field, names) : scalars[String(type)];
  if (!schema) throw new Error(`${String(type)} has no JSON schema.`);
  return schema;
}

/** An enum with the descriptions of its values. */
const enumSchema = (type: GraphQLEnumType): JsonSchema => ({
  type: 'string',
  enum: type.getValues().map(({ name }) => name),
  description: [
    type.description ?? '',
    ...type.getValues().map(({ name, description }) => `- \`${name}\`: ${description ?? ''}`),
  ].join('\n'),
});

/** The schema of an input object. It is named before its fields are described, because it may contain itself. */
function inputSchema(type: GraphQLInputObjectType, names: NamedSchemas): JsonSchema {
  if (!names.has(type.name)) {
    names.set(type.name, {});
    const fields = Object.values(type.getFields());
    const required = fields
      .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
      .map(({ name }) => wireName(name));
    names.set(type.name, {
      type: 'object',
      ...descriptionOf(type),
      properties: Object.fromEntries(
        fields.map((field) => [
          wireName(field.name),
          { ...schemaOfType(field.type, names, field.name), ...descriptionOf(field) },
        ]),
      ),
      ...(required.length > 0 && { required }),
    });
  }
  return schemaReference(type.name);
}
