import {
  accountOf,
  caller,
  callerParameters,
  creatorPermissions,
  expandPermissions,
  type Permission,
  type RulesetPermission,
  type Session,
} from '#api/session.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import {
  datasetRights,
  type DatasetSecurity,
  fullAccess,
  grantedSecurities,
  hasPermission,
  permissionOfRight,
  securityId,
  unionOfSecurities,
} from '#access/index.ts';
import type { Dataset } from '#datasets/index.ts';
import { type DomainRights, readDomainRights, sessionOfUser } from '#identity/index.ts';
import type { AccessGrant, AccessSource, EffectiveAccess } from './ruleset.type.ts';

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
  { uid, canManage }: Pick<Dataset, 'uid' | 'canManage'>,
  username: string,
): Promise<EffectiveAccess | null> {
  if (!canManage && username !== accountOf(ctx.session))
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

/** Reads what determines the access of the session's user, and that access, by the conditions of every query. */
function accessQuery(session: Session, uids: readonly string[]): Sql {
  const d = sqlText('d');
  return sql`
    select d.uid, d.is_restricted as "isRestricted", d.default_security as "defaultSecurity",
      coalesce(d.created_by = ${caller.username}, false) as "isCreator",
      ${datasetRights.see(session, d)} as "isInCatalog", ${grantedSecurities(session, d)} as securities,
      array_remove(array[
        case when ${hasPermission(session, d, 'explore_restricted_dataset')} then 'explore_restricted_dataset' end,
        case when ${datasetRights.edit(session, d)} then 'edit_dataset' end,
        case when ${datasetRights.publish(session, d)} then 'publish_dataset' end,
        case when ${datasetRights.manage(session, d)} then 'manage_dataset' end], null) as permissions,
      (select coalesce(jsonb_agg(jsonb_build_object('groupUid', r.group_uid, 'permissions', r.permissions, 'security',
        r.security)
        order by r.username, r.group_uid), '[]'::jsonb)
        from ruleset r
        where r.dataset_uid = d.uid
          and (r.username = ${caller.username} or r.group_uid = any(${caller.groups}))) as rulesets
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

/** One reason why a user has access to a dataset. */
interface Grant {
  readonly source: `${AccessSource}`;
  readonly groupUid: string | null;
  readonly permissions: readonly Permission[];
  /** The visible data; null when the grant has permissions only. */
  readonly dataAccess: DatasetSecurity | null;
}

/** The properties of a dataset that determine a user's access. */
interface DatasetAccess {
  readonly isCreator: boolean;
  readonly isRestricted: boolean;
  readonly defaultSecurity: DatasetSecurity;
  /** The rulesets that apply to the user: their own first, then those of groups by uid. */
  readonly rulesets: readonly {
    readonly groupUid: string | null;
    readonly permissions: readonly RulesetPermission[];
    readonly security: DatasetSecurity;
  }[];
}

/** The permissions that have an effect on a dataset. */
const datasetPermissions = new Set<Permission>([
  'explore_restricted_dataset',
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'administer',
]);
const datasetPermissionsOf = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => datasetPermissions.has(permission));

/** All grants that give a user access to a dataset. The visible data is the union of the data that the grants show. */
function listGrants({ permissions, groups }: DomainRights, access: DatasetAccess): Grant[] {
  const grantees = [{ uid: null, permissions }, ...groups];
  return [
    ...(access.isCreator
      ? [{ source: 'creator' as const, groupUid: null, permissions: creatorPermissions, dataAccess: fullAccess }]
      : []),
    ...grantees.flatMap((grantee) => domainGrants(grantee.uid, datasetPermissionsOf(grantee.permissions), access)),
    ...access.rulesets.map(rulesetGrant),
    ...defaultGrants(access),
  ];
}

/**
 * The grant of a user's, or a group's, permissions for the domain. The permission to explore restricted datasets shows all data only of a
 * restricted dataset on which the user has no ruleset.
 */
function domainGrants(
  groupUid: string | null,
  permissions: readonly Permission[],
  { isRestricted, rulesets }: DatasetAccess,
): Grant[] {
  if (permissions.length === 0) return [];
  const expanded = expandPermissions(permissions);
  const canExplore = expanded.has('explore_restricted_dataset') && isRestricted && rulesets.length === 0;
  const dataAccess = expanded.has('edit_dataset') || canExplore ? fullAccess : null;
  return [{ source: 'domain', groupUid, permissions, dataAccess }];
}

/** A user who may configure the dataset sees all data, even when the ruleset shows less. */
function rulesetGrant({ groupUid, permissions, security }: DatasetAccess['rulesets'][number]): Grant {
  const canConfigure = permissions.includes('edit_dataset') || permissions.includes('publish_dataset');
  return {
    source: 'ruleset',
    groupUid,
    permissions: datasetPermissionsOf(permissions),
    dataAccess: canConfigure ? fullAccess : security,
  };
}

/** The default security applies while the dataset is not restricted and the user has no ruleset on it. */
const defaultGrants = ({ isRestricted, rulesets, defaultSecurity }: DatasetAccess): Grant[] =>
  isRestricted || rulesets.length > 0
    ? []
    : [{ source: 'default_security', groupUid: null, permissions: [], dataAccess: defaultSecurity }];
