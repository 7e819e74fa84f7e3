import { assertObjectType, getNullableType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
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
  JSON: ['MetadataValue', {}],
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
      properties: fieldSchemas(standard, ({ type, description }) => {
        const template = getNullableType(type);
        return isObjectType(template)
          ? { ...standardTemplateSchema(template, names), ...descriptionOf({ description }) }
          : undefined;
      }),
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

/** The schema of a field of a standard template; undefined for a field that the graph alone has: `id`, and another form of a value. */
function fieldSchema(
  { name, type, description }: GraphQLField<unknown, unknown>,
  names: NamedSchemas,
): JsonSchema | undefined {
  const kind = valueKinds[name] ?? valueKinds[String(type)];
  return kind && { ...registerSchema(kind[0], wrapped(kind[1]), names), ...descriptionOf({ description }) };
}

/** The schemas of the fields of a type of the graph, by their names in metadata. */
const fieldSchemas = (
  type: GraphQLObjectType,
  schemaOf: (field: GraphQLField<unknown, unknown>) => JsonSchema | undefined,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.values(type.getFields()).flatMap((field) => {
      const schema = schemaOf(field);
      return schema ? [[wireName(field.name), schema]] : [];
    }),
  );
