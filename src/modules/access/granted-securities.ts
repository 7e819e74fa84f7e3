import { callerOnDatasets } from '#api/session/caller.ts';
import type { Session } from '#api/session/session.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { datasetRights, hasPermission, withinLimit } from './dataset-rights.ts';
import { fullAccess } from './dataset-security.ts';

const fullSecurity = sql`${JSON.stringify(fullAccess)}::jsonb`;

/**
 * The query that selects the securities which a dataset grants the caller, one in the column `security` of each row: those of the caller's
 * rulesets, or the default security for a caller without a ruleset. The caller's access to the data is the union of these securities.
 */
export const selectSecurities = (session: Session, dataset: Sql): Sql => {
  const { username, groups } = callerOnDatasets(session);
  const namesCaller = sql`(r.username = ${username} or r.group_uid = any(${groups}))`;
  const appliesToCaller = sql`r.dataset_uid = ${dataset}.uid and ${withinLimit(session, dataset, namesCaller)}`;
  const securityWithoutRuleset = sql`case when not ${dataset}.is_restricted then ${dataset}.default_security
    when ${hasPermission(session, dataset, 'explore_restricted_dataset')} then ${fullSecurity} end`;
  return sql`select r.security, r.username, r.group_uid from ruleset r where ${appliesToCaller}
    union all select security, null, null from (select ${securityWithoutRuleset} as security) as otherwise
    where security is not null and not exists (select 1 from ruleset r where ${appliesToCaller})`;
};

/**
 * The caller's access to a dataset's data: a jsonb array of securities, whose union is the access. Callers who may configure the
 * dataset have full access; others have what their rulesets grant or, without a ruleset, what default_security grants. On a
 * restricted dataset default_security grants nothing, and the right to explore restricted datasets grants full access.
 */
export const grantedSecurities = (session: Session, dataset: Sql): Sql => sql`(
  case when ${datasetRights.read(session, dataset)} then jsonb_build_array(${fullSecurity}) else (
    select coalesce(jsonb_agg(granted.security order by granted.username, granted.group_uid), '[]'::jsonb)
    from (${selectSecurities(session, dataset)}) granted) end)`;
