import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { DeletionPayload, Node, unreachableIdDescription } from '#api/node.type.ts';
import type { Permission, RulesetPermission } from '#api/session.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DatasetSecurityType, RulesetPermissionEnum } from '#access/index.ts';
import { DatasetPartPayload } from '#datasets/index.ts';
import { PermissionEnum, RelatedGroup, RelatedUser } from '#identity/index.ts';

@InterfaceType({
  implements: Node,
  description: 'The rights and the visible data of a user or a group on one dataset.',
})
abstract class Ruleset extends Node {
  @Field(() => [RulesetPermissionEnum], { description: 'Rights on the dataset.' })
  permissions!: readonly RulesetPermission[];

  @Field(() => DatasetSecurityType, { description: 'The visible data.' })
  security!: DatasetSecurityType;
}

@ObjectType({
  implements: [Node, Ruleset],
  description: "A user's own ruleset on a dataset. Several rulesets of a user, direct or through groups, form a union.",
})
export class UserRuleset extends Ruleset {
  @Field(() => RelatedUser, { description: 'The user.' })
  user!: RelatedUser;
}

@ObjectType({
  implements: [Node, Ruleset],
  description: "The ruleset of a group's members on a dataset. Several rulesets of a user form a union.",
})
export class GroupRuleset extends Ruleset {
  @Field(() => RelatedGroup, { description: 'The group.' })
  group!: RelatedGroup;
}

@ObjectType({ description: 'A page of a list of user rulesets.' })
export class UserRulesetConnection extends ConnectionTypeOf(UserRuleset, 'UserRuleset') {}

@ObjectType({ description: 'A page of a list of group rulesets.' })
export class GroupRulesetConnection extends ConnectionTypeOf(GroupRuleset, 'GroupRuleset') {}

@ObjectType({ description: "A user's ruleset after a change, and its dataset." })
export class UserRulesetPayload extends DatasetPartPayload {
  @ChangedObject(UserRulesetConnection, 'userRulesets', 'The ruleset. Null when it was deleted in the meantime.')
  userRuleset!: UserRuleset | null;
}

@ObjectType({ description: "A group's ruleset after a change, and its dataset." })
export class GroupRulesetPayload extends DatasetPartPayload {
  @ChangedObject(GroupRulesetConnection, 'groupRulesets', 'The ruleset. Null when it was deleted in the meantime.')
  groupRuleset!: GroupRuleset | null;
}

@ObjectType({ implements: DeletionPayload, description: "A user's deleted ruleset, and its dataset." })
export class DeleteUserRulesetPayload extends DatasetPartPayload {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@ObjectType({ implements: DeletionPayload, description: "A group's deleted ruleset, and its dataset." })
export class DeleteGroupRulesetPayload extends DatasetPartPayload {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}

/** The sources of access to a dataset, as the graph's enum. */
export enum AccessSource {
  creator = 'creator',
  domain = 'domain',
  ruleset = 'ruleset',
  default_security = 'default_security',
}
registerEnumType(AccessSource, {
  name: 'AccessSource',
  description: "The source of a user's access to a dataset.",
  valuesConfig: {
    creator: { description: 'The user created the dataset.' },
    domain: { description: 'A right for the whole domain.' },
    ruleset: { description: 'A ruleset on the dataset.' },
    default_security: {
      description: 'The default security, for users without a ruleset while the dataset is not restricted.',
    },
  },
});

@ObjectType({ description: "One reason for a user's access to a dataset, and what it grants." })
export class AccessGrant {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => AccessSource, { description: 'The source of the grant.' })
  source!: `${AccessSource}`;

  @Field(() => ID, {
    nullable: true,
    description: 'The uid of the group that the grant comes through; null for a direct one.',
  })
  groupUid!: string | null;

  @Field(() => [PermissionEnum], {
    description: 'The granted rights that matter on a dataset; `administer` stands for all.',
  })
  permissions!: readonly Permission[];

  @Field(() => DatasetSecurityType, {
    nullable: true,
    description: 'The visible data: all where the grant allows editing or publishing; null for a grant of rights only.',
  })
  dataAccess!: DatasetSecurityType | null;
}

@ObjectType({
  description:
    'The access that a user has to a dataset with a key of all scopes, and its reasons; none while inactive. Callers without `manage_dataset` for the domain see of others only what the dataset itself grants: to its creator, by rulesets and by default.',
})
export class EffectiveAccess {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => RelatedUser, { description: 'The user.' })
  user!: RelatedUser;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the user is active; null when only what the dataset itself grants is shown.',
  })
  isActive!: boolean | null;

  @Field(() => Boolean, {
    description: 'Whether the user sees the dataset in the catalog; false while it is not published.',
  })
  isInCatalog!: boolean;

  @Field(() => DatasetSecurityType, { description: 'The visible data: the union of the grants.' })
  dataAccess!: DatasetSecurityType;

  @Field(() => [RulesetPermissionEnum], { description: 'The effective rights on the dataset.' })
  permissions!: readonly RulesetPermission[];

  @Field(() => [AccessGrant], {
    description:
      'The grants by creator, domain, rulesets, default security; of each the direct grant first, then groups by uid.',
  })
  grants!: readonly AccessGrant[];
}
