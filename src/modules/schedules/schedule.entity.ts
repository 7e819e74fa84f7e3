import { defineEntity, p } from '@mikro-orm/core';
import type { StoredScope } from '#api/session.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { UserEntity } from '#identity/index.ts';

/** A schedule that publishes a dataset. */
const schema = defineEntity({
  name: 'Schedule',
  tableName: 'dataset_schedule',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    cronSchedule: p.text(),
    /** The user with whose rights the schedule publishes. When that user was deleted, the schedule does not run. */
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    /** The scopes of the key that created the schedule. They limit the rights of the schedule. */
    scopes: p.array().$type<StoredScope[]>().columnType('text[]'),
    createdAt: p.datetime(),
    /** A paused schedule does not publish. */
    isPaused: p.boolean().default(false),
    /** The next run. Every run and every change of the times sets it; it is not part of the configuration. */
    nextRunAt: p.datetime().index(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
});
export class ScheduleEntity extends schema.class {}
schema.setClass(ScheduleEntity);
