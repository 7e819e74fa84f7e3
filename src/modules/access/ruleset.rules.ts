import type { RulesetPermission } from '../../api/session/permissions.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields } from '../../kernel/fail.ts';
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

/** The grant that an input describes, merged with the stored grant. Omitted fields are kept; null takes the default. Fails INVALID_INPUT. */
export function parseRulesetGrant({ permissions, security }: RulesetGrantInput, before?: RulesetGrant): RulesetGrant {
  const [, kept] = checkAll(
    () => {
      if (permissions && new Set(permissions).size < permissions.length)
        failFields({ permissions: ['Name each permission once.'] });
    },
    () => (security === undefined && before ? before.security : parseSecurity(security, 'security')),
  );
  return { permissions: permissions === undefined ? (before?.permissions ?? []) : (permissions ?? []), security: kept };
}
