import { creatorPermissions, expandPermissions, type Permission, type RulesetPermission } from '#api/session.ts';
import { fullAccess, type DatasetSecurity } from '#access/index.ts';
import type { DomainRights } from '#identity/index.ts';
import type { AccessSource } from './effective-access.type.ts';

/** One reason why a user has access to a dataset. */
export interface Grant {
  readonly source: `${AccessSource}`;
  readonly groupUid: string | null;
  readonly permissions: readonly Permission[];
  /** The visible data; null when the grant has permissions only. */
  readonly dataAccess: DatasetSecurity | null;
}

/** The properties of a dataset that determine a user's access. */
export interface DatasetAccess {
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
export function listGrants({ permissions, groups }: DomainRights, access: DatasetAccess): Grant[] {
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
