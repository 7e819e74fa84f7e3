import { recordsFilterOf } from './records-filter.ts';
import { accountOf, caller, callerParameters, type RulesetPermission, type Session } from '#api/session.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import {
  datasetRights,
  grantedSecurities,
  hasPermission,
  permissionOfRight,
  securityId,
  unionOfRecordFilters,
  unionOfSecurities,
  type DatasetSecurity,
} from '#access/index.ts';
import type { Dataset } from '#datasets/index.ts';
import { readDomainRights, sessionOfUser, type DomainRights } from '#identity/index.ts';
import { listGrants, type DatasetAccess, type Grant } from './access-grants.ts';
import type { AccessGrant, EffectiveAccess } from './effective-access.type.ts';

/** What determines a user's access to a dataset, and the resulting access. */
interface AccessRow extends DatasetAccess {
  readonly uid: string;
  readonly isInCatalog: boolean;
  readonly permissions: readonly RulesetPermission[];
  readonly securities: readonly DatasetSecurity[];
}

/**
 * The access of a user to a dataset, and the reasons for it; null when there is no such user. A caller who manages only this
 * dataset sees what the dataset's own security grants, but not the user's rights for the domain or whether the user is active.
 * Fails PERMISSION_DENIED when a caller without the right to manage the dataset asks about another user. Calls made together for one
 * user share two statements for any number of datasets.
 */
export function loadEffectiveAccess(
  ctx: RequestContext,
  { uid, mayManage }: Pick<Dataset, 'uid' | 'mayManage'>,
  username: string,
): Promise<EffectiveAccess | null> {
  if (!mayManage && username !== accountOf(ctx.session))
    fail('PERMISSION_DENIED', { permission: permissionOfRight.manage });
  return ctx.loaders
    .of<EffectiveAccess | null>(`effectiveAccess ${username}`, (uids) => loadAccess(ctx, uids, username))
    .load(uid);
}

async function loadAccess(
  { db, session: callerSession }: RequestContext,
  uids: readonly string[],
  username: string,
): Promise<(EffectiveAccess | null)[]> {
  const found = await readDomainRights(db, username);
  if (!found) return uids.map(() => null);
  const canSeeDomainRights = username === accountOf(callerSession) || callerSession.permissions.has('manage_dataset');
  const user = canSeeDomainRights ? found : withoutDomainRights(found);
  const session = sessionOfUser(user);
  const rows = await db.rows<AccessRow>(accessQuery(session, uids), callerParameters(session));
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return uids.map((uid) => toEffectiveAccess(user, byUid.get(uid), canSeeDomainRights ? user.isActive : null));
}

/** The user without rights for the whole domain, and as an active user, because the caller must not learn whether the user is active. */
const withoutDomainRights = ({ username, groups }: DomainRights): DomainRights => ({
  username,
  isActive: true,
  permissions: [],
  groups: groups.map(({ uid }) => ({ uid, permissions: [] })),
});

/**
 * Reads the properties that determine the access of the session's user, and the resulting access, by the conditions that every query of
 * that user applies.
 */
function accessQuery(session: Session, uids: readonly string[]): Sql {
  const d = sqlText('d');
  return sql`
    select d.uid, d.is_restricted as "isRestricted", d.default_security as "defaultSecurity", coalesce(d.created_by = ${caller.username}, false) as "isCreator",
      ${datasetRights.see(session, d)} as "isInCatalog", ${grantedSecurities(session, d)} as securities,
      array_remove(array[
        case when ${hasPermission(session, d, 'explore_restricted_dataset')} then 'explore_restricted_dataset' end,
        case when ${datasetRights.edit(session, d)} then 'edit_dataset' end,
        case when ${datasetRights.publish(session, d)} then 'publish_dataset' end,
        case when ${datasetRights.manage(session, d)} then 'manage_dataset' end], null) as permissions,
      (select coalesce(jsonb_agg(jsonb_build_object('groupUid', r.group_uid, 'permissions', r.permissions, 'security', r.security)
        order by r.username, r.group_uid), '[]'::jsonb)
        from ruleset r where r.dataset_uid = d.uid and (r.username = ${caller.username} or r.group_uid = any(${caller.groups}))) as rulesets
    from dataset d where d.uid = any(${uids}::text[])`;
}

function toEffectiveAccess(
  user: DomainRights,
  row: AccessRow | undefined,
  shownIsActive: boolean | null,
): EffectiveAccess | null {
  if (!row) return null;
  const { isActive, username } = user;
  const securities = isActive ? row.securities : [];
  const grants = isActive ? listGrants(user, row) : [];
  const key = `${row.uid}/access/${username}`;
  return {
    id: toNodeId('EffectiveAccess', key),
    user: { username },
    isActive: shownIsActive,
    grants: grants.map((grant) => toAccessGrant(grant, key)),
    isInCatalog: isActive && row.isInCatalog,
    permissions: row.permissions,
    dataAccess: { id: securityId(key), ...unionOfSecurities(securities) },
    recordsFilter: recordsFilterOf(unionOfRecordFilters(securities)),
  };
}

/** A grant with its identifiers. Its source and group identify it: each source grants at most once directly and once for each group. */
function toAccessGrant(grant: Grant, accessKey: string): AccessGrant {
  const key = `${accessKey}/${grant.source}/${grant.groupUid ?? ''}`;
  return {
    ...grant,
    id: toNodeId('AccessGrant', key),
    dataAccess: grant.dataAccess && { id: securityId(key), ...grant.dataAccess },
  };
}
