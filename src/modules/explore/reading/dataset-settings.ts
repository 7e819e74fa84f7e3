import { type Language, languages } from '#engine/odsql/scope.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { facetSettings, type FacetSettings } from '../schema/facet-settings.ts';

/** The settings in a dataset's metadata for queries over its records. */
export interface DatasetSettings {
  /** The facets by the name of their field. */
  readonly facets: ReadonlyMap<string, FacetSettings>;
  /** The language of the dataset where queries support it, else English. */
  readonly language: Language;
}

/** The settings of a dataset. */
export function settingsOf({ metadata }: Pick<CatalogDataset, 'metadata'>): DatasetSettings {
  const metadataLanguage = metadata['default']?.['language']?.value;
  return {
    facets: facetSettings(metadata),
    language: languages.find((language) => language === metadataLanguage) ?? 'en',
  };
}
