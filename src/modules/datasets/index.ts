import type { CatalogModule } from '../../api/catalog-module.ts';
import { CatalogDatasetResolver } from './catalog-dataset.resolver.ts';
import { DatasetEntity } from './dataset.entity.ts';
import { datasetRoots } from './dataset-roots.ts';
import { DatasetResolver } from './dataset.resolver.ts';
import { dataSection, securitySection } from './dataset.section.ts';
import { catalogDatasets, datasets, acceptsFeedback, visibleWithDataset } from './dataset.source.ts';
import { DatasetVersionEntity, SectionSnapshotEntity } from './version.entity.ts';

export { CatalogDataset } from './catalog-dataset.type.ts';
export { changeDataset, rightsToChange } from './change-dataset.ts';
export { changeMetadata } from './change-metadata.ts';
export { DatasetApplyInput } from './dataset-apply.inputs.ts';
export { DatasetPayload, changedDataset } from './dataset-payload.ts';
export { retryOnTakenDatasetId } from './dataset-id.rules.ts';
export { DatasetActionInput } from './dataset.inputs.ts';
export { linkMetadata, mergeRemoteValues, dropRemoteValues } from './remote-values.ts';
export type { DatasetMetadata, MetadataValue } from './dataset-metadata.ts';
export { defineApplyField } from './apply-field.ts';
export { checkPartLimit } from './part-limits.ts';
export { datasetStatus, type DatasetStatus, type StatusEvent } from './dataset-status.ts';
export { findVisibleData, type VisibleData } from './visible-data.ts';
export { readVisibleRecords } from './visible-records.ts';
export { requireRights, lockDataset } from './lock-dataset.ts';
export type { CapturedSecurity } from './dataset.section.ts';
export { Dataset } from './dataset.type.ts';
export { catalogDatasets, datasets, acceptsFeedback, visibleWithDataset, DatasetEntity };

/** Datasets in their two views, the one door for change, and their versions. */
export const datasetsModule: CatalogModule = {
  name: 'datasets',
  entities: [DatasetEntity, DatasetVersionEntity, SectionSnapshotEntity],
  resolvers: [DatasetResolver, CatalogDatasetResolver],
  sources: [datasets, catalogDatasets],
  roots: Object.values(datasetRoots),
  sections: [dataSection, securitySection],
};
