import { type Annotation, type FieldType, isFieldType } from '#engine/records/record.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { FacetSort } from '#api/types/odsql.inputs.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { facetSettings } from './selection.ts';
import type { FacetSort as OdsqlFacetSort } from '#engine/odsql/tree.ts';
import type { RecordFieldType } from './records.type.ts';

/** The published fields of a dataset as the graph types them. */
export function recordFieldsOf({
  fields,
  metadata,
}: {
  readonly fields: readonly JsonObject[];
  readonly metadata: DatasetMetadata;
}): RecordFieldType[] {
  const facets = facetSettings(metadata);
  return fields.map(({ name, label, type, description, annotations }) => {
    const listed = annotationsOf(annotations);
    const annotation = firstArgumentOf(listed);
    const facet = facets.get(textOf(name));
    const decimals = Number(annotation('decimals'));
    return {
      name: textOf(name),
      label: textOf(label),
      type: fieldTypeOf(type),
      description: textOf(description) || null,
      isMultivalued: type === 'text' && (annotation('multivalued') ?? '') !== '',
      isFacet: facet !== undefined,
      isDisjunctive: facet?.isDisjunctive ?? false,
      facetSort: facet?.sort ? sortNames[facet.sort] : null,
      isSortable: annotation('sortable') !== undefined,
      isIdentifier: annotation('id') !== undefined,
      hierarchySeparator: separatorOf(annotation('hierarchical')),
      unit: annotation('unit') ?? null,
      decimals: annotation('decimals') !== undefined && Number.isInteger(decimals) ? decimals : null,
      precision: annotation('timeserie_precision') ?? null,
      annotations: listed,
    };
  });
}

const sortNames = {
  count: 'count',
  '-count': 'count_desc',
  alphanum: 'alphanum',
  '-alphanum': 'alphanum_desc',
  num: 'num',
  '-num': 'num_desc',
} as const satisfies Record<OdsqlFacetSort, `${FacetSort}`>;

const textOf = (json: Json | undefined): string => (typeof json === 'string' ? json : '');

/** A hierarchy that names no separator uses `/`. */
const separatorOf = (written: string | undefined): string | null => (written === '' ? '/' : (written ?? null));

const fieldTypeOf = (type: Json | undefined): FieldType => (isFieldType(type) ? type : 'text');

/** The annotations as the graph types them. */
const annotationsOf = (annotations: Json | undefined): Annotation[] =>
  listOf(annotations)
    .filter(isJsonObject)
    .map(({ name, args }) => ({ name: textOf(name), args: listOf(args).map(argumentOf) }));

/** Returns the first argument of the named annotation as text: empty without an argument, undefined without the annotation. */
const firstArgumentOf =
  (annotations: readonly Annotation[]) =>
  (name: string): string | undefined => {
    const found = annotations.find((annotation) => annotation.name === name);
    return found && String(found.args[0] ?? '');
  };

/** An argument that is neither a text nor a whole number becomes a text. */
const argumentOf = (json: Json): string | number =>
  typeof json === 'string' || (typeof json === 'number' && Number.isSafeInteger(json)) ? json : JSON.stringify(json);

const listOf = (json: Json | undefined): readonly Json[] => (isJsonList(json) ? json : []);

const isJsonList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);

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
