import type { RequestContext } from '../../api/context.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { parseRulesetGrant } from '../access/index.ts';
import { changeDataset } from '../datasets/index.ts';
import type { NewRuleset } from './create-ruleset.ts';
import { findRuleset } from './find-ruleset.ts';
import { failAtGrantee, keyOfGrantee, type Grantee } from './grantee.ts';

/** A change of a ruleset, which may name its holder once more. */
export interface RulesetChange extends NewRuleset {
  readonly user?: { readonly username: string } | null;
  readonly group?: { readonly uid: string } | null;
}

/**
 * Changes what a user or a group gets on a dataset and answers the holder's name; what the input leaves out is kept, and
 * an empty input changes nothing. Fails INVALID_INPUT where it names another holder.
 */
export function updateRuleset(ctx: RequestContext, holder: Grantee, change: RulesetChange): Promise<string> {
  const { datasetUid, expectedRevision } = change;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['security'], expectedRevision, isEmpty: isEmpty(change) },
    async (tx) => {
      const ruleset = await findRuleset(tx, datasetUid, holder);
      const [, content] = checkAll(
        () => {
          checkGrantee(holder, change);
        },
        () => parseRulesetGrant(change, ruleset),
      );
      Object.assign(ruleset, content);
      return keyOfGrantee(holder);
    },
  );
}

const isEmpty = ({ user, group, permissions, security }: RulesetChange): boolean =>
  [user, group, permissions, security].every((given) => given === undefined);

function checkGrantee(holder: Grantee, { user, group }: RulesetChange): void {
  if (user === null || group === null) failFields({ [user === null ? 'user' : 'group']: [required] });
  const named = user?.username ?? group?.uid ?? keyOfGrantee(holder);
  if (named !== keyOfGrantee(holder))
    failAtGrantee(holder, (name) => `This is the ruleset of the ${name}, and stays so.`);
}
