import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { partIdDescription } from '../../api/node/node.type.ts';
import type { RulesetPermission } from '../../api/permissions.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DatasetSecurityType, RulesetPermissionEnum } from '../access/index.ts';
import { DatasetPayload } from '../datasets/index.ts';
import { RelatedGroup, RelatedUser } from '../identity/index.ts';

@InterfaceType({ description: 'What somebody gets on one dataset.' })
export abstract class Ruleset {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => [RulesetPermissionEnum], { description: 'Rights on the dataset.' })
  permissions!: readonly RulesetPermission[];

  @Field(() => DatasetSecurityType, { description: 'What of the data.' })
  security!: DatasetSecurityType;
}

@ObjectType({
  implements: Ruleset,
  description: 'What one user gets on a dataset; who is under several rulesets gets their union.',
})
export class UserRuleset extends Ruleset {
  @Field(() => RelatedUser, { description: 'Who gets it.' })
  user!: RelatedUser;
}

@ObjectType({
  implements: Ruleset,
  description: 'What every member of a group gets on a dataset; who is under several rulesets gets their union.',
})
export class GroupRuleset extends Ruleset {
  @Field(() => RelatedGroup, { description: 'Whose members get it.' })
  group!: RelatedGroup;
}

@ObjectType({ description: 'A page of a list of user rulesets.' })
export class UserRulesetConnection extends ConnectionOf(UserRuleset, 'UserRuleset') {}

@ObjectType({ description: 'A page of a list of group rulesets.' })
export class GroupRulesetConnection extends ConnectionOf(GroupRuleset, 'GroupRuleset') {}

@ObjectType({ description: "A user's ruleset after a change, and its dataset." })
export class UserRulesetPayload extends DatasetPayload {
  @Field(() => UserRuleset, { nullable: true, description: 'The ruleset; null when it is gone meanwhile.' })
  userRuleset!: UserRuleset | null;
}

@ObjectType({ description: "A group's ruleset after a change, and its dataset." })
export class GroupRulesetPayload extends DatasetPayload {
  @Field(() => GroupRuleset, { nullable: true, description: 'The ruleset; null when it is gone meanwhile.' })
  groupRuleset!: GroupRuleset | null;
}

@ObjectType({ description: "A user's ruleset that is gone, and its dataset." })
export class DeleteUserRulesetPayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` of the deleted object, by which a cache evicts it.' })
  id!: string;

  @Field(() => String, { description: 'The name of the user whom it was for.' })
  username!: string;
}

@ObjectType({ description: "A group's ruleset that is gone, and its dataset." })
export class DeleteGroupRulesetPayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` of the deleted object, by which a cache evicts it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid of the group that it was for.' })
  groupUid!: string;
}
