import { getNamedType, GraphQLNonNull, isNonNullType } from 'graphql';
import { isJsonObject } from '../../kernel/json.ts';
import { schemaOfType } from './json-schema.ts';
import { about, orNull, refer, type JsonSchema, type NamedSchemas } from './named-schemas.ts';
import { openObject } from './open-objects.ts';
import { isLeaf, open, originOf } from './sample-response.ts';

/**
 * The schema of bodies by examples that were answered with specimens: what every example has is required, what none of
 * them got from the graph is taken as it stands.
 */
export function bodySchema(examples: readonly unknown[], names: NamedSchemas): JsonSchema {
  const present = examples.filter((example) => example !== null && example !== undefined);
  const [first] = present;
  if (Array.isArray(first)) return { type: 'array', items: bodySchema(present.flat(), names) };
  if (isOpen(first) && Object.keys(first).length === 0) return openObject(originOf(first)?.field, names);
  if (isJsonObject(first) && !isLeaf(first))
    return namedSchema(first, objectSchema(present.filter(isJsonObject), names), names);
  const from = originOf(first);
  return from ? schemaOfType(new GraphQLNonNull(getNamedType(from.type)), names) : constantSchema(present);
}

/** A value inside of a body; its origin says what it means and whether it can be null. */
function propertySchema(examples: readonly unknown[], names: NamedSchemas): JsonSchema {
  const schema = bodySchema(examples, names);
  const from = examples.map(originOf).find((each) => each !== undefined);
  if (!from) return examples.includes(null) ? orNull(schema) : schema;
  return { ...(isNonNullType(from.type) ? schema : orNull(schema)), ...about(from) };
}

function objectSchema(examples: readonly object[], names: NamedSchemas): JsonSchema {
  const each = examples.map((example) => new Map<string, unknown>(Object.entries(example)));
  const keys = [...new Set(each.flatMap((example) => [...example.keys()]))];
  const required = keys.filter((key) =>
    each.every((example) => example.has(key) && originOf(example.get(key))?.isConditional !== true),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      keys.map((key) => [
        key,
        propertySchema(
          each.flatMap((example) => (example.has(key) ? [example.get(key)] : [])),
          names,
        ),
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: examples.some(isOpen),
  };
}

const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null && open in value;

/** An object of the graph goes by the name of its type. */
function namedSchema(example: unknown, schema: JsonSchema, names: NamedSchemas): JsonSchema {
  const from = originOf(example);
  const type = from && getNamedType(from.type);
  if (!type || type.name === 'JSONObject') return schema;
  return refer(type.name, { ...schema, ...about(type) }, names);
}

/** What a responder says of itself. */
function constantSchema(values: readonly unknown[]): JsonSchema {
  const [value] = values;
  if (typeof value === 'string')
    return URL.canParse(value) ? { type: 'string', format: 'uri' } : { type: 'string', const: value };
  return {};
}
