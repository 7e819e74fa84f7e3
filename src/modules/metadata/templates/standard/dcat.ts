import type { MetadataTemplate } from '../template.ts';

/** The fields of DCAT, the Data Catalog Vocabulary, except those that the default template has. */
export const dcatTemplate: MetadataTemplate = {
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
