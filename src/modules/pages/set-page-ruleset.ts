import type { RequestContext } from '../../api/context.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { failFields } from '../../kernel/fail.ts';
import { findMissingGrantees } from '../access/index.ts';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import { changePage } from './change-page.ts';
import type { SetPageRulesetInput } from './page.inputs.ts';
import { PageRulesetEntity } from './page-ruleset.entity.ts';

/** Whose a ruleset is: by username, or by the uid of a group. */
type Grantee = { readonly user: string } | { readonly group: string };

/** Grants a user or a group these rights on a page and no others, none takes them all away; answers the page's uid. Fails as every change, and INVALID_INPUT. */
export const setPageRuleset = (ctx: RequestContext, input: SetPageRulesetInput): Promise<string> =>
  changePage(ctx, input, { right: 'manage' }, async (tx, page) => {
    const { permissions } = input;
    const [, holder] = await checkAllAsync(
      () => {
        if (new Set(permissions).size < permissions.length) failFields({ permissions: ['Name each permission once.'] });
      },
      () => findGrantee(tx, input),
    );
    const present = await tx.em.findOne(PageRulesetEntity, { page, ...holder });
    if (present && permissions.length === 0) tx.em.remove(present);
    else if (present) present.permissions = permissions;
    else if (permissions.length > 0)
      tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, holder) });
  });

/** The user or group that the input names, who stay until the transaction ends; fails INVALID_INPUT without exactly one that is there. */
async function findGrantee(tx: RequestContext, input: SetPageRulesetInput): Promise<Grantee> {
  const holder = granteeOf(input);
  const missing = await findMissingGrantees(tx, {
    users: 'user' in holder ? [holder.user] : [],
    groups: 'group' in holder ? [holder.group] : [],
  });
  if (missing.length > 0)
    failFields({ ['user' in holder ? 'username' : 'groupUid']: missing.map((name) => `There is no ${name}.`) });
  return holder;
}

function granteeOf({ username, groupUid }: SetPageRulesetInput): Grantee {
  if (username != null && groupUid == null) return { user: username };
  if (groupUid != null && username == null) return { group: groupUid };
  return failFields({ username: ['Name either a user or a group.'] });
}

const referencesTo = ({ em }: RequestContext, holder: Grantee) => ({
  user: 'user' in holder ? em.getReference(UserEntity, holder.user) : null,
  group: 'group' in holder ? em.getReference(GroupEntity, holder.group) : null,
});
