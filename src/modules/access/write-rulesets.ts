import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { RulesetPermission } from '#api/session.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type DatasetSecurity, type DatasetSecurityInput, parseSecurity } from './dataset-security.ts';
import { allInOrder } from '#kernel/concurrency.ts';

/** Replaces the rulesets of a locked dataset by those of a snapshot. Fails INVALID_INPUT for an unknown user or group. */
export async function writeRulesets(
  tx: RequestContext,
  datasetUid: string,
  snapshot: readonly object[],
): Promise<void> {
  const rulesets = sql`
    jsonb_to_recordset(${JSON.stringify(snapshot)}::jsonb) r(username text, "groupUid" text, permissions jsonb,
      security jsonb)`;
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
    select ${datasetUid}::text, username, "groupUid", array(select jsonb_array_elements_text(permissions)), security
    from ${rulesets}`);
}

/** The rights and the security that a ruleset grants, as they are stored. */
interface RulesetGrant {
  readonly permissions: RulesetPermission[];
  readonly security: DatasetSecurity;
}

/** The fields of an input that describe a grant. */
export interface RulesetGrantInput {
  readonly permissions?: RulesetPermission[] | null;
  readonly security?: DatasetSecurityInput | null;
}

/** The grant that an input describes. An omitted field keeps its stored value; null sets the default. Fails INVALID_INPUT. */
export function parseRulesetGrant({ permissions, security }: RulesetGrantInput, stored?: RulesetGrant): RulesetGrant {
  const [, parsedSecurity] = checkAll(
    () => {
      if (permissions && new Set(permissions).size < permissions.length)
        failFields({ permissions: ['Name each permission once.'] });
    },
    () => (security === undefined && stored ? stored.security : parseSecurity(security, 'security')),
  );
  const grantedPermissions = permissions === undefined ? stored?.permissions : permissions;
  return { permissions: grantedPermissions ?? [], security: parsedSecurity };
}

/** Users by username and groups by uid, as rulesets name them. */
interface Grantees {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Returns the missing users and groups, in the form `user ada` or `group readers`, and locks the existing ones. */
export async function findMissingGrantees({ db }: RequestContext, { users, groups }: Grantees): Promise<string[]> {
  const rows = await allInOrder([
    db.rows<{ grantee: string }>(sql`
      select 'user ' || username as grantee
      from user_account
      where username = any(${users}::text[])
      order by username
      for key share`),
    db.rows<{ grantee: string }>(sql`
      select 'group ' || uid as grantee from user_group where uid = any(${groups}::text[]) order by uid for key share`),
  ]);
  const existing = new Set(rows.flat().map(({ grantee }) => grantee));
  return [...users.map((name) => `user ${name}`), ...groups.map((uid) => `group ${uid}`)].filter(
    (grantee) => !existing.has(grantee),
  );
}
