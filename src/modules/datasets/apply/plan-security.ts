import type { RequestContext } from '../../../api/context.ts';
import type { DesiredSection, SectionChange } from '../../../api/context.ts';
import { failFields } from '../../../kernel/fail.ts';
import { checkAll, checkAllAsync, mapCollectingErrors } from '../../../kernel/check-all.ts';
import { findMissingGrantees, parseRulesetGrant, parseSecurity } from '../../access/index.ts';
import type { DatasetApplyInput, DesiredRulesetInput } from './dataset-apply.inputs.ts';
import type { CapturedRuleset, CapturedSecurity } from '../captured-security.ts';

/** The security that an input of `datasetApply` describes; undefined when the input has no field of the security. */
export async function planSecurity(
  tx: RequestContext,
  desired: DesiredSection<CapturedSecurity>,
): Promise<SectionChange<CapturedSecurity> | undefined> {
  const { current } = desired;
  const { isRestricted, defaultSecurity, rulesets }: Partial<DatasetApplyInput> = desired.input;
  if (isRestricted === undefined && defaultSecurity === undefined && rulesets === undefined) return undefined;
  const [security, parsedRulesets] = await checkAllAsync(
    () => (defaultSecurity === undefined ? current.defaultSecurity : parseSecurity(defaultSecurity, 'defaultSecurity')),
    () => (rulesets === undefined ? current.rulesets : parseRulesets(tx, rulesets ?? [])),
  );
  return {
    snapshot: {
      isRestricted: isRestricted === undefined ? current.isRestricted : (isRestricted ?? false),
      defaultSecurity: security,
      rulesets: parsedRulesets,
    },
  };
}

/** Validates the rulesets of an input: each names one existing user or group, and none is named twice. Fails INVALID_INPUT. */
async function parseRulesets(tx: RequestContext, desired: readonly DesiredRulesetInput[]): Promise<CapturedRuleset[]> {
  const missing = new Set(
    await findMissingGrantees(tx, {
      users: desired.flatMap(({ username }) => username ?? []),
      groups: desired.flatMap(({ groupUid }) => groupUid ?? []),
    }),
  );
  const granted = new Set<string>();
  return mapCollectingErrors(
    desired,
    (index) => `rulesets.${index}`,
    (ruleset) => {
      const [, grant] = checkAll(
        () => {
          const grantee = granteeOf(ruleset) ?? failFields({ username: ['Name either a user or a group.'] });
          const field = ruleset.username == null ? 'groupUid' : 'username';
          if (missing.has(grantee)) failFields({ [field]: [`There is no ${grantee}.`] });
          if (granted.has(grantee)) failFields({ [field]: [`The ${grantee} already has a ruleset on this dataset.`] });
          granted.add(grantee);
        },
        () => parseRulesetGrant(ruleset),
      );
      return { username: ruleset.username ?? null, groupUid: ruleset.groupUid ?? null, ...grant };
    },
  );
}

/** The user or group of a ruleset, as messages name it; undefined when the input names neither or both. */
const granteeOf = ({ username, groupUid }: DesiredRulesetInput): string | undefined => {
  if (groupUid == null) return username == null ? undefined : `user ${username}`;
  return username == null ? `group ${groupUid}` : undefined;
};
