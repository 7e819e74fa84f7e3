import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import {
  failAtGrantee,
  findMissingGrantees,
  type Grantee,
  isGrantee,
  namedGrantee,
  type NamedGrantee,
  unknownGrantee,
} from '#access/index.ts';
import { changePage } from './change-page.ts';
import type { PageChangeInput, ReplacePageRulesetInput } from './page.inputs.ts';
import { type PageEntity, PageRulesetEntity } from './page.entity.ts';
import type { PageEditingPermission } from './page-ruleset.type.ts';
import { editingPermissions, type PagePermission } from './page-rights.ts';
import type { PageKind } from './page.type.ts';

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

/** The rights on a page as REST names them: a ruleset without any lets see the page. */
interface RulesetChange extends PageChangeInput {
  readonly permissions?: PageEditingPermission[] | null;
}

/** The permissions of rulesets of each kind of page: the right to edit a studio page does not include deciding who sees it. */
const permissionsOfKind: Readonly<Record<PageKind, readonly PageEditingPermission[]>> = {
  studio_page: ['edit_page'],
  code_editor_page: editingPermissions,
};

/** The permissions to store; fails INVALID_INPUT for one that pages of the kind do not have. */
function parsePermissions({ kind }: PageEntity, { permissions }: RulesetChange): PagePermission[] {
  const allowed = permissionsOfKind[kind];
  const given = [...new Set(permissions ?? [])];
  if (!given.every((permission) => allowed.includes(permission)))
    failFields({ permissions: [`Choose from ${allowed.join(', ')}.`] });
  return given.length === 0 ? ['explore_restricted_page'] : given;
}

/** Changes the rulesets of a page, archived or not, and returns its uid. */
const changeRulesets = (
  ctx: RequestContext,
  verb: 'create' | 'update' | 'delete',
  grantee: Grantee,
  input: RulesetChange,
  apply: (tx: RequestContext, page: PageEntity, current: PageRulesetEntity | null) => unknown,
): Promise<string> => {
  const action = `${verb}Page${grantee.user === undefined ? 'Group' : 'User'}Ruleset`;
  return changePage(ctx, input, { action, right: 'manage', isForArchived: true }, async (tx, page) => {
    const { user = null, group = null } = grantee;
    await apply(tx, page, await tx.em.findOne(PageRulesetEntity, { page, user, group }));
  });
};

/** Gives a user or a group a ruleset on a page. Fails as `changePage` does, and INVALID_INPUT when they have one, or do not exist. */
export const createPageRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'create', grantee, input, async (tx, page, current) => {
    const [permissions] = await checkAllAsync(
      () => parsePermissions(page, input),
      async () => {
        if (!(await isGrantee(tx, grantee))) failAtGrantee(grantee, unknownGrantee);
        if (current) failAtGrantee(grantee, (name) => `The ${name} already has a ruleset on this page.`);
      },
    );
    const named = { username: grantee.user ?? null, groupUid: grantee.group ?? null, field: '' };
    tx.em.create(PageRulesetEntity, { page, permissions, ...referencesTo(tx, named) });
  });

/** Replaces the rights of a user or a group with a ruleset on a page. Fails as `changePage` does, and NOT_FOUND when they have none. */
export const updatePageRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'update', grantee, input, (_tx, page, current) => {
    const ruleset = current ?? fail('NOT_FOUND');
    ruleset.permissions = parsePermissions(page, input);
  });

/** Deletes the ruleset of a user or a group on a page. Fails as `changePage` does, and NOT_FOUND when they have none. */
export const deletePageRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'delete', grantee, input, (tx, _page, current) => {
    tx.em.remove(current ?? fail('NOT_FOUND'));
  });
