import type { MetadataTemplate } from '../template.ts';

/** How records become linked data. */
export const semanticTemplate: MetadataTemplate = {
  name: 'semantic',
  title: 'Semantics',
  type: 'interop',
  isActive: true,
  isAlwaysActive: false,
  isSystem: false,
  isOpen: false,
  fields: [
    {
      name: 'rml_mapping',
      type: 'longstring',
      label: 'RML mapping',
      description: 'The mapping of records to RDF, in RML (Turtle) or YARRRML. Exports as linked data apply it.',
    },
  ],
};
