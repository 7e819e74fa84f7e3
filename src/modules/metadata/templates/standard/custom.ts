import type { MetadataTemplate } from '../template.ts';

/** The template for a portal's own fields, in addition to the standard ones. */
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
