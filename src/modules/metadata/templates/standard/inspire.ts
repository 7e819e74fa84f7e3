import type { MetadataTemplate } from '../template.ts';

/** Fields for INSPIRE, the European directive on spatial information. */
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
