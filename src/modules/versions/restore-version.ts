import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots, type Snapshots } from '#api/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedUniqueConstraint } from '#platform/database/errors.ts';
import { templates } from '#metadata/index.ts';
import { changeDataset, lockDataset, retryOnTakenDatasetId } from '#datasets/index.ts';
import type { RestoreVersionInput } from './version.inputs.ts';

/**
 * Restores a version of a dataset and returns the dataset's uid. The restored state is recorded as a new version, which lists
 * the changed sections: none when the restored version equals the current state. The publication and its status do not
 * change. Fails INVALID_INPUT with the reason when the version cannot be restored.
 */
export async function restoreVersion(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: RestoreVersionInput,
): Promise<string> {
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) => {
      // the changes determine the rights, so the version is read before the rights are checked
      await lockDataset(tx, datasetUid, ['read']);
      const [version] = await loadVersions(tx, [uid]);
      if (version?.datasetUid !== datasetUid) fail('NOT_FOUND');
      const current = await captureSnapshots(tx, datasetUid);
      const changed = [...tx.app.registry.sections.values()].filter(
        ({ name }) => name in version.snapshots && !isDeepStrictEqual(version.snapshots[name], current[name]),
      );
      for (const section of changed) await section.authorize?.(tx, datasetUid, version.snapshots[section.name] ?? null);
      await changeDataset(
        tx,
        datasetUid,
        { sections: changed.map(({ name }) => name), expectedRevision },
        async (innerTx) => {
          await checkRestorable(innerTx, uid);
          for (const section of changed)
            await section.write(innerTx, datasetUid, version.snapshots[section.name] ?? null);
        },
      );
    }),
  ).catch((error: unknown) => {
    if (violatedUniqueConstraint(error)?.endsWith('_pkey'))
      failFields({ canRestore: ['A part of this version was deleted, and another dataset now has its uid.'] });
    throw error;
  });
  return datasetUid;
}

/** Fails INVALID_INPUT with the reason when the version cannot be restored. */
async function checkRestorable({ db }: RequestContext, uid: string): Promise<void> {
  const v = sqlText('v');
  const found = await firstRow<{ reason: string | null }>(
    db,
    sql`select ${restoreBlockedReason(v)} as reason from dataset_version v where v.uid = ${uid}`,
  );
  if (found?.reason != null) failFields({ canRestore: [found.reason] });
}

/** A stored version. */
interface LoadedVersion {
  readonly uid: string;
  readonly datasetUid: string;
  /** The snapshots by section; sections that did not exist when the version was recorded are missing. */
  readonly snapshots: Snapshots;
}

/** The stored versions with these uids, of any dataset. */
export const loadVersions = ({ db }: RequestContext, uids: readonly string[]): Promise<LoadedVersion[]> =>
  db.rows<LoadedVersion>(sql`
  select v.uid, v.dataset_uid as "datasetUid", jsonb_object_agg(s.section, s.snapshot) as snapshots
  from dataset_version v
  join section_snapshot s on s.id = any(v.snapshots)
  where v.uid = any(${uids}::text[])
  group by v.uid`);

/**
 * SQL expression: the reason why a version cannot be restored, as text; null for a version that can be restored. `version` is the alias
 * of a row of `dataset_version`. A version cannot be restored when a user or a group of its rulesets or a connection of its resources was
 * deleted, when another dataset has its `dataset_id`, when its `dataset_id` differs from that of the published dataset
 * (docs/contract/rest.md 4), or when a custom template no longer has a field of which it has a value.
 */
export const restoreBlockedReason = (version: Sql): Sql => sql`(
  select case
    when exists (select 1 from jsonb_array_elements(security.snapshot -> 'rulesets') granted
      where granted ->> 'username' is not null
        and not exists (select 1 from user_account u where u.username = granted ->> 'username'))
      then 'A user who has a ruleset in this version was deleted.'
    when exists (select 1 from jsonb_array_elements(security.snapshot -> 'rulesets') granted
      where granted ->> 'groupUid' is not null
        and not exists (select 1 from user_group g where g.uid = granted ->> 'groupUid'))
      then 'A group that has a ruleset in this version was deleted.'
    when exists (select 1 from jsonb_array_elements(resources.snapshot -> 'resources') resource
      where resource -> 'datasource' -> 'connection' ->> 'uid' is not null
        and not exists (select 1 from connection c where c.uid = resource -> 'datasource' -> 'connection' ->> 'uid'))
      then 'A connection that a resource has in this version was deleted.'
    when d.is_published and d.dataset_id <> data.snapshot ->> 'datasetId'
      then format('Unpublish the dataset first: its identifier was %s in this version.', data.snapshot ->> 'datasetId')
    when exists (select 1
      from dataset other
      where other.uid <> d.uid and other.dataset_id = data.snapshot ->> 'datasetId')
      or exists (select 1 from dataset other where other.uid <> d.uid and other.uid = data.snapshot ->> 'datasetId')
      then format('Another dataset now has the identifier %s.', data.snapshot ->> 'datasetId')
    when lost.fields is not null
      then format('The templates have no fields for the values of %s in this version.', lost.fields)
  end
  from dataset d
    left join section_snapshot data on data.id = any(${version}.snapshots) and data.section = 'data'
    left join section_snapshot resources on resources.id = any(${version}.snapshots) and resources.section = 'resources'
    left join section_snapshot security on security.id = any(${version}.snapshots) and security.section = 'security'
    left join section_snapshot metadata on metadata.id = any(${version}.snapshots) and metadata.section = 'metadata'
    left join lateral (select string_agg(template.key || '.' || field.key, ', ' order by template.key, field.key) as fields
      from jsonb_each(metadata.snapshot) template, jsonb_each(template.value) field
      where template.key <> all(${[...templates.keys()]}::text[]) and field.value -> 'value' <> 'null'
        and not exists (select from metadata_template m, jsonb_array_elements(m.fields) known
          where m.name = template.key and known ->> 'name' = field.key)) lost on true
  where d.uid = ${version}.dataset_uid)`;
