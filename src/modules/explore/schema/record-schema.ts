import type { JsonObject } from '#kernel/json.ts';
import type { RecordFieldType } from './record-field.type.ts';

/** The JSON Schema (2020-12) of one row of a dataset: what `values` of a record has without `select`. */
export const recordSchemaOf = (datasetId: string, fields: readonly RecordFieldType[]): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: datasetId,
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
  required: fields.map(({ name }) => name),
  additionalProperties: false,
});

const propertyOf = (field: RecordFieldType): JsonObject => ({
  title: field.label,
  ...(field.description !== null && { description: field.description }),
  ...(field.unit !== null && { 'x-unit': field.unit }),
  ...valueSchema(field),
});

/** The schema of a value. Every value may be null. */
function valueSchema({ type, isMultivalued, precision }: RecordFieldType): JsonObject {
  switch (type) {
    case 'text':
      return isMultivalued ? { type: ['array', 'null'], items: { type: 'string' } } : { type: ['string', 'null'] };
    case 'int':
      return { type: ['integer', 'null'] };
    case 'double':
      return { type: ['number', 'null'] };
    case 'date':
      return { type: ['string', 'null'], ...dateForm(precision) };
    case 'datetime':
      return { type: ['string', 'null'], format: 'date-time' };
    case 'geo_point_2d':
      return objectOf({ lon: { type: 'number' }, lat: { type: 'number' } });
    case 'geo_shape':
      return objectOf({
        type: { const: 'Feature' },
        geometry: { type: 'object', required: ['type'] },
        properties: { type: 'object' },
      });
    case 'file':
      return {
        type: ['object', 'null'],
        properties: {
          filename: { type: 'string' },
          format: { type: 'string' },
          width: { type: 'integer' },
          mimetype: { type: ['string', 'null'] },
          id: { type: 'string' },
          last_synchronized: { type: 'string', format: 'date-time' },
          height: { type: 'integer' },
          url: { type: 'string', format: 'uri' },
        },
      };
  }
}

function dateForm(precision: string | null): JsonObject {
  if (precision === 'year') return { pattern: '^[0-9]{4}$' };
  if (precision === 'month') return { pattern: '^[0-9]{4}-[0-9]{2}$' };
  return { format: 'date' };
}

const objectOf = (properties: JsonObject): JsonObject => ({
  type: ['object', 'null'],
  properties,
  required: Object.keys(properties),
});
