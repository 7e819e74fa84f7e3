import { ObjectType, Field, registerEnumType } from 'type-graphql';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { RelatedGroup, RelatedUser } from '#identity/index.ts';
import type { editingPermissions } from './page-rights.ts';

/** A right on a page besides seeing it. */
export type PageEditingPermission = (typeof editingPermissions)[number];

/** The rights on a page besides seeing it, as the graph's enum. */
export const PageEditingPermissionEnum: { readonly [Name in PageEditingPermission]: Name } = {
  edit_page: 'edit_page',
  manage_page: 'manage_page',
};
registerEnumType(PageEditingPermissionEnum, {
  name: 'PageEditingPermission',
  description:
    'A right that a ruleset grants on its page, besides seeing it. On a studio page the only one is `edit_page`.',
  valuesConfig: {
    edit_page: { description: 'Change, publish, archive and delete the page.' },
    manage_page: { description: 'Everything that `edit_page` allows, and changing who sees the page.' },
  },
});

const permissionsField = { description: 'The rights besides seeing the page, each once.' };

@ObjectType({ description: 'A user who sees a page while it is restricted, and their rights on it.' })
export class PageUserRuleset {
  @Field(() => RelatedUser, { description: 'The user.' })
  user!: RelatedUser;

  @Field(() => [PageEditingPermissionEnum], permissionsField)
  permissions!: readonly PageEditingPermission[];
}

@ObjectType({ description: 'A group whose members see a page while it is restricted, and their rights on it.' })
export class PageGroupRuleset {
  @Field(() => RelatedGroup, { description: 'The group.' })
  group!: RelatedGroup;

  @Field(() => [PageEditingPermissionEnum], permissionsField)
  permissions!: readonly PageEditingPermission[];
}

@ObjectType({ description: 'A page of a list of user rulesets of a page.' })
export class PageUserRulesetConnection extends ConnectionTypeOf(PageUserRuleset, 'PageUserRuleset') {}

@ObjectType({ description: 'A page of a list of group rulesets of a page.' })
export class PageGroupRulesetConnection extends ConnectionTypeOf(PageGroupRuleset, 'PageGroupRuleset') {}

@ObjectType({ description: "A user's ruleset after a change." })
export class PageUserRulesetPayload {
  @ChangedObject(PageUserRulesetConnection, 'userRulesets', 'The ruleset. Null when it was deleted in the meantime.')
  userRuleset!: PageUserRuleset | null;
}

@ObjectType({ description: "A group's ruleset after a change." })
export class PageGroupRulesetPayload {
  @ChangedObject(PageGroupRulesetConnection, 'groupRulesets', 'The ruleset. Null when it was deleted in the meantime.')
  groupRuleset!: PageGroupRuleset | null;
}
