import type { MetadataTemplate } from '../template.ts';

/** What a portal describes its datasets with beside the standard fields. */
export const customTemplate: MetadataTemplate = {
  name: 'custom',
  title: 'Custom',
  type: 'extra',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};
