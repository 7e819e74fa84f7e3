import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, oneOf, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { byCreation, source } from '#api/reading/declare-source.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { requirePermission, type Session } from '#api/session.ts';
import { type Sql, sql, sqlText } from '#kernel/sql.ts';
import { datasets } from '#datasets/index.ts';
import { userRelation } from '#identity/index.ts';
import type { HarvestedParts } from './harvester.entity.ts';
import { Harvester, HarvestedDataset, HarvesterSchedule, outcomeEnum } from './harvester.type.ts';

/** The rights that harvesters need, for the domain (docs/contract/administration.md 1, Needs). */
const neededRights = ['create_dataset', 'edit_dataset', 'publish_dataset'] as const;

/** Fails UNAUTHORIZED, and PERMISSION_DENIED without the rights on all datasets that harvesters need. */
export function requireHarvesting(session: Session): void {
  for (const permission of neededRights) requirePermission(session, permission);
}

const mayHarvest = (session: Session): Sql =>
  sqlText(neededRights.every((permission) => session.permissions.has(permission)) ? 'true' : 'false');

const countAttached =
  (condition: Sql): ColumnExpression =>
  (harvester) =>
    sql`(select count(*)::int from dataset d where d.harvester_uid = ${harvester}.uid and ${condition})`;

const countOfRun =
  (condition: Sql): ColumnExpression =>
  (harvester) =>
    sql`(select count(*)::int from harvested_dataset hd
      where hd.harvester_uid = ${harvester}.uid and hd.run_id = ${harvester}.run_id and ${condition})`;

/** Harvesters by creation, for callers who may create, edit and publish all datasets. */
export const harvesters = source(Harvester, {
  table: 'harvester',
  key: 'uid',
  columns: {
    harvestedDatasetCount: countOfRun(sqlText(`hd.outcome in ('created', 'updated', 'unchanged')`)),
    resourceErrorCount: countOfRun(sqlText('hd.error is not null')),
    attachedDatasetCount: countAttached(sqlText('true')),
    publishedDatasetCount: countAttached(sqlText('d.is_published')),
    version: () => sqlText('1'),
    hasError: (harvester) => sql`(${harvester}.error is not null)`,
  },
  order: byCreation,
  visible: mayHarvest,
});

userRelation(harvesters, 'createdBy', 'Who created the harvester; null when that user was deleted.');
userRelation(harvesters, 'updatedBy', 'Who last changed its configuration; null when that user was deleted.');

const harvesterList = listCriteria({
  source: harvesters,
  name: 'Harvester',
  items: 'harvesters',
  filter: {
    name: titleWords((words, harvester) => titleMatches(sql`${harvester}.name`, words), 'name'),
    type: equalTo('type', () => String, 'Only harvesters of this type.'),
    createdAt: timeRange('created_at', 'When the harvester was created.'),
  },
  orders: {
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the harvester was created.' },
  },
});

/** The root fields that read harvesters. */
export const harvesterRoots = [
  root({
    field: 'harvesters',
    source: harvesters,
    returns: 'page',
    authorize: requireHarvesting,
    list: harvesterList,
    description:
      'The harvesters, by default in order of creation. Needs `create_dataset`, `edit_dataset` and `publish_dataset` for the domain, else null with an error.',
  }),
  root({
    field: 'harvester',
    source: harvesters,
    returns: 'one',
    authorize: requireHarvesting,
    description:
      'The harvester with this uid; null when there is none. Needs `create_dataset`, `edit_dataset` and `publish_dataset` for the domain, else null with an error.',
    keys: { uid: [ID, 'The uid of the harvester.'] },
  }),
];

const partsOf =
  (kind: keyof HarvestedParts): ColumnExpression =>
  (harvested) =>
    sql`(select coalesce(jsonb_agg(jsonb_build_object('uid', part.value, 'remoteUrl', part.key) order by part.key), '[]')
      from jsonb_each_text(${harvested}.parts -> ${sqlText(`'${kind}'`)}) part)`;

/** Remote datasets by their identifier. Their harvester shows all of them; a dataset shows the one that it is kept up to date with. */
const harvestedDatasets = source(HarvestedDataset, {
  table: 'harvested_dataset',
  key: 'key',
  columns: {
    resources: partsOf('resources'),
    attachments: partsOf('attachments'),
    isOfLastRun: (harvested) =>
      sql`exists (select from harvester h where h.uid = ${harvested}.harvester_uid and h.run_id = ${harvested}.run_id)`,
  },
  order: {
    by: [
      { column: 'remote_id', type: 'text' },
      { column: 'key', type: 'text' },
    ],
  },
  isKeyLookupCostly: true,
  visible: (session, harvested) =>
    sql`${mayHarvest(session)} and exists (select 1 from dataset d
      where d.uid = ${harvested}.dataset_uid and d.harvester_uid = ${harvested}.harvester_uid)`,
});

/** The schedules of harvesters. */
export const harvesterSchedules = source(HarvesterSchedule, {
  table: 'harvester_schedule',
  key: 'uid',
  order: byCreation,
  visible: mayHarvest,
});

userRelation(harvesterSchedules, 'createdBy', 'With whose rights it starts; null when that user was deleted.');

relation({
  from: harvesters,
  field: 'harvestedDatasets',
  to: harvestedDatasets,
  on: ['uid', 'harvester_uid'],
  returns: 'page',
  authorizedByParent: true,
  list: listCriteria({
    source: harvestedDatasets,
    name: 'HarvestedDataset',
    items: 'remote datasets',
    filter: { outcome: oneOf('outcome', () => [outcomeEnum], 'Only remote datasets with one of these outcomes.') },
    orders: {},
  }),
  description: 'What the last run made of each remote dataset, by identifier.',
});

relation({
  from: harvestedDatasets,
  field: 'dataset',
  to: datasets,
  on: ['dataset_uid', 'uid'],
  returns: 'one',
  description: 'The dataset that was made of it; null without one, and where you may not read it.',
});

relation({
  from: harvestedDatasets,
  field: 'harvester',
  to: harvesters,
  on: ['harvester_uid', 'uid'],
  returns: 'one',
  isRequired: true,
  isForeignKey: true,
  authorizedByParent: true,
  description: 'The harvester that reads it.',
});
relation({
  from: datasets,
  field: 'harvestedFrom',
  to: harvestedDatasets,
  on: ['uid', 'dataset_uid'],
  returns: 'one',
  description:
    'The remote dataset that a harvester keeps the dataset up to date with; null without one, and for callers who may not read harvesters.',
});

const ofHarvester = {
  from: harvesters,
  to: harvesterSchedules,
  on: ['uid', 'harvester_uid'],
  authorizedByParent: true,
} as const;
relation({
  ...ofHarvester,
  field: 'schedules',
  returns: 'page',
  description: 'When it starts by itself: one schedule, or none.',
});
relation({
  ...ofHarvester,
  field: 'schedule',
  returns: 'byArgument',
  description: 'The schedule with this uid; null if the harvester has none.',
  argumentDescription: 'The uid of the schedule.',
});
