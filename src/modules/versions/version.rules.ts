import { sql, type Sql } from '#kernel/sql.ts';

/**
 * SQL expression: the reason why a version cannot be restored, as text; null for a version that can be restored. `version` is the alias
 * of a row of `dataset_version`. A version cannot be restored when a user or a group of its rulesets or a connection of its resources was
 * deleted, when another dataset has its `dataset_id`, or when its `dataset_id` differs from that of the published dataset
 * (docs/contract/rest.md 4).
 */
export const restoreBlockedReason = (version: Sql): Sql => sql`(
  select case
    when exists (select 1 from jsonb_array_elements(security.snapshot -> 'rulesets') granted
      where granted ->> 'username' is not null and not exists (select 1 from user_account u where u.username = granted ->> 'username'))
      then 'A user who has a ruleset in this version was deleted.'
    when exists (select 1 from jsonb_array_elements(security.snapshot -> 'rulesets') granted
      where granted ->> 'groupUid' is not null and not exists (select 1 from user_group g where g.uid = granted ->> 'groupUid'))
      then 'A group that has a ruleset in this version was deleted.'
    when exists (select 1 from jsonb_array_elements(resources.snapshot -> 'resources') resource
      where resource -> 'datasource' -> 'connection' ->> 'uid' is not null
        and not exists (select 1 from connection c where c.uid = resource -> 'datasource' -> 'connection' ->> 'uid'))
      then 'A connection that a resource has in this version was deleted.'
    when d.is_published and d.dataset_id <> data.snapshot ->> 'datasetId'
      then format('Unpublish the dataset first: its identifier was %s in this version.', data.snapshot ->> 'datasetId')
    when exists (select 1 from dataset other where other.uid <> d.uid and other.dataset_id = data.snapshot ->> 'datasetId')
      or exists (select 1 from dataset other where other.uid <> d.uid and other.uid = data.snapshot ->> 'datasetId')
      then format('Another dataset now has the identifier %s.', data.snapshot ->> 'datasetId')
  end
  from dataset d
    left join section_snapshot data on data.id = any(${version}.snapshots) and data.section = 'data'
    left join section_snapshot resources on resources.id = any(${version}.snapshots) and resources.section = 'resources'
    left join section_snapshot security on security.id = any(${version}.snapshots) and security.section = 'security'
  where d.uid = ${version}.dataset_uid)`;
