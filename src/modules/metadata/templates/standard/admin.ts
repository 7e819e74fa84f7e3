import type { MetadataTemplate } from '../template.ts';

/** Notes of the portal's administrators about a dataset. */
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
