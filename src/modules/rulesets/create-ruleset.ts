import type { RequestContext } from '../../api/context.ts';
import { checkBefore } from '../../kernel/check-all.ts';
import { parseRulesetGrant, type RulesetGrantInput, RulesetEntity } from '../access/index.ts';
import { changeDataset } from '../datasets/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import { findRulesetOrNull } from './find-ruleset.ts';
import { failAtGrantee, keyOfGrantee, requireGrantee, type Grantee } from './grantee.ts';

/** A ruleset to be made. */
export interface NewRuleset extends RulesetGrantInput {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null;
}

/** Gives a user or a group a ruleset on a dataset and answers the holder's name; fails INVALID_INPUT where they have one already (rest.md 2). */
export function createRuleset(
  ctx: RequestContext,
  holder: Grantee,
  { datasetUid, expectedRevision, ...input }: NewRuleset,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    const requireFree = () => requireNoRuleset(tx, datasetUid, holder);
    const content = await checkBefore(() => parseRulesetGrant(input), requireFree);
    await requireFree();
    tx.em.create(RulesetEntity, {
      datasetUid,
      ...content,
      user: holder.user === undefined ? null : tx.em.getReference(UserEntity, holder.user),
      group: holder.group === undefined ? null : tx.em.getReference(GroupEntity, holder.group),
    });
    return keyOfGrantee(holder);
  });
}

async function requireNoRuleset(tx: RequestContext, datasetUid: string, holder: Grantee): Promise<void> {
  await requireGrantee(tx, holder);
  if (await findRulesetOrNull(tx, datasetUid, holder))
    failAtGrantee(holder, (name) => `The ${name} has a ruleset here already; change that one.`);
}
