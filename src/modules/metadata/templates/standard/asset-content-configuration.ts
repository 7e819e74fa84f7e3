import type { MetadataTemplate } from '../template.ts';

/** How the records can be searched and filtered. */
export const assetContentConfigurationTemplate: MetadataTemplate = {
  name: 'asset_content_configuration',
  title: 'Content configuration',
  type: 'extra',
  isActive: true,
  isAlwaysActive: true,
  isSystem: true,
  isOpen: false,
  fields: [
    {
      name: 'facets',
      type: 'facets',
      label: 'Facets',
      description: 'The fields that records are filtered by, in order.',
    },
    {
      name: 'fields_displayed_in_specific_languages',
      type: 'field_languages',
      label: 'Fields by language',
      description: 'Field → languages that it is shown in; a field that is not named is shown in all.',
    },
    {
      name: 'records_search_boosts',
      type: 'field_boosts',
      label: 'Search boosts',
      description: 'Field → how much a match in it counts, a whole number from 0.',
    },
  ],
};
