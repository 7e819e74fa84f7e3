import { metadataSchema, templateSchema } from './metadata-schemas.ts';
import { mapSchema, registerSchema, type JsonSchema, type NamedSchemas } from './named-schemas.ts';

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
export const openObjectSchema = (field: string | undefined, names: NamedSchemas): JsonSchema =>
  schemaOfField[field ?? '']?.(names) ?? mapSchema(true);
