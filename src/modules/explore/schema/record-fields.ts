import { isFieldType, type FieldType } from '../../../engine/records/field.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { FacetSort } from '../../../api/types/explore/facet.inputs.ts';
import { computed } from '../../../api/reading/declare/computed.ts';
import { catalogDatasets, type DatasetMetadata } from '../../datasets/index.ts';
import { facetSettings, type MetadataFacetSort } from './facet-settings.ts';
import type { RecordFieldType } from './record-field.type.ts';
import { recordSchemaOf } from './record-schema.ts';

/** The field `schema` of a dataset. */
export const schemaOfDataset = computed({
  source: catalogDatasets,
  field: 'schema',
  needs: ['fields', 'metadata'],
  value: recordFieldsOf,
});

/** The field `recordSchema` of a dataset. */
export const recordSchemaOfDataset = computed({
  source: catalogDatasets,
  field: 'recordSchema',
  needs: ['fields', 'metadata', 'datasetId'],
  value: (dataset) => recordSchemaOf(dataset.datasetId, recordFieldsOf(dataset)),
});

/** The published fields of a dataset as the graph types them. */
function recordFieldsOf({
  fields,
  metadata,
}: {
  readonly fields: readonly JsonObject[];
  readonly metadata: DatasetMetadata;
}): RecordFieldType[] {
  const facets = facetSettings(metadata);
  return fields.map(({ name, label, type, description, annotations }) => {
    const annotation = annotationsOf(annotations);
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
} as const satisfies Record<MetadataFacetSort, `${FacetSort}`>;

const textOf = (json: Json | undefined): string => (typeof json === 'string' ? json : '');

/** A hierarchy that names no separator uses `/`. */
const separatorOf = (written: string | undefined): string | null => (written === '' ? '/' : (written ?? null));

const fieldTypeOf = (type: Json | undefined): FieldType => (isFieldType(type) ? type : 'text');

/** Returns the first argument of the named annotation as text: empty without an argument, undefined without the annotation. */
function annotationsOf(annotations: Json | undefined): (name: string) => string | undefined {
  const given = isJsonList(annotations) ? annotations.filter(isJsonObject) : [];
  return (name) => {
    const found = given.find((entry) => entry['name'] === name);
    const args: readonly Json[] = found && isJsonList(found['args']) ? found['args'] : [];
    const [first] = args;
    return found && (typeof first === 'number' ? String(first) : textOf(first));
  };
}

const isJsonList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);
