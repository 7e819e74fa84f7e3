import type { RulesetPermission } from '#api/session/permissions.ts';
import type { DatasetSecurity } from '#access/index.ts';

/** A ruleset in a version; either the user or the group is null. */
export interface CapturedRuleset {
  readonly username: string | null;
  readonly groupUid: string | null;
  readonly permissions: readonly RulesetPermission[];
  readonly security: DatasetSecurity;
}

/** The security of a dataset in a version. */
export interface CapturedSecurity {
  readonly isRestricted: boolean;
  readonly defaultSecurity: DatasetSecurity;
  readonly rulesets: readonly CapturedRuleset[];
}
