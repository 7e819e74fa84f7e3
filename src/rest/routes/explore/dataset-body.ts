import type { ExploreDatasetFragment } from '../../generated/operations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { RestInput } from '../../request/rest-input.ts';
import { addressOf } from './links.ts';
import { metasOf } from './metas.ts';
import { readBoolean } from './read-boolean.ts';

/** A dataset as the Explore API shows it (docs/contract/explore.md 4, Dataset). */
export function datasetBody(dataset: ExploreDatasetFragment, input: RestInput): JsonObject {
  const { datasetId } = dataset;
  return {
    ...(readBoolean(input, 'include_links') && {
      _links: [
        { rel: 'self', href: addressOf(input, 'catalog', 'datasets', datasetId) },
        { rel: 'catalog', href: addressOf(input, 'catalog', 'datasets') },
      ],
    }),
    visibility: dataset.isRestricted ? 'restricted' : 'domain',
    fields: dataset.fields.map((field, index) => fieldBody(field, dataset.schema[index])),
    dataset_id: datasetId,
    dataset_uid: dataset.uid,
    has_records: dataset.hasRecords,
    features: dataset.features,
    attachments: dataset.attachments.nodes.map(({ uid, filename, mimetype }) => ({
      id: uid,
      title: filename,
      mimetype,
      url: addressOf(input, 'catalog', 'datasets', datasetId, 'attachments', uid),
    })),
    alternative_exports: [],
    data_visible: dataset.dataAccess.isDataVisible,
    metas: metasOf(dataset),
  };
}

type FieldSettings = ExploreDatasetFragment['schema'][number];

const sortOf: Readonly<Record<NonNullable<FieldSettings['facetSort']>, string>> = {
  count: 'count',
  count_desc: '-count',
  alphanum: 'alphanum',
  alphanum_desc: '-alphanum',
  num: 'num',
  num_desc: '-num',
};

/** A field. Its annotations are its own, and those that follow from the facet settings of the dataset. */
const fieldBody = (field: Readonly<Record<string, unknown>>, settings: FieldSettings | undefined): JsonObject => ({
  name: textOf(field['name']),
  description: textOf(field['description']) || null,
  annotations: {
    ...annotationsOf(field['annotations']),
    ...(settings?.isFacet && { facet: true }),
    ...(settings?.isDisjunctive && { disjunctive: true }),
    ...(settings?.facetSort && { facetsort: sortOf[settings.facetSort] }),
  },
  label: textOf(field['label']),
  type: textOf(field['type']),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The annotations by name: true without arguments, the value of one argument, or an array of several. */
function annotationsOf(annotations: unknown): JsonObject {
  const given: readonly unknown[] = Array.isArray(annotations) ? annotations : [];
  return Object.fromEntries(
    given.filter(isJsonObject).map(({ name, args }): [string, Json] => {
      const values: readonly Json[] = Array.isArray(args) ? args : [];
      return [textOf(name), values.length > 1 ? values : (values[0] ?? true)];
    }),
  );
}
