import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { findMissingGrantees, type Grantees } from './find-missing-grantees.ts';

/**
 * Replaces the rulesets of a locked dataset by those of a snapshot, `[{username, groupUid, permissions, security}]`. Fails
 * INVALID_INPUT when a user or a group does not exist.
 */
export async function writeRulesets(
  tx: RequestContext,
  datasetUid: string,
  snapshot: readonly object[],
): Promise<void> {
  const rulesets = sql`jsonb_to_recordset(${JSON.stringify(snapshot)}::jsonb) r(username text, "groupUid" text, permissions jsonb, security jsonb)`;
  const grantees = await firstRow<Grantees>(
    tx.db,
    sql`
    select coalesce(array_agg(username) filter (where username is not null), '{}') as users,
      coalesce(array_agg("groupUid") filter (where "groupUid" is not null), '{}') as groups from ${rulesets}`,
  );
  const missing = grantees ? await findMissingGrantees(tx, grantees) : [];
  if (missing.length > 0) failFields({ rulesets: missing.map((grantee) => `There is no ${grantee}.`) });
  await tx.db.rows(sql`delete from ruleset where dataset_uid = ${datasetUid}`);
  await tx.db.rows(sql`
    insert into ruleset (dataset_uid, username, group_uid, permissions, security)
    select ${datasetUid}::text, username, "groupUid", array(select jsonb_array_elements_text(permissions)), security from ${rulesets}`);
}
