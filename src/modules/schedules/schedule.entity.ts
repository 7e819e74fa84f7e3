import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '../../api/permissions.ts';
import { DatasetEntity } from '../datasets/index.ts';
import { UserEntity } from '../identity/index.ts';

/** When a dataset is published again, by itself. */
const schema = defineEntity({
  name: 'Schedule',
  tableName: 'schedule',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    cronSchedule: p.text(),
    /** Who the dataset is published as; nobody publishes it once that user is gone. */
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    /** What the key allowed that it was made with: the schedule does no more. */
    scopes: p.array().$type<Permission[]>().columnType('text[]'),
    createdAt: p.datetime(),
    /** Moved on by every run, and anew by every change; no part of the configuration. */
    nextRunAt: p.datetime().index(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
});
export class ScheduleEntity extends schema.class {}
schema.setClass(ScheduleEntity);
