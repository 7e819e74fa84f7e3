import { nodeId } from '#api/node/node.type.ts';
import { relation } from '#api/reading/declare/relation.ts';
import { timestampSql, source, timestampColumn } from '#api/reading/declare/source.ts';
import type { ColumnExpression, TypeSource } from '#api/reading/declare/type-source.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { datasetPaths, datasetRights, grantedSecurities, securityColumn, visibleFields } from '#access/index.ts';
import { relatedUsers } from '#identity/index.ts';
import type { CatalogDataset } from './catalog-dataset.type.ts';
import type { Dataset } from './dataset.type.ts';
import { boundingBox, geometryTypes, seesAllRecords } from './metadata/geographic-extent.ts';
import { featuresOf, publishedMetadata } from './metadata/published-metadata.ts';
import { visibleMetadata } from './metadata/visible-metadata.ts';

/** Datasets in order of creation, ties by uid (docs/contract/rest.md 4). */
const byCreation = {
  by: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'uid', type: 'text' },
  ],
} as const;

/** Datasets as their editors see them, with their configuration. */
export const datasets = source<Dataset>({
  type: 'Dataset',
  table: 'dataset',
  key: 'uid',
  entityKeys: ['uid', 'datasetId'],
  columns: {
    id: nodeId('Dataset', 'uid'),
    uid: 'uid',
    datasetId: 'dataset_id',
    createdAt: timestampColumn('created_at'),
    updatedAt: timestampColumn('updated_at'),
    revision: 'revision',
    isPublished: 'is_published',
    isRestricted: 'is_restricted',
    isFeedbackEnabled: 'is_feedback_enabled',
    defaultSecurity: securityColumn('default_security', 'uid'),
    metadata: 'metadata',
    mayEdit: (dataset, session) => datasetRights.edit(session, dataset),
    mayPublish: (dataset, session) => datasetRights.publish(session, dataset),
    mayManage: (dataset, session) => datasetRights.manage(session, dataset),
  },
  order: byCreation,
  visible: datasetRights.read,
  accessPaths: datasetPaths.read,
});

/** Visibility of a part of a dataset, a row with a `dataset_uid`: the caller must be allowed to read the dataset's configuration. */
export const visibleWithDataset: TypeSource['visible'] = (session, part) =>
  sql`exists (select 1 from dataset d where d.uid = ${part}.dataset_uid and ${datasetRights.read(session, sqlText('d'))})`;

const visiblePublishedFields: ColumnExpression = (dataset, session) =>
  visibleFields(session, dataset, sql`${dataset}.published_fields`);

/** Whether a dataset accepts feedback: both the dataset and the portal must allow it. */
export const acceptsFeedback = (dataset: Sql): Sql =>
  sql`(${dataset}.is_feedback_enabled and exists (select 1 from portal_setting p where p.is_feedback_enabled))`;

/** The number of records of the publication; null where the caller does not see all of them. */
export const publishedRecordCount: ColumnExpression = (dataset, session) =>
  sql`(select g.record_count::int from generation g where g.id = ${dataset}.generation and ${seesAllRecords(dataset, session)})`;

/** The dataset of another catalog that the publication read. Its names are null if the publication read several; the whole is null if it read none. */
const federation: ColumnExpression = (dataset) => sql`(
  select case when count(*) = 1 then jsonb_build_object('origin', min(u.origin), 'datasetId', min(u.name))
    when count(*) > 1 then jsonb_build_object('origin', null, 'datasetId', null) end
  from published_upstream u where u.dataset_uid = ${dataset}.uid and u.kind = 'federation')`;

/** The catalog: published datasets that the caller may see. */
export const catalogDatasets = source<CatalogDataset>({
  type: 'CatalogDataset',
  table: 'dataset',
  key: 'uid',
  entityKeys: ['uid', 'datasetId'],
  columns: {
    id: nodeId('CatalogDataset', 'uid'),
    uid: 'uid',
    datasetId: 'dataset_id',
    title: publishedMetadata.title,
    description: publishedMetadata.description,
    keywords: publishedMetadata.keywords,
    themes: publishedMetadata.themes,
    publisher: publishedMetadata.publisher,
    license: publishedMetadata.license,
    language: publishedMetadata.language,
    territories: publishedMetadata.territories,
    modified: (dataset) => timestampSql(publishedMetadata.modified(dataset)),
    published: timestampColumn('published_at'),
    features: (dataset, session) => featuresOf(dataset, visiblePublishedFields(dataset, session)),
    dataProcessed: timestampColumn('data_processed_at'),
    metadataProcessed: timestampColumn('metadata_processed_at'),
    isRestricted: 'is_restricted',
    publishedRecordCount,
    boundingBox,
    geometryTypes,
    federation,
    hasRecords: (dataset) => sql`(${dataset}.generation is not null)`,
    metadata: visibleMetadata,
    isFeedbackEnabled: acceptsFeedback,
    fields: visiblePublishedFields,
    grantedSecurities: (dataset, session) => grantedSecurities(session, dataset),
  },
  order: byCreation,
  visible: datasetRights.see,
  accessPaths: datasetPaths.see,
});

export const creatorOfDataset = relation({
  from: datasets,
  field: 'createdBy',
  to: relatedUsers,
  on: ['created_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});
export const editorOfDataset = relation({
  from: datasets,
  field: 'updatedBy',
  to: relatedUsers,
  on: ['updated_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});
export const configurationOfCatalogDataset = relation({
  from: catalogDatasets,
  field: 'configuration',
  to: datasets,
  on: ['uid', 'uid'],
  returns: 'one',
});
