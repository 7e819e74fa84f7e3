import type { RequestContext } from '../../api/context.ts';
import { checkAll, checkBefore } from '../../kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '../../kernel/fail.ts';
import { findMissingGrantees, parseRulesetGrant, RulesetEntity, type RulesetGrantInput } from '../access/index.ts';
import { changeDataset } from '../datasets/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';

/** A ruleset to create. */
interface NewRuleset extends RulesetGrantInput {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null;
}

/**
 * Creates the ruleset of a user or a group on a dataset and returns the key of the grantee. Fails INVALID_INPUT when the grantee already
 * has a ruleset (docs/contract/rest.md 2).
 */
export function createRuleset(
  ctx: RequestContext,
  grantee: Grantee,
  { datasetUid, expectedRevision, ...input }: NewRuleset,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    const requireNone = () => requireNoRuleset(tx, datasetUid, grantee);
    const grant = await checkBefore(() => parseRulesetGrant(input), requireNone);
    await requireNone();
    tx.em.create(RulesetEntity, {
      datasetUid,
      ...grant,
      user: grantee.user === undefined ? null : tx.em.getReference(UserEntity, grantee.user),
      group: grantee.group === undefined ? null : tx.em.getReference(GroupEntity, grantee.group),
    });
    return keyOfGrantee(grantee);
  });
}

/** Fails INVALID_INPUT when the grantee does not exist or already has a ruleset on the dataset. */
async function requireNoRuleset(tx: RequestContext, datasetUid: string, grantee: Grantee): Promise<void> {
  await requireGrantee(tx, grantee);
  if (await findRulesetOrNull(tx, datasetUid, grantee))
    failAtGrantee(grantee, (name) => `The ${name} already has a ruleset on this dataset.`);
}

/** A change of a ruleset, which may repeat its grantee. */
interface RulesetChange extends NewRuleset {
  readonly user?: { readonly username: string } | null;
  readonly group?: { readonly uid: string } | null;
}

/**
 * Changes the ruleset of a user or a group on a dataset and returns the key of the grantee. Omitted fields are kept; an
 * empty input changes nothing. Fails INVALID_INPUT when the input names another grantee.
 */
export function updateRuleset(ctx: RequestContext, grantee: Grantee, change: RulesetChange): Promise<string> {
  const { datasetUid, expectedRevision } = change;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['security'], expectedRevision, isEmpty: isEmpty(change) },
    async (tx) => {
      const ruleset = await findRuleset(tx, datasetUid, grantee);
      const [, grant] = checkAll(
        () => {
          checkGrantee(grantee, change);
        },
        () => parseRulesetGrant(change, ruleset),
      );
      Object.assign(ruleset, grant);
      return keyOfGrantee(grantee);
    },
  );
}

const isEmpty = ({ user, group, permissions, security }: RulesetChange): boolean =>
  [user, group, permissions, security].every((given) => given === undefined);

/** Fails INVALID_INPUT when a change names another grantee, or sets the grantee to null. */
function checkGrantee(grantee: Grantee, { user, group }: RulesetChange): void {
  if (user === null || group === null) failFields({ [user === null ? 'user' : 'group']: [requiredMessage] });
  const givenKey = user?.username ?? group?.uid ?? keyOfGrantee(grantee);
  if (givenKey !== keyOfGrantee(grantee))
    failAtGrantee(grantee, (name) => `This is the ruleset of the ${name}, which cannot change.`);
}

/** Deletes the ruleset of a user or a group on a dataset and returns the key of the grantee. Fails NOT_FOUND without a ruleset. */
export function deleteRuleset(
  ctx: RequestContext,
  grantee: Grantee,
  { datasetUid, expectedRevision }: { datasetUid: string; expectedRevision?: number | null },
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    tx.em.remove(await findRuleset(tx, datasetUid, grantee));
    return keyOfGrantee(grantee);
  });
}

/** The ruleset of a grantee on a locked dataset, or null. */
const findRulesetOrNull = (tx: RequestContext, datasetUid: string, grantee: Grantee): Promise<RulesetEntity | null> =>
  tx.em.findOne(RulesetEntity, { datasetUid, ...grantee });

/** The ruleset of a grantee on a locked dataset; fails NOT_FOUND when there is none. */
const findRuleset = async (tx: RequestContext, datasetUid: string, grantee: Grantee): Promise<RulesetEntity> =>
  (await findRulesetOrNull(tx, datasetUid, grantee)) ?? fail('NOT_FOUND');

/** The user or the group of a ruleset. */
export type Grantee =
  { readonly user: string; readonly group?: never } | { readonly group: string; readonly user?: never };

/** The username or the group's uid. */
const keyOfGrantee = (grantee: Grantee): string => grantee.user ?? grantee.group;

/** Fails INVALID_INPUT at the field of the grantee. The reason receives a name such as `user ada`. */
const failAtGrantee = (grantee: Grantee, reason: (name: string) => string): never =>
  grantee.user === undefined
    ? failFields({ 'group.uid': [reason(`group ${grantee.group}`)] })
    : failFields({ 'user.username': [reason(`user ${grantee.user}`)] });

/** Fails INVALID_INPUT unless the user or group exists, and keeps it from being deleted until the transaction ends. */
async function requireGrantee(tx: RequestContext, grantee: Grantee): Promise<void> {
  const missing = await findMissingGrantees(tx, {
    users: grantee.user === undefined ? [] : [grantee.user],
    groups: grantee.group === undefined ? [] : [grantee.group],
  });
  if (missing.length > 0) failAtGrantee(grantee, (name) => `There is no ${name}.`);
}
