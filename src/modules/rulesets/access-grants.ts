import { creatorPermissions, type Permission, type RulesetPermission } from '../../api/permissions.ts';
import { expandPermissions } from '../../api/session.ts';
import { fullAccess, type DatasetSecurity } from '../access/index.ts';
import type { DomainRights } from '../identity/index.ts';
import type { AccessSource } from './effective-access.type.ts';

/** One reason why somebody has access to a dataset. */
export interface Grant {
  readonly source: `${AccessSource}`;
  readonly groupUid: string | null;
  readonly permissions: readonly Permission[];
  /** What it shows of the data; null when it is about rights alone. */
  readonly dataAccess: DatasetSecurity | null;
}

/** What of a dataset decides on somebody's access. */
export interface AccessFacts {
  readonly isCreator: boolean;
  readonly isRestricted: boolean;
  readonly defaultSecurity: DatasetSecurity;
  /** Those that apply to the person: their own, then those of groups by uid. */
  readonly rulesets: readonly {
    readonly groupUid: string | null;
    readonly permissions: readonly RulesetPermission[];
    readonly security: DatasetSecurity;
  }[];
}

const meaningful = new Set<Permission>([
  'explore_restricted_dataset',
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'administer',
]);
const meaningfulOf = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => meaningful.has(permission));

/** Everything that gives a person access to a dataset; what they get of the data is the union of what the grants show. */
export function listGrants({ permissions, groups }: DomainRights, facts: AccessFacts): Grant[] {
  const holders = [{ uid: null, permissions }, ...groups];
  return [
    ...(facts.isCreator
      ? [{ source: 'creator' as const, groupUid: null, permissions: creatorPermissions, dataAccess: fullAccess }]
      : []),
    ...holders.flatMap((holder) => domainGrant(holder.uid, meaningfulOf(holder.permissions), facts)),
    ...facts.rulesets.map(rulesetGrant),
    ...defaultGrant(facts),
  ];
}

function domainGrant(
  groupUid: string | null,
  permissions: readonly Permission[],
  { isRestricted, rulesets }: AccessFacts,
): Grant[] {
  if (permissions.length === 0) return [];
  const held = expandPermissions(permissions);
  const explores = held.has('explore_restricted_dataset') && isRestricted && rulesets.length === 0;
  return [
    { source: 'domain', groupUid, permissions, dataAccess: held.has('edit_dataset') || explores ? fullAccess : null },
  ];
}

/** Who may configure the dataset sees everything, whatever the ruleset shows. */
function rulesetGrant({ groupUid, permissions, security }: AccessFacts['rulesets'][number]): Grant {
  const configures = permissions.includes('edit_dataset') || permissions.includes('publish_dataset');
  return {
    source: 'ruleset',
    groupUid,
    permissions: meaningfulOf(permissions),
    dataAccess: configures ? fullAccess : security,
  };
}

const defaultGrant = ({ isRestricted, rulesets, defaultSecurity }: AccessFacts): Grant[] =>
  isRestricted || rulesets.length > 0
    ? []
    : [{ source: 'default_security', groupUid: null, permissions: [], dataAccess: defaultSecurity }];
