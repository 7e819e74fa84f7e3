import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogDatasetResolver } from './catalog-dataset.resolver.ts';
import { DeletedDatasetResolver } from './deleted-dataset.resolver.ts';
import {
  acceptsFeedback,
  catalogDatasets,
  datasetRoots,
  datasets,
  deletedDatasetRoots,
  deletedDatasets,
  publishedRecordCount,
  visibleWithDataset,
} from './dataset.source.ts';
import { DatasetEntity, DatasetVersionEntity, SectionSnapshotEntity } from './dataset.entity.ts';
import { DatasetResolver } from './dataset.resolver.ts';
import { DatasetStreamsResolver } from './dataset-streams.resolver.ts';
import { dataSection, securitySection } from './dataset.section.ts';

export { CatalogDataset, CatalogDatasetConnection, Dataset, DatasetStatusEnum } from './dataset.type.ts';
export { appendPart, changeMetadata, type MetadataInSql, type Stack } from './change-statement.ts';
export {
  changeDataset,
  checkPartLimit,
  lockDataset,
  requireRights,
  rightsToChange,
  type RowsOfChange,
} from './change-dataset.ts';
export {
  ApplyDatasetInput,
  defineApplyField,
  defineListField,
  isUpdate,
  wholeSnapshot,
} from './dataset-apply.inputs.ts';
export {
  DeletedPartPayload,
  deletedPartPayload,
  DatasetPartPayload,
  datasetPartPayload,
  DatasetPayload,
  datasetPayload,
} from './dataset.source.ts';
export { findFreeDatasetId, retryOnTakenDatasetId } from './dataset-id.rules.ts';
export { createDataset, deleteDataset } from './datasets.service.ts';
export { type CreateDatasetInput, DatasetActionInput } from './dataset.inputs.ts';
export { givenFields, MetadataChangeInput } from './metadata-values.inputs.ts';
export {
  type UsedTemplate,
  type DatasetMetadata,
  dropRemoteValues,
  mergeRemoteValues,
  type MetadataValue,
  prepareRemoteValues,
  replaceRemoteValues,
} from './dataset-metadata.ts';
export { datasetStatus, type DatasetStatus, type StatusEvent } from './dataset.entity.ts';
export {
  featuresOf,
  metadataDate,
  metadataText,
  metadataTexts,
  namesFields,
  metadataPeriod,
  boundingBox,
  publishedMetadata,
  visibleMetadata,
} from './published-metadata.ts';
export type { CapturedSecurity } from './dataset.section.ts';
export { readDatasetRemoval, type Removal } from './dataset-removal.ts';
export { followDataset } from './dataset-streams.source.ts';
export {
  catalogDatasets,
  datasetRoots,
  datasets,
  acceptsFeedback,
  publishedRecordCount,
  visibleWithDataset,
  DatasetEntity,
};

/**
 * Datasets as editors see them and as the catalog shows them, the functions that change them, and the versions that each change records.
 */
export const datasetsModule: CatalogModule = {
  name: 'datasets',
  entities: [DatasetEntity, DatasetVersionEntity, SectionSnapshotEntity],
  resolvers: [DatasetResolver, CatalogDatasetResolver, DeletedDatasetResolver, DatasetStreamsResolver],
  sources: [datasets, catalogDatasets, deletedDatasets],
  roots: [...Object.values(datasetRoots), ...deletedDatasetRoots],
  sections: [dataSection, securitySection],
};
