import type { MetadataTemplate } from '../template.ts';

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
