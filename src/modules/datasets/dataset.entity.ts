import { defineEntity, p } from '@mikro-orm/core';
import type { Field } from '#engine/records/record.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { DatasetSecurity } from '#access/index.ts';
import { UserEntity } from '#identity/index.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { createStateMachine } from '#kernel/state-machine.ts';
import type { SectionName } from '#api/section-name.ts';

/** An index of some datasets only, in the order of lists. */
const index = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "dataset" ${definition}`,
});

/** A dataset: its identity, its drafted and published metadata, and the state of its publication. */
const datasetSchema = defineEntity({
  name: 'Dataset',
  tableName: 'dataset',
  properties: {
    uid: p.string().primary(),
    datasetId: p.string().unique(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null'),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
    revision: p.integer().default(0),
    isPublished: p.boolean().default(false),
    isRestricted: p.boolean().default(false),
    /** Whether the dataset accepts feedback; the portal must allow it too. */
    isFeedbackEnabled: p.boolean().default(false),
    defaultSecurity: p.json<DatasetSecurity>(),
    metadata: p.json<DatasetMetadata>(),
    publishedMetadata: p.json<DatasetMetadata>().nullable(),
    publishedFields: p.json<readonly Omit<Field, 'originalName'>[]>().nullable(),
    /** The generation of records that readers see; null before the first publication. */
    generation: p.bigint('number').nullable(),
    /** When readers first saw the dataset; null while it is unpublished. */
    publishedAt: p.datetime().nullable(),
    /** When the records were last published, and when the metadata was. */
    dataProcessedAt: p.datetime().nullable(),
    metadataProcessedAt: p.datetime().nullable(),
    /** Whether `defaultSecurity` shows all data fields. */
    showsAllFields: p
      .boolean()
      .nullable()
      .generated(`(default_security @> '{"isDataVisible": true, "visibleFields": null}') stored`),
    /** The drafted title in the order of lists. Its length is bounded, because an index has it. */
    title: p
      .text()
      .nullable()
      .generated(`(coalesce("left"((metadata #>> '{default,title,value}'::text[]), 450), ''::text)) stored`),
    status: p.string().$type<DatasetStatus>().default('idle'),
    previousStatus: p.string().$type<DatasetStatus>().nullable(),
    statusSince: p.datetime(),
    statusMessage: p.text().nullable(),
    statusParams: p.json<JsonObject>().defaultRaw(`'{}'`),
    recordsErrors: p.json<readonly Json[]>().defaultRaw(`'[]'`),
    /** What became of the last publications, the latest first (`publication/publication-history.ts`). */
    publicationHistory: p.json<readonly Json[]>().defaultRaw(`'[]'`),
    /** The harvester that keeps the dataset up to date; null for others. */
    harvesterUid: p.string().nullable(),
    /** The fields that the remote dataset of a harvester has. */
    remoteFields: p.json<readonly RemoteField[]>().nullable(),
  },
  indexes: [
    { properties: ['createdAt', 'uid'] },
    { properties: ['createdBy', 'createdAt', 'uid'] },
    index('dataset_title_uid_index', '("title" collate "und-x-icu", "uid")'),
    index('dataset_harvester_uid_index', '("harvester_uid") where "harvester_uid" is not null'),
    index('dataset_restricted_index', '("uid") where "is_published" and "is_restricted"'),
    index('dataset_entry_index', '("created_at", "uid") where "is_published"'),
    index('dataset_public_entry_index', '("created_at", "uid") where "is_published" and not "is_restricted"'),
    index(
      'dataset_restricted_entry_index',
      '("created_by", "created_at", "uid") where "is_published" and "is_restricted"',
    ),
  ],
  uniques: [{ properties: ['uid', 'isRestricted', 'showsAllFields'] }],
});
export class DatasetEntity extends datasetSchema.class {}
datasetSchema.setClass(DatasetEntity);

/** What a dataset's versions record of it besides the identifier. False in versions that were recorded before the property existed. */
export const recordedFlags = ['isFeedbackEnabled'] as const satisfies readonly (keyof DatasetEntity)[];

/** The states of a dataset's publication and their transitions (docs/contract/objects.md, Dataset, Transitions). */
export const datasetStatus = createStateMachine(
  {
    idle: { enqueue: 'queued' },
    error: { enqueue: 'queued' },
    limit_reached: { enqueue: 'queued' },
    queued: {
      process: 'processing',
      remove: 'deleting',
      save: 'saving_version',
      fail: 'error',
      abort: 'aborting_processing',
    },
    processing: { done: 'idle', fail: 'error', full: 'limit_reached', abort: 'aborting_processing' },
    aborting_processing: { done: 'idle', fail: 'error', full: 'limit_reached' },
    deleting: { done: 'idle', fail: 'error', process: 'processing' },
    saving_version: { done: 'idle', fail: 'error' },
  },
  'INVALID_DATASET_STATUS',
);

/** A state of a dataset's publication. */
export type DatasetStatus = (typeof datasetStatus.states)[number];

/** An event that changes the state. */
export type StatusEvent = Parameters<typeof datasetStatus.next>[1];

/** The state of one section of a dataset at one time. Immutable; shared by all versions in which the section is equal. */
const snapshotSchema = defineEntity({
  name: 'SectionSnapshot',
  tableName: 'section_snapshot',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade').index(),
    section: p.string().$type<SectionName>(),
    snapshot: p.json<Json>(),
  },
});
export class SectionSnapshotEntity extends snapshotSchema.class {}
snapshotSchema.setClass(SectionSnapshotEntity);

/** The state of a dataset after a change: the sections that changed, and the snapshot of every section. */
const versionSchema = defineEntity({
  name: 'DatasetVersion',
  tableName: 'dataset_version',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    revision: p.integer(),
    /** The names of the sections that changed. */
    sections: p.array().$type<SectionName[]>().columnType('text[]'),
    /** The ids of the snapshots of all sections. */
    snapshots: p.array().$type<number[]>().columnType('bigint[]'),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime(),
  },
  uniques: [{ properties: ['dataset', 'revision'] }],
});
export class DatasetVersionEntity extends versionSchema.class {}
versionSchema.setClass(DatasetVersionEntity);
