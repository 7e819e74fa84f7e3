import type { RequestContext } from '#api/context.ts';
import type { DesiredSection, SectionChange } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { checkAll, checkAllAsync, mapCollectingErrors } from '#kernel/check-all.ts';
import { findMissingGrantees, granteeOf, parseRulesetGrant, parseSecurity, type NamedGrantee } from '#access/index.ts';
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
      users: desired.flatMap(({ grantee, username }) => grantee?.username ?? username ?? []),
      groups: desired.flatMap(({ grantee, groupUid }) => grantee?.groupUid ?? groupUid ?? []),
    }),
  );
  const granted = new Set<string>();
  return mapCollectingErrors(
    desired,
    (index) => `rulesets.${index}`,
    (ruleset) => {
      const [grantee, grant] = checkAll(
        () => {
          const { field, ...named } = granteeOf(ruleset);
          const name = nameOf(named);
          if (missing.has(name)) failFields({ [field]: [`There is no ${name}.`] });
          if (granted.has(name)) failFields({ [field]: [`The ${name} already has a ruleset on this dataset.`] });
          granted.add(name);
          return named;
        },
        () => parseRulesetGrant(ruleset),
      );
      return { ...grantee, ...grant };
    },
  );
}

/** The user or group of a ruleset, as messages name it. */
const nameOf = ({ username, groupUid }: Pick<NamedGrantee, 'username' | 'groupUid'>): string =>
  username === null ? `group ${groupUid ?? ''}` : `user ${username}`;
