import type { CatalogModule } from '#api/catalog-module.ts';
import { ExtractorParamsGuessResolver, ExtractorResolver, GuessResolver } from './guess.resolver.ts';
import { RealtimeRecordEntity, ResourceCacheEntity, ResourceEntity, ResourceFileEntity } from './resource.entity.ts';
import { RealtimeResolver } from './realtime.resolver.ts';
import { blobsOfCache } from './resource-cache.ts';
import { ResourceFileResolver } from './resource-file.resolver.ts';
import { DatasetResourcesResolver, ResourceResolver } from './resource.resolver.ts';
import { blobsOfFiles, connectionsOfResources, resourcesSection } from './resource.section.ts';
import { resources } from './resource.source.ts';

export { resourcePayload } from './resource.source.ts';
export { prepareResources } from './resource-reader.ts';
export { datasourceKinds } from './kinds/datasource-kinds.ts';
export { GuessExtractorParamsInput } from './resource.inputs.ts';
export { findPushTarget } from './push-address.ts';
export { appendToLog, changePublishedLog, highWatermark, readLog, type LoggedRecord } from './realtime-log.ts';
export { linkToRemote } from './remote-metadata.ts';
export type { RemoteMetadata } from './remote-metadata.ts';
export { fetchMetadataForInput } from './remote-metadata.ts';
export { fetchMetadataForResources } from './remote-metadata.ts';
export { fetchRemoteDataset } from './remote-metadata.ts';
export { declaredFieldSteps } from './resource-reader.ts';
export { remoteFieldSteps } from './remote-metadata.ts';
export { ResourceActionInput } from './resource.inputs.ts';
export { checkExtraction } from './resource.rules.ts';
export { Resource, ResourcePayload } from './resource.type.ts';
export { definersOfResources } from './resource-reader.ts';
export { createSavedReader } from './resource-reader.ts';
export { createReaderForPreview } from './resource-reader.ts';
export { readWithinRequest } from './resource-reader.ts';
export type { CapturedResources } from './captured-resources.ts';

/** Where the records of datasets come from: resources, uploaded files, and the supported formats. */
export const resourcesModule: CatalogModule = {
  name: 'resources',
  entities: [ResourceEntity, ResourceFileEntity, ResourceCacheEntity, RealtimeRecordEntity],
  resolvers: [
    DatasetResourcesResolver,
    ResourceResolver,
    ResourceFileResolver,
    RealtimeResolver,
    GuessResolver,
    ExtractorParamsGuessResolver,
    ExtractorResolver,
  ],
  sources: [resources],
  sections: [resourcesSection],
  blobReferences: [blobsOfFiles, blobsOfCache],
  connectionReferences: [connectionsOfResources],
  encryptedColumns: [{ table: 'resource', column: 'secrets' }],
};
