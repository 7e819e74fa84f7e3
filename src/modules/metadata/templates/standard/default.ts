import { languages, type MetadataTemplate } from '../template.ts';

/**
 * The template that describes every dataset. The hidden fields `license`, `license_id` and `theme_id` serve clients that write them here.
 */
export const defaultTemplate: MetadataTemplate = {
  name: 'default',
  title: 'Standard metadata',
  type: 'basic',
  isActive: true,
  isAlwaysActive: true,
  isSystem: true,
  isOpen: false,
  fields: [
    {
      name: 'title',
      type: 'text',
      label: 'Title',
      description: 'The title of the dataset.',
      requirementLevel: 'recommended',
    },
    {
      name: 'description',
      type: 'html',
      label: 'Description',
      description: 'The description of the dataset, as HTML.',
      requirementLevel: 'recommended',
    },
    {
      name: 'keyword',
      type: 'list',
      label: 'Keywords',
      description: 'Words to find the dataset by.',
      requirementLevel: 'recommended',
    },
    {
      name: 'modified',
      type: 'datetime',
      label: 'Modified',
      description: 'When the data or its description last changed; a bare date is midnight UTC.',
    },
    {
      name: 'modified_updates_on_metadata_change',
      type: 'boolean',
      label: 'Follows metadata changes',
      description: 'Whether `modified` follows changes of the metadata.',
    },
    {
      name: 'modified_updates_on_data_change',
      type: 'boolean',
      label: 'Follows data changes',
      description: 'Whether `modified` follows changes of the data.',
    },
    {
      name: 'geographic_reference',
      type: 'list',
      label: 'Geographic coverage',
      description: 'The places that the data is about, as identifiers of territories.',
    },
    {
      name: 'geographic_reference_auto',
      type: 'boolean',
      label: 'Automatic geographic coverage',
      description: 'Whether the places are derived from the data.',
    },
    {
      name: 'language',
      type: 'enum',
      label: 'Language',
      description:
        'The language of the data and of its description: `en`, `fr`, `nl`, `pt`, `it`, `ar`, `de`, `es`, `ca`, `eu` or `sv`.',
      choices: languages,
    },
    {
      name: 'timezone',
      type: 'text',
      label: 'Time zone',
      description: 'The time zone that dates are shown in, by its IANA name.',
    },
    {
      name: 'publisher',
      type: 'text',
      label: 'Publisher',
      description: 'Who publishes the dataset.',
      requirementLevel: 'recommended',
    },
    { name: 'references', type: 'text', label: 'References', description: 'Where to read more: links or titles.' },
    { name: 'attributions', type: 'list', label: 'Attributions', description: 'Whom to name when the data is used.' },
    { name: 'license', type: 'text', label: 'License', description: 'The license by name.', isHidden: true },
    {
      name: 'license_id',
      type: 'text',
      label: 'License identifier',
      description: 'The license by identifier; the same as `license_id` of the internal template.',
      isHidden: true,
    },
    {
      name: 'theme_id',
      type: 'any',
      label: 'Theme identifiers',
      description: 'The themes by identifier, one or a list.',
      isHidden: true,
    },
  ],
};
