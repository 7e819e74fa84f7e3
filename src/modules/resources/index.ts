import type { CatalogModule } from '../../api/catalog-module.ts';
import { encryptRows } from '../../platform/secrets/encrypt-rows.ts';
import { ExtractorResolver } from './extractor.resolver.ts';
import { GuessResolver } from './guess.resolver.ts';
import { RealtimeRecordEntity } from './realtime-record.entity.ts';
import { RealtimeResolver } from './realtime.resolver.ts';
import { contentsOfCache } from './resource-cache.ts';
import { ResourceCacheEntity } from './resource-cache.entity.ts';
import { ResourceFileEntity } from './resource-file.entity.ts';
import { ResourceFileResolver } from './resource-file.resolver.ts';
import { ResourceEntity } from './resource.entity.ts';
import { DatasetResourcesResolver, ResourceResolver } from './resource.resolver.ts';
import { connectionsOfResources, contentsOfFiles, resourcesSection } from './resource.section.ts';
import { resources } from './resource.source.ts';

export { changedResource } from './changed-resource.ts';
export { configuredResources } from './configured-resources.ts';
export { GuessExtractorParamsInput } from './guess.inputs.ts';
export { findPushed } from './find-pushed.ts';
export {
  appendToLog,
  changePublishedLog,
  highWatermark as highWatermark,
  readLog,
  type LoggedRecord,
} from './realtime-log.ts';
export { linkToRemote } from './link-to-remote.ts';
export type { ToldRemote } from './ask-remote.ts';
export { remoteOfResources } from './remote-of-resources.ts';
export { ResourceActionInput } from './resource.inputs.ts';
export { checkExtraction } from './resource.rules.ts';
export { Resource, ResourcePayload } from './resource.type.ts';
export { definersOfResources } from './definers-of-resources.ts';
export { savedSource } from './saved-source.ts';
export { sourceToPreview } from './unsaved-source.ts';
export { withinRequest } from './within-request.ts';
export type { CapturedResources } from './resource.section.ts';

/** Where the records of datasets come from: resources, uploaded files, and the formats that are understood. */
export const resourcesModule: CatalogModule = {
  name: 'resources',
  entities: [ResourceEntity, ResourceFileEntity, ResourceCacheEntity, RealtimeRecordEntity],
  resolvers: [
    DatasetResourcesResolver,
    ResourceResolver,
    ResourceFileResolver,
    RealtimeResolver,
    GuessResolver,
    ExtractorResolver,
  ],
  sources: [resources],
  sections: [resourcesSection],
  contentReferences: [contentsOfFiles, contentsOfCache],
  connectionReferences: [connectionsOfResources],
  prepare: (app) => encryptRows(app, 'resource'),
};
