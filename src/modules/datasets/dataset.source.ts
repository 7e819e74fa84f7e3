import { toNodeId } from '#kernel/ids.ts';
import { lazyObject } from '#kernel/json.ts';
import { DeletedObjectPayload, deletedObject, deletedUid, DeletionPayload } from '#api/node.type.ts';
import { relation, root } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, oneOf, timeRange, titleWords } from '#api/reading/declare-list.ts';
import {
  type GivenArgument,
  rowTotal,
  source,
  timestampColumn,
  timestampSql,
  byCreation,
} from '#api/reading/declare-source.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import type { ColumnExpression, TypeSource } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import {
  datasetPaths,
  datasetRights,
  grantedSecurities,
  readsAllDatasets,
  restrictedEntries,
  securityColumn,
  totalOfPublished,
  visibleFields,
} from '#access/index.ts';
import { userRelation } from '#identity/index.ts';
import { CatalogDataset, Dataset, DatasetConnection, DatasetStatusEnum, DeletedDataset } from './dataset.type.ts';
import {
  boundingBox,
  draftedMetadata,
  featuresOf,
  geometryTypes,
  publishedMetadata,
  seesAllRecords,
  usedTemplates,
  visibleMetadata,
} from './published-metadata.ts';
import { countFromPaths } from '#api/reading/access-paths.ts';
import { requireCaller } from '#api/session.ts';
import { Field, ID, ObjectType } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Edge } from '#api/reading/connection.ts';
import { edgeInPayload } from '#api/reading/connection.type.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { deletionList, latestDeletionFirst, mayRestore } from '#deletions/index.ts';

/** Datasets as their editors see them, with their configuration. */
export const datasets = source(Dataset, {
  table: 'dataset',
  key: 'uid',
  entityKeys: ['uid', 'datasetId'],
  columns: {
    ...draftedMetadata,
    customTemplates: () => sql`array(select m.name from metadata_template m where m.fields is not null)`,
    usedTemplates: (dataset) => usedTemplates(sql`${dataset}.metadata`),
    defaultSecurity: securityColumn('default_security', 'uid'),
    canEdit: (dataset, session) => datasetRights.edit(session, dataset),
    canPublish: (dataset, session) => datasetRights.publish(session, dataset),
    canManage: (dataset, session) => datasetRights.manage(session, dataset),
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
  sql`(${dataset}.is_feedback_enabled and exists (select 1 from portal_setting s where s.is_feedback_enabled))`;

/** The number of records of the publication; null where the caller does not see all of them. */
export const publishedRecordCount: ColumnExpression = (dataset, session) =>
  sql`
    (select g.record_count::int
      from generation g
      where g.id = ${dataset}.generation and ${seesAllRecords(dataset, session)})`;

/** The dataset of another catalog that the publication read. Its names are null if the publication read several; the whole is null if it read none. */
const federation: ColumnExpression = (dataset) => sql`(
  select case when count(*) = 1 then jsonb_build_object('url', min(u.origin), 'datasetId', min(u.name))
    when count(*) > 1 then jsonb_build_object('url', null, 'datasetId', null) end
  from published_upstream u where u.dataset_uid = ${dataset}.uid and u.kind = 'federation')`;

/** The catalog: published datasets that the caller may see. */
export const catalogDatasets = source(CatalogDataset, {
  table: 'dataset',
  key: 'uid',
  entityKeys: ['uid', 'datasetId'],
  columns: {
    ...publishedMetadata,
    modifiedAt: (dataset) => timestampSql(publishedMetadata.modifiedAt(dataset)),
    publishedAt: timestampColumn('published_at'),
    features: (dataset, session) => featuresOf(dataset, visiblePublishedFields(dataset, session)),
    dataProcessedAt: timestampColumn('data_processed_at'),
    metadataProcessedAt: timestampColumn('metadata_processed_at'),
    publishedRecordCount,
    boundingBox,
    geometryTypes,
    federation,
    hasRecords: (dataset) => sql`(${dataset}.generation is not null)`,
    metadata: visibleMetadata,
    usedTemplates: (dataset) => usedTemplates(sql`${dataset}.published_metadata`),
    isFeedbackEnabled: acceptsFeedback,
    fields: visiblePublishedFields,
    grantedSecurities: (dataset, session) => grantedSecurities(session, dataset),
  },
  order: byCreation,
  visible: datasetRights.see,
  accessPaths: datasetPaths.see,
});

userRelation(datasets, 'createdBy', 'The user who created the dataset. Null when that user was deleted.');
userRelation(datasets, 'updatedBy', 'The user who last changed the dataset. Null when that user was deleted.');
relation({
  from: catalogDatasets,
  field: 'configuration',
  to: datasets,
  on: ['uid', 'uid'],
  returns: 'one',
  description: 'The configuration; null without the right to edit or publish it.',
});

/** The arguments that identify a dataset. */
interface DatasetReference {
  readonly uid?: GivenArgument;
  readonly datasetId?: GivenArgument;
}

/** The condition for the dataset whose identifier or uid is the given text (docs/contract/rest.md 1). */
const byEitherIdentifier = ({ datasetId }: DatasetReference): Sql | undefined =>
  datasetId === undefined ? undefined : sql`(t.dataset_id = ${datasetId}::text or t.uid = ${datasetId}::text)`;

/** The condition for the dataset with a uid, or with an identifier: a DatasetBy has one of them. */
const byReference = ({ uid, datasetId }: DatasetReference): Sql | undefined =>
  uid === undefined ? byEitherIdentifier({ datasetId }) : sql`t.uid = ${uid}`;

/** How editors find one of their datasets among many. */
const datasetList = listCriteria({
  source: datasets,
  name: 'Dataset',
  items: 'datasets',
  filter: {
    title: titleWords((words, dataset) => titleMatches(sql`${dataset}.metadata #>> '{default,title,value}'`, words)),
    datasetId: {
      type: () => String,
      description: 'The identifier or the uid is this text.',
      where: (text, dataset) => sql`(${dataset}.dataset_id = ${text}::text or ${dataset}.uid = ${text}::text)`,
    },
    isPublished: equalTo('is_published', () => Boolean, 'Whether the dataset is published; false: it is only a draft.'),
    isRestricted: equalTo('is_restricted', () => Boolean, 'Whether only users with a ruleset see the dataset.'),
    status: oneOf('status', () => [DatasetStatusEnum], 'The publication is in one of these states.'),
    createdBy: equalTo('created_by', () => String, 'The username of the creator.'),
    updatedBy: equalTo('updated_by', () => String, 'The username of the user who last changed the configuration.'),
    createdAt: timeRange('created_at', 'When the dataset was created.'),
    updatedAt: timeRange('updated_at', 'When the configuration was last changed.'),
  },
  orders: {
    TITLE: {
      column: 'title',
      type: 'text',
      collation: 'und-x-icu',
      description: 'The drafted title, by language; datasets without one come first.',
    },
    DATASET_ID: { column: 'dataset_id', type: 'text', isUnique: true, description: 'The readable identifier.' },
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the dataset was created.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the configuration was last changed.' },
  },
});

/** The root fields that read datasets, in both views. */
export const datasetRoots = Object.freeze({
  datasets: root({
    field: 'datasets',
    source: datasets,
    returns: 'page',
    authorize: requireCaller,
    list: datasetList,
    total: (session, given) =>
      readsAllDatasets(session) && !Object.keys(given).some((path) => path.startsWith('filter.'))
        ? rowTotal('dataset')
        : undefined,
    description:
      'The datasets that the caller may edit or publish, by default in order of creation. Needs a key, else null with an error.',
  }),
  dataset: root({
    field: 'dataset',
    source: datasets,
    returns: 'one',
    authorize: requireCaller,
    where: byReference,
  }),
  catalog: root({
    field: 'catalog',
    source: catalogDatasets,
    returns: 'page',
    resolverOnlyArguments: ['query', 'filter', 'refine', 'exclude', 'orderBy'],
    total: (session) =>
      totalOfPublished(session, 'dataset', countFromPaths(catalogDatasets, restrictedEntries(session))),
  }),
  catalogDataset: root({
    field: 'catalogDataset',
    source: catalogDatasets,
    returns: 'one',
    where: byReference,
  }),
});

@ObjectType({ description: 'The dataset after a change of its parts.' })
export class DatasetPartPayload {
  @Field(() => Dataset, {
    nullable: true,
    description: 'The dataset; null where the caller may no longer read it.',
  })
  dataset!: Dataset | null;
}

@ObjectType({ description: 'A dataset after a change.' })
export class DatasetPayload extends DatasetPartPayload {
  @Field(() => DatasetConnection.Edge, edgeInPayload('datasets'))
  datasetEdge!: Edge<Dataset> | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted dataset.' })
export class DeleteDatasetPayload extends DeletedObjectPayload {}

/** The fields of a DatasetPartPayload, whose dataset is read only when it is selected. */
export const datasetPartPayload = (ctx: RequestContext, uid: string) => ({ dataset: lazyRow(ctx, datasets, { uid }) });

/** The fields of the payloads of deletions of a dataset's parts that have a uid. */
@ObjectType()
export abstract class DeletedPartPayload extends DatasetPartPayload {
  @Field(() => ID, deletedUid)
  uid!: string;
}

/** The payload of the deletion of a part of a type. */
export const deletedPartPayload = (ctx: RequestContext, type: string, datasetUid: string, uid: string) =>
  lazyObject({ ...deletedObject(toNodeId(type, uid)), uid: () => uid, ...datasetPartPayload(ctx, datasetUid) });

/** The fields of a DatasetPayload, which are read only when they are selected. */
export const datasetPayload = (ctx: RequestContext, uid: string) => ({
  ...datasetPartPayload(ctx, uid),
  datasetEdge: lazyEdge(ctx, datasets, { uid }),
});

/** Deleted datasets, visible to callers who may restore them. */
export const deletedDatasets = source(DeletedDataset, {
  table: 'deletion',
  key: 'uid',
  columns: { datasetId: 'name' },
  order: latestDeletionFirst,
  visible: (session, deletion) => mayRestore('dataset', session, deletion),
});

/** The root fields that read deleted datasets. */
export const deletedDatasetRoots = [
  root({
    field: 'deletedDatasets',
    source: deletedDatasets,
    returns: 'page',
    authorize: requireCaller,
    list: deletionList(deletedDatasets, 'deleted datasets'),
    description:
      'The deleted datasets that the caller may restore, the latest first: all with `edit_dataset`, otherwise those that the caller deleted. Needs a key, else null with an error.',
  }),
];

userRelation(deletedDatasets, 'deletedBy', 'The user who deleted the dataset; null when that user was deleted.');
