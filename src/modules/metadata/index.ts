import type { CatalogModule } from '#api/catalog-module.ts';
import { MetadataResolver } from './metadata.resolver.ts';
import { MetadataTemplateEntity } from './metadata-template.entity.ts';
import { MetadataTemplateFieldResolver, MetadataTemplateResolver } from './metadata-template.resolver.ts';
import { metadataSection } from './metadata.section.ts';

export { currentTemplates } from './current-templates.ts';
export { metadataValues, metadataValuesSql, metasSql, nullIfEmptySql } from './metadata.source.ts';
export { maxFilters } from './metadata-template.rules.ts';
export { rmlMappingOf, templates } from './standard-templates.ts';
export type { ChoiceLabels, FieldTypeName, MetadataTemplate, TemplateField, Templates } from './template.ts';

/** Metadata of datasets: the templates, the rules for values, and the changes of all metadata, of one template or of one field. */
export const metadataModule: CatalogModule = {
  name: 'metadata',
  entities: [MetadataTemplateEntity],
  resolvers: [MetadataResolver, MetadataTemplateResolver, MetadataTemplateFieldResolver],
  sources: [],
  sections: [metadataSection],
};
