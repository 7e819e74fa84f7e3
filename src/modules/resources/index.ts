import type { CatalogModule } from '#api/catalog-module.ts';
import { ExtractorResolver } from './guess/extractor.resolver.ts';
import { ExtractorParamsGuessResolver, GuessResolver } from './guess/guess.resolver.ts';
import { RealtimeRecordEntity } from './realtime/realtime-record.entity.ts';
import { RealtimeResolver } from './realtime/realtime.resolver.ts';
import { blobsOfCache } from './reading/resource-cache.ts';
import { ResourceCacheEntity } from './reading/resource-cache.entity.ts';
import { ResourceFileEntity } from './files/resource-file.entity.ts';
import { ResourceFileResolver } from './files/resource-file.resolver.ts';
import { ResourceEntity } from './resource.entity.ts';
import { DatasetResourcesResolver, ResourceResolver } from './resource.resolver.ts';
import { connectionsOfResources, blobsOfFiles, resourcesSection } from './snapshot/resource.section.ts';
import { resources } from './resource.source.ts';

export { resourcePayload } from './change/resource-payload.ts';
export { prepareResources } from './snapshot/prepare-resources.ts';
export { datasourceKinds } from './datasources/datasource-kinds.ts';
export { GuessExtractorParamsInput } from './guess/guess.inputs.ts';
export { findPushTarget } from './realtime/find-push-target.ts';
export { appendToLog, changePublishedLog, highWatermark, readLog, type LoggedRecord } from './realtime/realtime-log.ts';
export { linkToRemote } from './federation/link-to-remote.ts';
export type { RemoteMetadata } from './federation/fetch-remote-metadata.ts';
export { fetchMetadataForInput } from './federation/fetch-metadata-for-input.ts';
export { fetchMetadataForResources } from './federation/fetch-metadata-for-resources.ts';
export { fetchRemoteDataset } from './federation/fetch-remote-dataset.ts';
export { declaredFieldSteps } from './snapshot/declared-field-steps.ts';
export { remoteFieldSteps } from './federation/remote-fields.ts';
export { ResourceActionInput } from './resource.inputs.ts';
export { checkExtraction } from './resource.rules.ts';
export { Resource, ResourcePayload } from './resource.type.ts';
export { definersOfResources } from './reading/resource-definers.ts';
export { createSavedReader } from './reading/saved-reader.ts';
export { createReaderForPreview } from './reading/unsaved-reader.ts';
export { readWithinRequest } from './reading/read-within-request.ts';
export type { CapturedResources } from './snapshot/captured-resources.ts';

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
