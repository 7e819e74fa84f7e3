import type { RequestContext } from '../../api/context.ts';
import { checkAll, checkBefore } from '../../kernel/check-all.ts';
import { fail, failFields, required } from '../../kernel/fail.ts';
import { findMissingGrantees, parseRulesetGrant, RulesetEntity, type RulesetGrantInput } from '../access/index.ts';
import { changeDataset } from '../datasets/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';

/** A ruleset to be made. */
interface NewRuleset extends RulesetGrantInput {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null;
}

/** Gives a user or a group a ruleset on a dataset and answers the holder's name; fails INVALID_INPUT where they have one already (docs/contract/rest.md 2). */
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

/** A change of a ruleset, which may name its holder once more. */
interface RulesetChange extends NewRuleset {
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

/** Takes the ruleset of a user or a group on a dataset away and answers the holder's name; fails NOT_FOUND where there is none. */
export function deleteRuleset(
  ctx: RequestContext,
  holder: Grantee,
  { datasetUid, expectedRevision }: { datasetUid: string; expectedRevision?: number | null },
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    tx.em.remove(await findRuleset(tx, datasetUid, holder));
    return keyOfGrantee(holder);
  });
}

/** The ruleset of a holder on a dataset that is being changed, or null. */
const findRulesetOrNull = (tx: RequestContext, datasetUid: string, holder: Grantee): Promise<RulesetEntity | null> =>
  tx.em.findOne(RulesetEntity, { datasetUid, ...holder });

/** The same; fails NOT_FOUND where there is none. */
const findRuleset = async (tx: RequestContext, datasetUid: string, holder: Grantee): Promise<RulesetEntity> =>
  (await findRulesetOrNull(tx, datasetUid, holder)) ?? fail('NOT_FOUND');

/** Whose a ruleset is: one user's, or that of a group. */
export type Grantee =
  { readonly user: string; readonly group?: never } | { readonly group: string; readonly user?: never };

/** The username or the group's uid. */
const keyOfGrantee = (holder: Grantee): string => holder.user ?? holder.group;

/** Fails INVALID_INPUT at the field that names the holder; the reason may speak of them as `user ada`. */
const failAtGrantee = (holder: Grantee, reason: (name: string) => string): never =>
  holder.user === undefined
    ? failFields({ 'group.uid': [reason(`group ${holder.group}`)] })
    : failFields({ 'user.username': [reason(`user ${holder.user}`)] });

/** Goes on when there is such a user or group, who stays until the transaction ends; fails INVALID_INPUT otherwise. */
async function requireGrantee(tx: RequestContext, holder: Grantee): Promise<void> {
  const missing = await findMissingGrantees(tx, {
    users: [holder.user ?? []].flat(),
    groups: [holder.group ?? []].flat(),
  });
  if (missing.length > 0) failAtGrantee(holder, (name) => `There is no ${name}.`);
}
