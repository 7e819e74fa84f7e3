import { registerSchema, type JsonSchema, type NamedSchemas } from './named-schemas.ts';

/** The schema of an object with any names, whose values have one schema. */
export const mapSchema = (values: JsonSchema | true): JsonSchema => ({ type: 'object', additionalProperties: values });

const metadataValueSchema: JsonSchema = {
  type: 'object',
  description: 'A metadata value, wrapped in an object.',
  properties: {
    value: { description: 'The value, of the type of its field.' },
    remote_value: {
      description: 'The value of the linked remote dataset; read-only, and present only on a linked dataset.',
    },
    override_remote_value: {
      type: ['boolean', 'null'],
      description: 'Whether the value wins over the remote one; present only on a linked dataset.',
    },
  },
  required: ['value'],
};

const templateSchema = (names: NamedSchemas): JsonSchema =>
  registerSchema(
    'MetadataValues',
    {
      ...mapSchema(registerSchema('MetadataValue', metadataValueSchema, names)),
      description: 'The metadata of one template: field → value.',
    },
    names,
  );

const metadataSchema = (names: NamedSchemas): JsonSchema =>
  registerSchema(
    'Metadata',
    { ...mapSchema(templateSchema(names)), description: 'All metadata: template → field → value.' },
    names,
  );

const translatedText = mapSchema({ type: 'string' });

/** The schemas of the graph's JSON objects, by the name of their field. Any names are allowed in them. */
const schemaOfField: Readonly<Record<string, (names: NamedSchemas) => JsonSchema>> = Object.freeze({
  metadata: metadataSchema,
  metadataTemplate: templateSchema,
  fields: templateSchema,
  metas: () => mapSchema(mapSchema(true)),
  values: () =>
    mapSchema({ type: 'object', properties: { value: {}, type: { type: 'string' } }, required: ['value', 'type'] }),
  parameters: () => mapSchema({ type: ['string', 'null'] }),
  title: () => translatedText,
  html: () => translatedText,
  css: () => translatedText,
});

/** The schema of an open object: a map, so that generated clients allow any names. */
export const openObjectSchema = (field: string | undefined, names: NamedSchemas): JsonSchema =>
  schemaOfField[field ?? '']?.(names) ?? mapSchema(true);
