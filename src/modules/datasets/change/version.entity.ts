import { defineEntity, p } from '@mikro-orm/core';
import type { SectionName } from '#api/sections/section-name.ts';
import type { Json } from '#kernel/json.ts';
import { UserEntity } from '#identity/index.ts';
import { DatasetEntity } from '../dataset.entity.ts';

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
