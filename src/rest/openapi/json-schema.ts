import {
  getNullableType, isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLEnumType, type GraphQLInputObjectType, type GraphQLType,
} from 'graphql';
import type { JsonObject } from '../../kernel/json.ts';
import { wireName } from '../wire-values.ts';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 speaks. */
export type JsonSchema = JsonObject;

/** The schemas that have a name, by it. */
export type NamedSchemas = Map<string, JsonSchema>;

const scalars: Readonly<Record<string, JsonSchema>> = Object.freeze({
  ID: { type: 'string' }, String: { type: 'string' }, Int: { type: 'integer' }, Float: { type: 'number' }, Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' }, TextOrInteger: { type: ['string', 'integer'] }, JSON: {}, JSONObject: { type: 'object' }, Upload: { type: 'string', contentMediaType: 'application/octet-stream' },
});

/** The schema of a scalar, an enum, an input, or of a list of these; null where the type allows it. */
export function schemaOfType(type: GraphQLType, names: NamedSchemas): JsonSchema {
  const inner = presentSchema(getNullableType(type), names);
  return isNonNullType(type) ? inner : orNull(inner);
}

function presentSchema(type: GraphQLType, names: NamedSchemas): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOfType(type.ofType, names) };
  if (isEnumType(type)) return refer(type.name, enumSchema(type), names);
  if (isInputObjectType(type)) return inputSchema(type, names);
  const schema = scalars[String(type)];
  if (!schema) throw new Error(`${String(type)} has no JSON schema.`);
  return schema;
}

/** An enum with what each of its values means. */
const enumSchema = (type: GraphQLEnumType): JsonSchema => ({
  type: 'string',
  enum: type.getValues().map(({ name }) => name),
  description: [type.description ?? '', ...type.getValues().map(({ name, description }) => `- \`${name}\`: ${description ?? ''}`)].join('\n'),
});

/** A closed shape of the wire; as it may be part of itself, it has its name before its fields are known. */
function inputSchema(type: GraphQLInputObjectType, names: NamedSchemas): JsonSchema {
  if (!names.has(type.name)) {
    names.set(type.name, {});
    const fields = Object.values(type.getFields());
    const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined).map(({ name }) => wireName(name));
    names.set(type.name, {
      type: 'object', ...about(type),
      properties: Object.fromEntries(fields.map((field) => [wireName(field.name), { ...schemaOfType(field.type, names), ...about(field) }])),
      ...required.length > 0 && { required },
    });
  }
  return referTo(type.name);
}

/** A schema by its name; itself where another one has the name. */
export function refer(name: string, schema: JsonSchema, names: NamedSchemas): JsonSchema {
  const known = names.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) return schema;
  names.set(name, schema);
  return referTo(name);
}

const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The same schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A description, where there is one. */
export const about = ({ description }: { readonly description?: string | null | undefined }): { description?: string } => (description ? { description } : {});
