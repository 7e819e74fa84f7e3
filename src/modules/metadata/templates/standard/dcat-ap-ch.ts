import type { MetadataTemplate } from '../template.ts';

/** The fields of DCAT-AP CH, the Swiss profile of DCAT. */
export const dcatApChTemplate: MetadataTemplate = {
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
