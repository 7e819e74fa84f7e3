import type { MetadataTemplate } from '../template.ts';

/** The European directive on spatial information. */
export const inspireTemplate: MetadataTemplate = {
  name: 'inspire',
  title: 'INSPIRE',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: true,
  fields: [],
};
