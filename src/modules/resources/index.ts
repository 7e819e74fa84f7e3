import type { CatalogModule } from '../../api/catalog-module.ts';
import { ExtractorResolver } from './extractor.resolver.ts';
import { ResourceFileEntity } from './resource-file.entity.ts';
import { ResourceFileResolver } from './resource-file.resolver.ts';
import { ResourceEntity } from './resource.entity.ts';
import { DatasetResourcesResolver, ResourceResolver } from './resource.resolver.ts';
import { contentsOfFiles, resourcesSection } from './resource.section.ts';
import { resources } from './resource.source.ts';
import { SourceReadingResolver } from './source-reading.resolver.ts';

export { configuredResources } from './configured-resources.ts';
export type { CapturedFile, CapturedResource, CapturedResources } from './resource.section.ts';
export { sourceOf, type ResourceSource, type SourceConfiguration } from './source-of.ts';

/** Where the records of datasets come from: resources, uploaded files, and the formats that are understood. */
export const resourcesModule: CatalogModule = {
  name: 'resources',
  entities: [ResourceEntity, ResourceFileEntity],
  resolvers: [DatasetResourcesResolver, ResourceResolver, ResourceFileResolver, SourceReadingResolver, ExtractorResolver],
  sources: [resources],
  sections: [resourcesSection],
  contentReferences: [contentsOfFiles],
};
