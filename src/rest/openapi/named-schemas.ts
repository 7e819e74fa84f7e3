import type { GraphQLSchema } from 'graphql';
import type { Json } from '#kernel/json.ts';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 uses: the keywords that descriptions need. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
};

/** The schemas of the components, by name. */
export class NamedSchemas extends Map<string, JsonSchema> {
  constructor(
    /** The graph, whose types some schemas are derived from. */
    readonly graph: GraphQLSchema,
  ) {
    super();
  }
}

/** Adds a schema to the components and returns a reference to it; returns the schema itself when a different schema has the name. */
export function registerSchema(name: string, schema: JsonSchema, names: NamedSchemas): JsonSchema {
  const known = names.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) return schema;
  names.set(name, schema);
  return schemaReference(name);
}

/** A reference to a schema of the components. */
export const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of an object with any names, whose values have one schema. */
export const mapSchema = (values: JsonSchema | true): JsonSchema => ({ type: 'object', additionalProperties: values });

/** A schema that also accepts null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** The description as a member of a schema, or no member where there is no description. */
export const descriptionOf = ({
  description,
}: {
  readonly description?: string | null | undefined;
}): { description?: string } => (description ? { description } : {});

/** A schema with a default, or without one where the default is null. */
export const withDefault = (schema: JsonSchema, value: Json | undefined): JsonSchema =>
  value == null ? schema : { ...schema, default: value };
