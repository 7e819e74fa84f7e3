import type { RequestContext } from '#api/context.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import {
  failAtGrantee,
  type Grantee,
  isGrantee,
  keyOfGrantee,
  parseRulesetGrant,
  RulesetEntity,
  type RulesetGrantInput,
  unknownGrantee,
} from '#access/index.ts';
import { changeDataset } from '#datasets/index.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';

/** A ruleset to create. */
interface NewRuleset extends RulesetGrantInput {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null;
}

/** Creates a ruleset on a dataset and returns the key of the grantee. Fails INVALID_INPUT when one exists (docs/contract/rest.md 2). */
export function createRuleset(
  ctx: RequestContext,
  grantee: Grantee,
  { datasetUid, expectedRevision, ...input }: NewRuleset,
): Promise<string> {
  const read = (tx: RequestContext) => problemOfGrantee(tx, datasetUid, grantee);
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision, read }, (tx, _dataset, problem) => {
    const [, grant] = checkAll(
      () => {
        if (problem !== undefined) failAtGrantee(grantee, problem);
      },
      () => parseRulesetGrant(input),
    );
    tx.em.create(RulesetEntity, {
      datasetUid,
      ...grant,
      user: grantee.user === undefined ? null : tx.em.getReference(UserEntity, grantee.user),
      group: grantee.group === undefined ? null : tx.em.getReference(GroupEntity, grantee.group),
    });
    return keyOfGrantee(grantee);
  });
}

/** Why a grantee cannot get a ruleset on a dataset: because they do not exist, or already have one. Undefined when they can. */
async function problemOfGrantee(
  tx: RequestContext,
  datasetUid: string,
  grantee: Grantee,
): Promise<((name: string) => string) | undefined> {
  const [exists, found] = await Promise.all([isGrantee(tx, grantee), findRulesetOrNull(tx, datasetUid, grantee)]);
  if (!exists) return unknownGrantee;
  return found ? (name) => `The ${name} already has a ruleset on this dataset.` : undefined;
}

/** A change of a ruleset, which may repeat its grantee. */
interface RulesetChange extends NewRuleset {
  readonly user?: { readonly username: string } | null;
  readonly group?: { readonly uid: string } | null;
}

/** Changes a ruleset on a dataset and returns the key of the grantee. Fails INVALID_INPUT for another grantee in the input. */
export function updateRuleset(ctx: RequestContext, grantee: Grantee, change: RulesetChange): Promise<string> {
  const { datasetUid, expectedRevision } = change;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['security'], expectedRevision, isEmpty: isEmpty(change), read: findRuleset(datasetUid, grantee) },
    (_tx, _dataset, ruleset) => {
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
  const read = findRuleset(datasetUid, grantee);
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision, read }, (tx, _dataset, ruleset) => {
    tx.em.remove(ruleset);
    return keyOfGrantee(grantee);
  });
}

/** The ruleset of a grantee on a dataset, or null. */
const findRulesetOrNull = (tx: RequestContext, datasetUid: string, grantee: Grantee): Promise<RulesetEntity | null> =>
  tx.em.findOne(RulesetEntity, { datasetUid, ...grantee });

/** Makes the function that finds the ruleset of a grantee on a dataset; it fails NOT_FOUND when there is none. */
const findRuleset =
  (datasetUid: string, grantee: Grantee) =>
  async (tx: RequestContext): Promise<RulesetEntity> =>
    (await findRulesetOrNull(tx, datasetUid, grantee)) ?? fail('NOT_FOUND');
