import type { RequestContext } from '../../api/context.ts';
import { checkBefore } from '../../kernel/check-all.ts';
import { readContent, type RulesetContentInput, RulesetEntity } from '../access/index.ts';
import { changeDataset } from '../datasets/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import { rulesetOf } from './find-ruleset.ts';
import { failHolder, nameOf, requireHolder, type Holder } from './holder.ts';

/** A ruleset to be made. */
export interface NewRuleset extends RulesetContentInput {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null;
}

/** Gives a user or a group a ruleset on a dataset and answers the holder's name; fails INVALID_INPUT where they have one already (rest.md 2). */
export function createRuleset(
  ctx: RequestContext,
  holder: Holder,
  { datasetUid, expectedRevision, ...input }: NewRuleset,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    const requireFree = () => requireFreeHolder(tx, datasetUid, holder);
    const content = await checkBefore(() => readContent(input), requireFree);
    await requireFree();
    tx.em.create(RulesetEntity, {
      datasetUid,
      ...content,
      user: holder.user === undefined ? null : tx.em.getReference(UserEntity, holder.user),
      group: holder.group === undefined ? null : tx.em.getReference(GroupEntity, holder.group),
    });
    return nameOf(holder);
  });
}

async function requireFreeHolder(tx: RequestContext, datasetUid: string, holder: Holder): Promise<void> {
  await requireHolder(tx, holder);
  if (await rulesetOf(tx, datasetUid, holder))
    failHolder(holder, (name) => `The ${name} has a ruleset here already; change that one.`);
}
