import {
  getNullableType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { wireName } from '../wire-values.ts';
import {
  descriptionOf,
  type JsonSchema,
  mapSchema,
  type NamedSchemas,
  orNull,
  registerSchema,
  schemaReference,
} from './named-schemas.ts';
import { metadataSchema, templateSchema } from './metadata-schemas.ts';

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

const feedbackValueSchema: JsonSchema = {
  type: 'object',
  properties: {
    value: { description: 'The value that the sender suggests, as JSON.' },
    type: { type: 'string', description: 'The type of the field.' },
  },
  required: ['value', 'type'],
};

const translatedText = mapSchema({ type: 'string' });

/** The schemas of the graph's JSON objects, by the name of their field. Any names are allowed in them. */
const schemaOfField: Readonly<Record<string, (names: NamedSchemas) => JsonSchema>> = Object.freeze({
  metadata: metadataSchema,
  metadataTemplate: templateSchema,
  fields: templateSchema,
  metas: () => mapSchema(mapSchema(true)),
  values: (names) => mapSchema(registerSchema('FeedbackValue', feedbackValueSchema, names)),
  parameters: () => mapSchema({ type: ['string', 'null'] }),
  titles: () => translatedText,
  html: () => translatedText,
  css: () => translatedText,
});

/** The schema of an open object: a map, so that generated clients allow any names. */
const openObjectSchema = (field: string | undefined, names: NamedSchemas): JsonSchema =>
  schemaOfField[field ?? '']?.(names) ?? mapSchema(true);
