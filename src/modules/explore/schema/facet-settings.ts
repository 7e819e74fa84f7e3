import { isJsonObject } from '#kernel/json.ts';
import type { DatasetMetadata } from '#datasets/index.ts';

/** The orders of a facet's values, as the template `asset_content_configuration` writes them. */
export const facetSorts = ['count', '-count', 'alphanum', '-alphanum', 'num', '-num'] as const;
/** The order of the values of a facet, as metadata writes it. */
export type MetadataFacetSort = (typeof facetSorts)[number];

/** How a dataset offers a field as a facet. */
export interface FacetSettings {
  readonly isDisjunctive: boolean;
  /** Undefined for the default, the most frequent value first. */
  readonly sort: MetadataFacetSort | undefined;
}

/** The facets of a dataset by the name of their field, in order, from its metadata. */
export function facetSettings(metadata: DatasetMetadata): ReadonlyMap<string, FacetSettings> {
  const facets: unknown = metadata['asset_content_configuration']?.['facets']?.value;
  const settings = (Array.isArray(facets) ? facets : []).filter(isJsonObject).flatMap((facet) => {
    const { field_name: name, facetsort, disjunctive } = facet;
    return typeof name === 'string'
      ? [[name, { isDisjunctive: disjunctive === true, sort: facetSorts.find((sort) => sort === facetsort) }] as const]
      : [];
  });
  return new Map(settings);
}
