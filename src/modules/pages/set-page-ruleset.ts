import type { RequestContext } from '../../api/context.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { failFields } from '../../kernel/fail.ts';
import { findMissingGrantees } from '../access/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import { changePage } from './change-page.ts';
import type { SetPageRulesetInput } from './page.inputs.ts';
import { PageRulesetEntity } from './page-ruleset.entity.ts';

/** The grantee of a ruleset: a username, or the uid of a group. */
type Grantee = { readonly user: string } | { readonly group: string };

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
    const current = await tx.em.findOne(PageRulesetEntity, { page, ...grantee });
    if (current && permissions.length === 0) tx.em.remove(current);
    else if (current) current.permissions = permissions;
    else if (permissions.length > 0)
      tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, grantee) });
  });

/**
 * Finds the user or group that the input names, and locks the row until the transaction ends. Fails INVALID_INPUT unless the input names
 * either a user or a group, and the grantee exists.
 */
async function findGrantee(tx: RequestContext, input: SetPageRulesetInput): Promise<Grantee> {
  const grantee = granteeOf(input);
  const missing = await findMissingGrantees(tx, {
    users: 'user' in grantee ? [grantee.user] : [],
    groups: 'group' in grantee ? [grantee.group] : [],
  });
  if (missing.length > 0)
    failFields({ ['user' in grantee ? 'username' : 'groupUid']: missing.map((name) => `There is no ${name}.`) });
  return grantee;
}

function granteeOf({ username, groupUid }: SetPageRulesetInput): Grantee {
  if (username != null && groupUid == null) return { user: username };
  if (groupUid != null && username == null) return { group: groupUid };
  return failFields({ username: ['Name either a user or a group.'] });
}

const referencesTo = ({ em }: RequestContext, grantee: Grantee) => ({
  user: 'user' in grantee ? em.getReference(UserEntity, grantee.user) : null,
  group: 'group' in grantee ? em.getReference(GroupEntity, grantee.group) : null,
});
