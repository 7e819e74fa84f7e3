import { isRecord } from '#portal-page/json.ts';
import type { AdminAccessQuery, SecurityFragment } from '#portal-page/admin/generated/operations.ts';

/** The rights that a ruleset gives on a dataset. */
export const permissions = [
  'explore_restricted_dataset',
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
] as const satisfies readonly RulesetPermission[];

type FoundAccess = NonNullable<AdminAccessQuery['dataset']>;
type RulesetPermission = FoundAccess['userRulesets']['nodes'][number]['permissions'][number];
type Quota = NonNullable<SecurityFragment['apiCallsQuota']>;

/** The periods in which calls are counted. */
export const quotaUnits = ['second', 'minute', 'hour', 'day', 'month'] as const satisfies readonly Quota['unit'][];

/** Which data may be read. */
export interface Security {
  readonly isDataVisible: boolean;
  /** Null for all. */
  readonly visibleFields: string[] | null;
  readonly filterQuery: string;
  readonly apiCallsQuota: Quota | null;
}

/** What a user or a group may do, and which data they may read. */
export interface Ruleset {
  readonly grantee: { readonly username: string } | { readonly groupUid: string };
  readonly permissions: RulesetPermission[];
  readonly security: Security;
}

/** Who may do what with a dataset, and which data they may read. */
export interface Access {
  readonly isRestricted: boolean;
  readonly defaultSecurity: Security;
  readonly rulesets: Ruleset[];
}

/** All data. */
export const allData: Security = { isDataVisible: true, visibleFields: null, filterQuery: '', apiCallsQuota: null };

/** The name of a user or a group in a form. */
export const granteeKey = ({ grantee }: Ruleset): string =>
  'username' in grantee ? `user ${grantee.username}` : `group ${grantee.groupUid}`;

/** The access that a dataset has. */
export const savedAccess = ({ isRestricted, defaultSecurity, userRulesets, groupRulesets }: FoundAccess): Access => ({
  isRestricted,
  defaultSecurity: securityOf(defaultSecurity),
  rulesets: [
    ...userRulesets.nodes.map(({ user: { username }, ...others }) => rulesetOf({ username }, others)),
    ...groupRulesets.nodes.map(({ group: { uid }, ...others }) => rulesetOf({ groupUid: uid }, others)),
  ],
});

const rulesetOf = (
  grantee: Ruleset['grantee'],
  given: { readonly permissions: readonly RulesetPermission[]; readonly security: SecurityFragment },
): Ruleset => ({ grantee, permissions: [...given.permissions], security: securityOf(given.security) });

const securityOf = ({ isDataVisible, visibleFields, filterQuery, apiCallsQuota }: SecurityFragment): Security => ({
  isDataVisible,
  visibleFields: visibleFields && [...visibleFields],
  filterQuery,
  apiCallsQuota: apiCallsQuota && { limit: apiCallsQuota.limit, unit: apiCallsQuota.unit },
});

/** How many rules differ. */
export function differences(saved: Access, draft: Access): number {
  const texts = new Map(saved.rulesets.map((ruleset) => [granteeKey(ruleset), JSON.stringify(ruleset)]));
  const kept = new Set(draft.rulesets.map(granteeKey));
  return (
    Number(saved.isRestricted !== draft.isRestricted) +
    Number(JSON.stringify(saved.defaultSecurity) !== JSON.stringify(draft.defaultSecurity)) +
    draft.rulesets.filter((ruleset) => texts.get(granteeKey(ruleset)) !== JSON.stringify(ruleset)).length +
    saved.rulesets.filter((ruleset) => !kept.has(granteeKey(ruleset))).length
  );
}

/** An access as the browser kept it; undefined for anything else. */
export function readAccess(kept: unknown): Access | undefined {
  if (!isRecord(kept)) return undefined;
  const { isRestricted, defaultSecurity, rulesets } = kept;
  if (!Array.isArray(rulesets)) return undefined;
  return {
    isRestricted: isRestricted === true,
    defaultSecurity: readSecurity(defaultSecurity),
    rulesets: rulesets.flatMap((ruleset: unknown) => {
      if (!isRecord(ruleset) || !isRecord(ruleset['grantee'])) return [];
      const { username, groupUid } = ruleset['grantee'];
      const given = Array.isArray(ruleset['permissions']) ? ruleset['permissions'] : [];
      return {
        grantee: typeof username === 'string' ? { username } : { groupUid: String(groupUid) },
        permissions: permissions.filter((permission) => given.includes(permission)),
        security: readSecurity(ruleset['security']),
      };
    }),
  };
}

/** What was kept of a security; nothing is visible where that is unknown. */
function readSecurity(kept: unknown): Security {
  if (!isRecord(kept)) return { ...allData, isDataVisible: false };
  const { isDataVisible, visibleFields, filterQuery, apiCallsQuota } = kept;
  const unit = isRecord(apiCallsQuota) ? quotaUnits.find((each) => each === apiCallsQuota['unit']) : undefined;
  return {
    isDataVisible: isDataVisible === true,
    visibleFields: Array.isArray(visibleFields) ? visibleFields.map(String) : null,
    filterQuery: typeof filterQuery === 'string' ? filterQuery : '',
    apiCallsQuota: isRecord(apiCallsQuota) && unit ? { limit: Number(apiCallsQuota['limit']), unit } : null,
  };
}
