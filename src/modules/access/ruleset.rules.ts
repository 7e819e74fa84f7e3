import type { RulesetPermission } from '#api/session/permissions.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import type { DatasetSecurity, DatasetSecurityInput } from './dataset-security.ts';
import { parseSecurity } from './dataset-security.rules.ts';

/** The rights and the security that a ruleset grants, as they are stored. */
export interface RulesetGrant {
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
