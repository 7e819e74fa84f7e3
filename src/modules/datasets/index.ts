import type { CatalogModule } from '../../api/catalog-module.ts';
import { CatalogDatasetResolver } from './catalog-dataset.resolver.ts';
import { DatasetEntity } from './dataset.entity.ts';
import { datasetRoots } from './dataset-roots.ts';
import { DatasetResolver } from './dataset.resolver.ts';
import { dataSection, securitySection } from './dataset.section.ts';
import { catalogDatasets, datasets, takesFeedback, visibleWithDataset } from './dataset.source.ts';
import { DatasetVersionEntity, SectionSnapshotEntity } from './version.entity.ts';

export { CatalogDataset } from './catalog-dataset.type.ts';
export { changeDataset, rightsToChange } from './change-dataset.ts';
export { changeMetadata } from './change-metadata.ts';
export { DatasetApplyInput } from './dataset-apply.inputs.ts';
export { DatasetPayload, changedDataset } from './dataset-payload.ts';
export { untilDatasetIdIsFree } from './dataset-id.rules.ts';
export { DatasetActionInput } from './dataset.inputs.ts';
export { linkMetadata, withRemoteValues, withoutRemoteValues } from './remote-values.ts';
export type { DatasetMetadata, MetadataValue } from './dataset-metadata.ts';
export { desiredPart } from './desired-part.ts';
export { requireRoom } from './part-limits.ts';
export { datasetStatus, type DatasetStatus, type StatusEvent } from './dataset-status.ts';
export { seenData, type SeenData } from './seen-data.ts';
export { seenRecords } from './seen-records.ts';
export { checkRights, lockDataset } from './lock-dataset.ts';
export type { CapturedSecurity } from './dataset.section.ts';
export { Dataset } from './dataset.type.ts';
export { catalogDatasets, datasets, takesFeedback, visibleWithDataset, DatasetEntity };

/** Datasets in their two views, the one door for change, and their versions. */
export const datasetsModule: CatalogModule = {
  name: 'datasets',
  entities: [DatasetEntity, DatasetVersionEntity, SectionSnapshotEntity],
  resolvers: [DatasetResolver, CatalogDatasetResolver],
  sources: [datasets, catalogDatasets],
  roots: Object.values(datasetRoots),
  sections: [dataSection, securitySection],
};
