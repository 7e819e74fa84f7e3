import type { JsonObject } from '../../kernel/json.ts';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 speaks. */
export type JsonSchema = JsonObject;

/** The schemas that have a name, by it. */
export type NamedSchemas = Map<string, JsonSchema>;

/** A schema by its name; itself where another one has the name. */
export function refer(name: string, schema: JsonSchema, names: NamedSchemas): JsonSchema {
  const known = names.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) return schema;
  names.set(name, schema);
  return referTo(name);
}

/** A schema of the components. */
export const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The same schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A description, where there is one. */
export const about = ({
  description,
}: {
  readonly description?: string | null | undefined;
}): { description?: string } => (description ? { description } : {});
