import { assertObjectType, getNullableType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { wireName } from '../wire-values.ts';
import {
  descriptionOf,
  mapSchema,
  orNull,
  registerSchema,
  schemaReference,
  type JsonSchema,
  type NamedSchemas,
} from './named-schemas.ts';

/** The schema of a metadata value, whose `value` has this schema (docs/contract/objects.md, Metadata value). */
const wrapped = (value: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'A metadata value, wrapped in an object.',
  properties: {
    value: { ...value, description: 'The value, of the type of its field.' },
    remote_value: {
      ...value,
      description: 'The value of the linked remote dataset; read-only, and present only on a linked dataset.',
    },
    override_remote_value: {
      type: ['boolean', 'null'],
      description: 'Whether the value wins over the remote one; present only on a linked dataset.',
    },
  },
  required: ['value'],
});

const facetSchema: JsonSchema = {
  type: 'object',
  properties: {
    field_name: { type: 'string', description: 'The name of the field.' },
    facetsort: {
      type: ['string', 'null'],
      enum: ['count', '-count', 'num', '-num', 'alphanum', '-alphanum', null],
      description: 'The order of its values; with `-` the reverse order.',
    },
    disjunctive: { type: ['boolean', 'null'], description: 'Whether several values can be selected at once.' },
    timerange_filter: { type: ['boolean', 'null'], description: 'Whether a period of time can be selected.' },
  },
  required: ['field_name'],
  additionalProperties: false,
};

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

/** The values of metadata fields and the names of their schemas, by the type of the graph, or by the field where that is a JSON object. */
const valueKinds: Readonly<Record<string, readonly [name: string, value: JsonSchema]>> = Object.freeze({
  String: ['MetadataText', orNull(text)],
  // A bare date is accepted too, so the text has no format.
  DateTime: ['MetadataText', orNull(text)],
  Boolean: ['MetadataBoolean', orNull({ type: 'boolean' })],
  '[String!]': ['MetadataTexts', orNull(texts)],
  '[MetadataFacet!]': ['MetadataFacets', orNull({ type: 'array', items: schemaReference('MetadataFacet') })],
  fieldsDisplayedInSpecificLanguages: ['MetadataLanguages', orNull(mapSchema(texts))],
  recordsSearchBoosts: ['MetadataBoosts', orNull(mapSchema({ type: 'integer' }))],
});

/** The schema of a template that any fields may be in: a map. */
export const templateSchema = (names: NamedSchemas): JsonSchema =>
  registerSchema(
    'MetadataValues',
    {
      ...mapSchema(registerSchema('MetadataValue', wrapped({}), names)),
      description: 'The metadata of one template: field → value.',
    },
    names,
  );

/** The schema of all metadata: the templates that every portal has by their fields, the others as maps. */
export function metadataSchema(names: NamedSchemas): JsonSchema {
  const standard = assertObjectType(names.graph.getType('StandardMetadata'));
  registerSchema('MetadataFacet', facetSchema, names);
  return registerSchema(
    'Metadata',
    {
      type: 'object',
      description: 'All metadata: template → field → value.',
      properties: fieldSchemas(standard, ({ type, description }) => ({
        ...standardTemplateSchema(assertObjectType(getNullableType(type)), names),
        ...descriptionOf({ description }),
      })),
      additionalProperties: templateSchema(names),
    },
    names,
  );
}

/** The schema of a template whose fields the graph knows, such as `DefaultMetadata`. */
const standardTemplateSchema = (type: GraphQLObjectType, names: NamedSchemas): JsonSchema =>
  registerSchema(
    type.name,
    {
      type: 'object',
      ...descriptionOf(type),
      properties: fieldSchemas(type, (field) => fieldSchema(field, names)),
    },
    names,
  );

/** The schema of a field of a standard template, from the type that the graph gives it. */
function fieldSchema({ name, type, description }: GraphQLField<unknown, unknown>, names: NamedSchemas): JsonSchema {
  const [kind, value] = valueKinds[name] ?? valueKinds[String(type)] ?? ['MetadataValue', {}];
  return { ...registerSchema(kind, wrapped(value), names), ...descriptionOf({ description }) };
}

/** The schemas of the fields of a type of the graph, by their names in metadata. */
const fieldSchemas = (
  type: GraphQLObjectType,
  schemaOf: (field: GraphQLField<unknown, unknown>) => JsonSchema,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter(({ name }) => name !== 'id')
      .map((field) => [wireName(field.name), schemaOf(field)]),
  );
