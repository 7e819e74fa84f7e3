import type { DatasetMetadata } from '#datasets/index.ts';
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
      description:
        'The mapping of records to RDF, in RML (Turtle) or YARRRML. Exports as linked data apply it; the status of a publication reports a mapping that cannot be applied.',
    },
  ],
};

/** The text of the mapping in the metadata of a dataset; undefined without one. */
export function rmlMappingOf(metadata: DatasetMetadata): string | undefined {
  const text = metadata['semantic']?.['rml_mapping']?.value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
