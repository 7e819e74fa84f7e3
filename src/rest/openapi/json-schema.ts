import { toSnakeCase } from '#kernel/text.ts';
import {
  assertEnumType,
  assertObjectType,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type InputByKind, inputsByKind, wireName, wireValue } from '../request/request-value.ts';
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
const templateSchema = (names: NamedSchemas): JsonSchema =>
  registerSchema(
    'MetadataValues',
    {
      ...mapSchema(registerSchema('MetadataValue', wrapped({}), names)),
      description: 'The metadata of one template: field → value.',
    },
    names,
  );

/** The schema of all metadata: the templates that every portal has by their fields, the others as maps. */
function metadataSchema(names: NamedSchemas): JsonSchema {
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
  enum: type.getValues().map(({ name }) => wireValue(name)),
  description: [
    type.description ?? '',
    ...type.getValues().map(({ name, description }) => `- \`${wireValue(name)}\`: ${description ?? ''}`),
  ].join('\n'),
});

/** The schema of an input object. It is named before its fields are described, because it may contain itself. */
function inputSchema(type: GraphQLInputObjectType, names: NamedSchemas): JsonSchema {
  if (!names.has(type.name)) {
    names.set(type.name, {});
    const byKind = inputsByKind[type.name];
    if (byKind) {
      names.set(type.name, kindsSchema(type, byKind, names));
      return schemaReference(type.name);
    }
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

/** The schema of one object for the members of an input: with `type`, the fields of most kinds, then the others. */
function kindsSchema(
  input: GraphQLInputObjectType,
  { description, kinds, type }: InputByKind,
  names: NamedSchemas,
): JsonSchema {
  const members = Object.values(input.getFields());
  const declared = members.flatMap((member) => {
    const of = getNullableType(member.type);
    return isInputObjectType(of)
      ? Object.values(of.getFields()).map((field) => ({ kind: toSnakeCase(member.name), field }))
      : [];
  });
  const groups = [...Map.groupBy(declared, ({ field }) => field.name)].map(([name, group]) => ({ name, group }));
  const isCommon = ({ group }: { readonly group: readonly unknown[] }) => group.length > members.length / 2;
  const ordered = [...groups.filter(isCommon), ...groups.filter((group) => !isCommon(group))];
  const all = members.map(({ name }) => toSnakeCase(name));
  return {
    type: 'object',
    description,
    properties: {
      type: {
        ...schemaOfType(new GraphQLNonNull(assertEnumType(names.graph.getType(kinds))), names),
        description: type,
      },
      ...Object.fromEntries(
        ordered.flatMap(({ name, group }) =>
          group[0]
            ? [
                [
                  wireName(name),
                  { ...schemaOfType(group[0].field.type, names, name), description: describeByKind(group, all) },
                ],
              ]
            : [],
        ),
      ),
    },
    required: ['type'],
  };
}

/** Joins the descriptions that kinds give to one field: "Of `a` and `b`: this; of `c`: that." A field of most kinds names the others. */
function describeByKind(
  group: readonly { readonly kind: string; readonly field: GraphQLInputField }[],
  all: readonly string[],
): string {
  const kindsOf = Object.groupBy(group, ({ field }) => field.description ?? '');
  const parts = Object.entries(kindsOf).map(([description, declared = []]) => {
    const kinds = declared.map(({ kind }) => kind);
    const text = description.replace(/\.$/, '');
    if (kinds.length > all.length / 2)
      return `${text}; for all kinds but ${all
        .filter((kind) => !kinds.includes(kind))
        .map(quoted)
        .join(', ')}`;
    const of = new Intl.ListFormat('en-GB').format(kinds.map(quoted));
    return `of ${of}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  });
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const quoted = (name: string): string => `\`${name}\``;

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
  parameters: () => mapSchema({ type: ['string', 'number', 'boolean', 'null'] }),
  titles: () => translatedText,
  html: () => translatedText,
  css: () => translatedText,
});

/** The schema of an open object: a map, so that generated clients allow any names. */
const openObjectSchema = (field: string | undefined, names: NamedSchemas): JsonSchema =>
  schemaOfField[field ?? '']?.(names) ?? mapSchema(true);
