import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import { findMissingGrantees, namedGrantee, type NamedGrantee } from '#access/index.ts';
import { changePage } from './change-page.ts';
import type { ReplacePageRulesetInput } from './page.inputs.ts';
import { PageRulesetEntity } from './page.entity.ts';

/**
 * Replaces the rights of a user or a group on a page, and returns the page's uid. An empty list deletes the ruleset. Fails as `changePage`
 * does, and with INVALID_INPUT when the input repeats a permission, or names a user or a group that does not exist.
 */
export const replacePageRuleset = (ctx: RequestContext, input: ReplacePageRulesetInput): Promise<string> =>
  changePage(ctx, input, { action: 'replacePageRuleset', right: 'manage', isForArchived: true }, async (tx, page) => {
    const { permissions } = input;
    const [, grantee] = await checkAllAsync(
      () => {
        if (new Set(permissions).size < permissions.length) failFields({ permissions: ['Name each permission once.'] });
      },
      () => findGrantee(tx, namedGrantee(input.grantee)),
    );
    const { username: user, groupUid: group } = grantee;
    const current = await tx.em.findOne(PageRulesetEntity, { page, user, group });
    if (current && permissions.length === 0) tx.em.remove(current);
    else if (current) current.permissions = permissions;
    else if (permissions.length > 0)
      tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, grantee) });
  });

/** Finds and locks the user or group that an input names. Fails INVALID_INPUT when there is none. */
async function findGrantee(tx: RequestContext, grantee: NamedGrantee): Promise<NamedGrantee> {
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
