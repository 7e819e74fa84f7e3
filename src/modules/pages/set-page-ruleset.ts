import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { findMissingGrantees, granteeOf, type NamedGrantee } from '#access/index.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import { changePage } from './change-page.ts';
import type { SetPageRulesetInput } from './page.inputs.ts';
import { PageRulesetEntity } from './page-ruleset.entity.ts';

/**
 * Replaces the rights of a user or a group on a page, and returns the page's uid. An empty list deletes the ruleset. Fails as `changePage`
 * does, and with INVALID_INPUT when the input repeats a permission, or does not name one user or one group that exists.
 */
export const setPageRuleset = (ctx: RequestContext, input: SetPageRulesetInput): Promise<string> =>
  changePage(ctx, input, { action: 'setPageRuleset', right: 'manage' }, async (tx, page) => {
    const { permissions } = input;
    const [, grantee] = await checkAllAsync(
      () => {
        if (new Set(permissions).size < permissions.length) failFields({ permissions: ['Name each permission once.'] });
      },
      () => findGrantee(tx, input),
    );
    const { username: user, groupUid: group } = grantee;
    const current = await tx.em.findOne(PageRulesetEntity, { page, user, group });
    if (current && permissions.length === 0) tx.em.remove(current);
    else if (current) current.permissions = permissions;
    else if (permissions.length > 0)
      tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, grantee) });
  });

/**
 * Finds the user or group that the input names, and locks the row until the transaction ends. Fails INVALID_INPUT unless the input names
 * either a user or a group, and the grantee exists.
 */
async function findGrantee(tx: RequestContext, input: SetPageRulesetInput): Promise<NamedGrantee> {
  const grantee = granteeOf(input);
  const { username, groupUid, field } = grantee;
  const missing = await findMissingGrantees(tx, {
    users: username === null ? [] : [username],
    groups: groupUid === null ? [] : [groupUid],
  });
  if (missing.length > 0) failFields({ [field]: missing.map((name) => `There is no ${name}.`) });
  return grantee;
}

const referencesTo = ({ em }: RequestContext, { username, groupUid }: NamedGrantee) => ({
  user: username === null ? null : em.getReference(UserEntity, username),
  group: groupUid === null ? null : em.getReference(GroupEntity, groupUid),
});
