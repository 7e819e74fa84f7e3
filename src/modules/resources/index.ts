import type { CatalogModule } from '#api/catalog-module.ts';
import { ExtractorParamsGuessResolver, ExtractorResolver, GuessResolver } from './guess.resolver.ts';
import { RealtimeRecordEntity, ResourceCacheEntity, ResourceEntity, ResourceFileEntity } from './resource.entity.ts';
import { RealtimeResolver } from './realtime.resolver.ts';
import { blobsOfCache } from './resource-cache.ts';
import { ResourceFileResolver } from './resource-file.resolver.ts';
import { ResourceResolver } from './resource.resolver.ts';
import { blobsOfFiles, connectionsOfResources, resourcesSection } from './resource.section.ts';
import { resourceFiles, resources } from './resource.source.ts';

export { resourcePayload } from './resource.source.ts';
export {
  createReaderForPreview,
  createSavedReader,
  declaredFieldSteps,
  definersOfResources,
  prepareResources,
  readWithinRequest,
} from './resource-reader.ts';
export { datasourceKinds, datasourceMembers } from './kinds/datasource-kinds.ts';
export { GuessExtractorParamsInput, ResourceActionInput } from './resource.inputs.ts';
export { findPushTarget } from './push-address.ts';
export { appendToLog, changePublishedLog, highWatermark, readLog, type LoggedRecord } from './realtime-log.ts';
export {
  facetMetadata,
  fetchMetadataForInput,
  fetchMetadataForResources,
  fetchRemoteDataset,
  harvestedFieldSteps,
  linkToRemote,
  remoteFieldSteps,
  type RemoteMetadata,
} from './remote-metadata.ts';
export { readSample } from './guess-format.ts';
export { keepResourceFile } from './resources.service.ts';
export { checkExtraction } from './resource.rules.ts';
export { nullWhereUnreadable, Resource, ResourcePayload } from './resource.type.ts';
export type { CapturedResources } from './captured-resources.ts';
export { resourcesSection };

/** Where the records of datasets come from: resources, uploaded files, and the supported formats. */
export const resourcesModule: CatalogModule = {
  name: 'resources',
  entities: [ResourceEntity, ResourceFileEntity, ResourceCacheEntity, RealtimeRecordEntity],
  resolvers: [
    ResourceResolver,
    ResourceFileResolver,
    RealtimeResolver,
    GuessResolver,
    ExtractorParamsGuessResolver,
    ExtractorResolver,
  ],
  sources: [resources, resourceFiles],
  sections: [resourcesSection],
  blobReferences: [blobsOfFiles, blobsOfCache],
  connectionReferences: [connectionsOfResources],
  encryptedColumns: [{ table: 'resource', column: 'secrets' }],
};
