import { refer, type JsonSchema, type NamedSchemas } from './named-schemas.ts';

/** A map of any names to values of one schema. */
export const mapOf = (values: JsonSchema | true): JsonSchema => ({ type: 'object', additionalProperties: values });

const metadataValue: JsonSchema = {
  type: 'object',
  description: 'A metadata value, in an object of its own.',
  properties: {
    value: { description: 'The value, of the type of its field.' },
    remote_value: {
      description: 'The value of the linked remote dataset; read only, and only there on a linked dataset.',
    },
    override_remote_value: {
      type: ['boolean', 'null'],
      description: 'Whether the value wins over the remote one; only there on a linked dataset.',
    },
  },
  required: ['value'],
};

const template = (names: NamedSchemas): JsonSchema =>
  refer(
    'MetadataValues',
    {
      ...mapOf(refer('MetadataValue', metadataValue, names)),
      description: 'The metadata of one template: field → value.',
    },
    names,
  );

const metadata = (names: NamedSchemas): JsonSchema =>
  refer('Metadata', { ...mapOf(template(names)), description: 'All metadata: template → field → value.' }, names);

const texts = mapOf({ type: 'string' });

/** The descriptions of the graph's open objects, by the name of their field; any names are allowed in them. */
const known: Readonly<Record<string, (names: NamedSchemas) => JsonSchema>> = Object.freeze({
  metadata,
  metadataTemplate: template,
  fields: template,
  metas: () => mapOf(mapOf(true)),
  values: () =>
    mapOf({ type: 'object', properties: { value: {}, type: { type: 'string' } }, required: ['value', 'type'] }),
  parameters: () => mapOf({ type: ['string', 'null'] }),
  title: () => texts,
  html: () => texts,
  css: () => texts,
});

/** The schema of an open object: a map, so that generated clients allow any names. */
export const openObject = (field: string | undefined, names: NamedSchemas): JsonSchema =>
  known[field ?? '']?.(names) ?? mapOf(true);
