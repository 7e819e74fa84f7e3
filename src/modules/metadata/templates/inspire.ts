import type { MetadataTemplate } from './template.ts';

/** The European directive on spatial information. */
export const inspireTemplate: MetadataTemplate = Object.freeze({ name: 'inspire', title: 'INSPIRE', type: 'interop', isOpen: true, fields: [] });
