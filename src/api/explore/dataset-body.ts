import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { joinExploreUrl } from './explore-base.ts';
import type { ExploreDataset, FieldSettings } from './explore-dataset.ts';
import { metasOf } from './metas.ts';

/** How the Explore API writes a dataset. */
export interface DatasetBodyOptions {
  /** The absolute address of the Explore API, as the client reaches it. */
  readonly root: string;
  readonly hasLinks: boolean;
}

/** A dataset as the Explore API writes it (docs/contract/explore.md 4, Dataset). */
export function datasetBody(dataset: ExploreDataset, { root, hasLinks }: DatasetBodyOptions): JsonObject {
  const { datasetId } = dataset;
  return {
    ...(hasLinks && {
      _links: [
        { rel: 'self', href: joinExploreUrl(root, 'catalog', 'datasets', datasetId) },
        { rel: 'catalog', href: joinExploreUrl(root, 'catalog', 'datasets') },
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
      url: joinExploreUrl(root, 'catalog', 'datasets', datasetId, 'attachments', uid),
    })),
    alternative_exports: [],
    data_visible: dataset.dataAccess.isDataVisible,
    metas: metasOf(dataset),
  };
}

const sortOf: Readonly<Record<NonNullable<FieldSettings['facetSort']>, string>> = {
  count: 'count',
  count_desc: '-count',
  alphanum: 'alphanum',
  alphanum_desc: '-alphanum',
  num: 'num',
  num_desc: '-num',
};

/** A field as the Explore API writes it, with its own annotations and those that follow from the facet settings of the dataset. */
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
