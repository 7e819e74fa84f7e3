import type { CatalogModule } from '../../api/catalog-module.ts';
import { ExtractorResolver } from './extractor.resolver.ts';
import { GuessResolver } from './guess.resolver.ts';
import { ResourceFileEntity } from './resource-file.entity.ts';
import { ResourceFileResolver } from './resource-file.resolver.ts';
import { ResourceEntity } from './resource.entity.ts';
import { DatasetResourcesResolver, ResourceResolver } from './resource.resolver.ts';
import { contentsOfFiles, resourcesSection } from './resource.section.ts';
import { resources } from './resource.source.ts';

export { configuredResources } from './configured-resources.ts';
export { GuessExtractorParamsInput } from './guess.inputs.ts';
export { checkExtraction } from './resource.rules.ts';
export { Resource } from './resource.type.ts';
export { savedSource } from './saved-source.ts';
export { sourceToPreview } from './unsaved-source.ts';
export { withinRequest } from './within-request.ts';
export type { CapturedFile, CapturedResource, CapturedResources } from './resource.section.ts';
export { sourceOf, type ResourceSource, type SourceConfiguration } from './source-of.ts';

/** Where the records of datasets come from: resources, uploaded files, and the formats that are understood. */
export const resourcesModule: CatalogModule = {
  name: 'resources',
  entities: [ResourceEntity, ResourceFileEntity],
  resolvers: [DatasetResourcesResolver, ResourceResolver, ResourceFileResolver, GuessResolver, ExtractorResolver],
  sources: [resources],
  sections: [resourcesSection],
  contentReferences: [contentsOfFiles],
};
