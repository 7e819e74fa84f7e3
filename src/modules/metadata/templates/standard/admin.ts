import type { MetadataTemplate } from '../template.ts';

/** What the portal's administrators note about a dataset. */
export const adminTemplate: MetadataTemplate = {
  name: 'admin',
  title: 'Administration',
  type: 'admin',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};
