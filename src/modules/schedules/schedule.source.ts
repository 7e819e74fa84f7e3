import { relation } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, timeRange } from '#api/reading/declare-list.ts';
import { source, timestampColumn, byCreation } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { datasets, visibleWithDataset } from '#datasets/index.ts';
import { userRelation } from '#identity/index.ts';
import { Schedule } from './schedule.type.ts';

/** The next run; null while the schedule is paused, the dataset is not published or the creator does not exist (docs/contract/rest.md 4). */
const nextRunAt: ColumnExpression = (schedule, session) => sql`case
  when ${schedule}.created_by is not null and not ${schedule}.is_paused
    and exists (select 1 from dataset d where d.uid = ${schedule}.dataset_uid and d.is_published)
  then ${timestampColumn('next_run_at')(schedule, session)} end`;

/** Schedules by creation, for callers who may read the configuration of their dataset. */
export const schedules = source(Schedule, {
  table: 'dataset_schedule',
  key: 'uid',
  columns: {
    nextRunAt,
  },
  order: byCreation,
  visible: visibleWithDataset,
});

/** How the schedules of a dataset are found. */
const scheduleList = listCriteria({
  source: schedules,
  name: 'Schedule',
  items: 'schedules',
  filter: {
    createdBy: equalTo('created_by', () => String, 'The username of the creator.'),
    createdAt: timeRange('created_at', 'When the schedule was created.'),
  },
  orders: { CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the schedule was created.' } },
});

const ofDataset = { from: datasets, to: schedules, on: ['uid', 'dataset_uid'], authorizedByParent: true } as const;
relation({
  ...ofDataset,
  field: 'schedules',
  returns: 'page',
  list: scheduleList,
  description: 'The schedules of the dataset, by default in order of creation.',
});
relation({
  ...ofDataset,
  field: 'schedule',
  returns: 'byArgument',
  description: 'The schedule with this uid; null if the dataset has none.',
  argumentDescription: 'The uid of the schedule.',
});
userRelation(schedules, 'createdBy', 'The creator, with whose rights it publishes; null if that user was deleted.');
