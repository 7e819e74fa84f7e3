import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId, unreachableIdDescription } from '#api/node.type.ts';
import type { RulesetPermission } from '#api/session.ts';
import type { Edge } from '#api/reading/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/connection.type.ts';
import { DatasetSecurityType, RulesetPermissionEnum } from '#access/index.ts';
import { DatasetPartPayload } from '#datasets/index.ts';
import { RelatedGroup, RelatedUser } from '#identity/index.ts';

@InterfaceType({ description: 'The rights and the visible data of a user or a group on one dataset.' })
export abstract class Ruleset {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => [RulesetPermissionEnum], { description: 'Rights on the dataset.' })
  permissions!: readonly RulesetPermission[];

  @Field(() => DatasetSecurityType, { description: 'The visible data.' })
  security!: DatasetSecurityType;
}

@ObjectType({
  implements: Ruleset,
  description:
    'The ruleset of one user on a dataset. Several rulesets of a user, direct or through groups, form a union.',
})
export class UserRuleset extends Ruleset {
  @Field(() => RelatedUser, { description: 'The user.' })
  user!: RelatedUser;
}

@ObjectType({
  implements: Ruleset,
  description:
    'The ruleset of every member of a group on a dataset. Several rulesets of a user, direct or through groups, form a union.',
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
  @Field(() => UserRuleset, { nullable: true, description: 'The ruleset. Null when it was deleted in the meantime.' })
  userRuleset!: UserRuleset | null;

  @Field(() => UserRulesetConnection.Edge, edgeInPayload('userRulesets'))
  userRulesetEdge!: Edge<UserRuleset> | null;
}

@ObjectType({ description: "A group's ruleset after a change, and its dataset." })
export class GroupRulesetPayload extends DatasetPartPayload {
  @Field(() => GroupRuleset, { nullable: true, description: 'The ruleset. Null when it was deleted in the meantime.' })
  groupRuleset!: GroupRuleset | null;

  @Field(() => GroupRulesetConnection.Edge, edgeInPayload('groupRulesets'))
  groupRulesetEdge!: Edge<GroupRuleset> | null;
}

@ObjectType({ implements: DeletionPayload, description: "A user's deleted ruleset, and its dataset." })
export class DeleteUserRulesetPayload extends DatasetPartPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@ObjectType({ implements: DeletionPayload, description: "A group's deleted ruleset, and its dataset." })
export class DeleteGroupRulesetPayload extends DatasetPartPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}
