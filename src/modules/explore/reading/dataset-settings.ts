import { languages, type Language } from '../../../engine/odsql/scope.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { facetSettings, type FacetSettings } from '../schema/facet-settings.ts';

/** What a dataset's metadata says on queries over its records. */
export interface DatasetSettings {
  /** By the name of the field. */
  readonly facets: ReadonlyMap<string, FacetSettings>;
  /** The language of the dataset where queries know it, else English. */
  readonly language: Language;
}

/** The settings of a dataset. */
export function settingsOf({ metadata }: Pick<CatalogDataset, 'metadata'>): DatasetSettings {
  const written = metadata['default']?.['language']?.value;
  return {
    facets: facetSettings(metadata),
    language: languages.find((language) => language === written) ?? 'en',
  };
}
