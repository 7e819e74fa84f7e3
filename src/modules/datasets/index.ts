import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogDatasetResolver } from './catalog-dataset.resolver.ts';
import { DeletedDatasetResolver } from './deleted/deleted-dataset.resolver.ts';
import { deletedDatasetRoots, deletedDatasets } from './deleted/deleted-dataset.source.ts';
import { DatasetEntity } from './dataset.entity.ts';
import { datasetRoots } from './dataset-roots.ts';
import { DatasetResolver } from './dataset.resolver.ts';
import { DatasetStreamsResolver } from './streams/dataset-streams.resolver.ts';
import { dataSection, securitySection } from './dataset.section.ts';
import {
  catalogDatasets,
  datasets,
  acceptsFeedback,
  publishedRecordCount,
  visibleWithDataset,
} from './dataset.source.ts';
import { DatasetVersionEntity, SectionSnapshotEntity } from './change/version.entity.ts';

export { CatalogDataset } from './catalog-dataset.type.ts';
export { appendPart, type AppendedPart, type Stack } from './change/append-part.ts';
export { changeDataset, rightsToChange, type RowsOfChange } from './change/change-dataset.ts';
export { changeMetadata, type MetadataInSql } from './metadata/change-metadata.ts';
export { DatasetApplyInput } from './apply/dataset-apply.inputs.ts';
export { DatasetPartPayload, datasetPartPayload, DatasetPayload, datasetPayload } from './dataset-payload.ts';
export { retryOnTakenDatasetId } from './dataset-id.rules.ts';
export { DatasetActionInput } from './dataset.inputs.ts';
export { replaceRemoteValues, mergeRemoteValues, dropRemoteValues } from './metadata/remote-values.ts';
export type { DatasetMetadata, MetadataValue } from './metadata/dataset-metadata.ts';
export { defineApplyField } from './apply/apply-field.ts';
export { checkPartLimit } from './change/part-limits.ts';
export { datasetStatus, type DatasetStatus, type StatusEvent } from './dataset-status.ts';
export {
  featuresOf,
  metadataDate,
  metadataText,
  metadataTexts,
  publishedMetadata,
} from './metadata/published-metadata.ts';
export { namesFields, visibleMetadata } from './metadata/visible-metadata.ts';
export { requireRights, lockDataset } from './change/lock-dataset.ts';
export type { CapturedSecurity } from './captured-security.ts';
export { Dataset } from './dataset.type.ts';
export { followDataset } from './streams/follow-dataset.ts';
export { catalogDatasets, datasets, acceptsFeedback, publishedRecordCount, visibleWithDataset, DatasetEntity };

/**
 * Datasets as editors see them and as the catalog shows them, the functions that change them, and the versions that each change records.
 */
export const datasetsModule: CatalogModule = {
  name: 'datasets',
  entities: [DatasetEntity, DatasetVersionEntity, SectionSnapshotEntity],
  resolvers: [DatasetResolver, CatalogDatasetResolver, DeletedDatasetResolver, DatasetStreamsResolver],
  sources: [datasets, catalogDatasets, deletedDatasets],
  roots: [...Object.values(datasetRoots), ...Object.values(deletedDatasetRoots)],
  sections: [dataSection, securitySection],
};
