import { languages, type MetadataTemplate, type Templates } from './template.ts';
import { visualizationTemplate } from './visualization-template.ts';
import type { DatasetMetadata } from '#datasets/index.ts';

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
      description: 'When the data or its description last changed; a day is midnight UTC.',
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
      description: 'The places that the data is about, by identifier.',
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
        'The language of data and description: `en`, `fr`, `nl`, `pt`, `it`, `ar`, `de`, `es`, `ca`, `eu` or `sv`.',
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

/** Metadata for editors, which the portal does not show. */
export const internalTemplate: MetadataTemplate = {
  name: 'internal',
  title: 'Internal',
  type: 'basic',
  isActive: true,
  isAlwaysActive: true,
  isSystem: true,
  isOpen: false,
  fields: [
    {
      name: 'license_id',
      type: 'text',
      label: 'License',
      description: 'The license by identifier.',
      requirementLevel: 'recommended',
    },
    { name: 'theme_id', type: 'list', label: 'Themes', description: 'The themes by identifier.' },
    { name: 'draft', type: 'boolean', label: 'Draft', description: 'Whether the dataset is still being worked on.' },
  ],
};

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
      description: 'Field → languages that it is shown in; fields that are not named, in all.',
    },
    {
      name: 'records_search_boosts',
      type: 'field_boosts',
      label: 'Search boosts',
      description: 'Field → how much a match in it counts, a whole number from 0.',
    },
  ],
};

/** The fields of DCAT, the Data Catalog Vocabulary, except those that the default template has. */
const dcatTemplate: MetadataTemplate = {
  name: 'dcat',
  title: 'DCAT',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: false,
  fields: [
    { name: 'created', type: 'date', label: 'Created', description: 'When the data was made.' },
    { name: 'issued', type: 'date', label: 'Issued', description: 'When the data was first published.' },
    { name: 'creator', type: 'text', label: 'Creator', description: 'Who made the data.' },
    { name: 'contributor', type: 'text', label: 'Contributor', description: 'Who helped to make the data.' },
    { name: 'contact_name', type: 'text', label: 'Contact name', description: 'Whom to ask about the data.' },
    { name: 'contact_email', type: 'text', label: 'Contact e-mail', description: 'Where to ask.' },
    {
      name: 'accrualperiodicity',
      type: 'text',
      label: 'Frequency',
      description: 'How often the data is renewed, as a term or its URI.',
    },
    { name: 'relation', type: 'text', label: 'Relation', description: 'A related resource.' },
    { name: 'temporal', type: 'text', label: 'Temporal coverage', description: 'The time that the data is about.' },
    {
      name: 'temporal_coverage_start',
      type: 'date',
      label: 'Coverage start',
      description: 'The start of the time that the data is about.',
    },
    {
      name: 'temporal_coverage_end',
      type: 'date',
      label: 'Coverage end',
      description: 'The end of the time that the data is about.',
    },
  ],
};

/** The fields of DCAT-AP CH, the Swiss profile of DCAT. */
const dcatApChTemplate: MetadataTemplate = {
  name: 'dcat_ap_ch',
  title: 'DCAT-AP for Switzerland',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: false,
  fields: [
    { name: 'rights', type: 'text', label: 'Rights', description: 'The terms of use, as a term of the profile.' },
    { name: 'license', type: 'text', label: 'License', description: 'The license, as a term of the profile.' },
  ],
};

/** How records become linked data. */
const semanticTemplate: MetadataTemplate = {
  name: 'semantic',
  title: 'Semantics',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: false,
  fields: [
    {
      name: 'rml_mapping',
      type: 'longstring',
      label: 'RML mapping',
      description:
        'The mapping of records to RDF, in RML (Turtle) or YARRRML. Exports as linked data apply it; the status of a publication reports a mapping that cannot be applied.',
    },
  ],
};

/** The text of the mapping in the metadata of a dataset; undefined without one. */
export function rmlMappingOf(metadata: DatasetMetadata): string | undefined {
  const text = metadata['semantic']?.['rml_mapping']?.value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The template for a portal's own fields, in addition to the standard ones. */
const customTemplate: MetadataTemplate = {
  name: 'custom',
  title: 'Custom',
  type: 'extra',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};

/** Notes of the portal's administrators about a dataset. */
const adminTemplate: MetadataTemplate = {
  name: 'admin',
  title: 'Administration',
  type: 'admin',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};

/** Fields for INSPIRE, the European directive on spatial information. */
const inspireTemplate: MetadataTemplate = {
  name: 'inspire',
  title: 'INSPIRE',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};

/** The templates that every portal has, by name (docs/contract/objects.md, Metadata value). */
export const templates: Templates = new Map(
  [
    defaultTemplate,
    visualizationTemplate,
    internalTemplate,
    assetContentConfigurationTemplate,
    dcatTemplate,
    dcatApChTemplate,
    semanticTemplate,
    customTemplate,
    adminTemplate,
    inspireTemplate,
  ].map((template) => [template.name, template]),
);
