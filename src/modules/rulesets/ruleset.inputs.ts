import { Field, ID, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';
import type { RulesetPermission } from '#api/session.ts';
import { DatasetSecurityInput, RelatedGroupInput, RelatedUserInput, RulesetPermissionEnum } from '#access/index.ts';

/** The fields of every change of a ruleset. */
@InputType({ description: 'A change of a ruleset.' })
abstract class RulesetInput extends DatasetPartChangeInput {
  @Field(() => [RulesetPermissionEnum], {
    nullable: true,
    description: 'Rights on the dataset, each once. Default: none.',
  })
  permissions?: RulesetPermission[] | null;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'The visible data, replaced as a whole. Default: all data.',
  })
  security?: DatasetSecurityInput | null;
}

@InputType({ description: 'A ruleset for a user without one on the dataset.' })
export class CreateUserRulesetInput extends RulesetInput {
  @Field(() => RelatedUserInput, { description: 'The user.' })
  user!: RelatedUserInput;
}

@InputType({ description: 'A ruleset for a group without one on the dataset.' })
export class CreateGroupRulesetInput extends RulesetInput {
  @Field(() => RelatedGroupInput, { description: 'The group.' })
  group!: RelatedGroupInput;
}

@InputType({ description: "A change of a user's ruleset. Omitted fields are kept." })
export class UpdateUserRulesetInput extends RulesetInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => RelatedUserInput, {
    nullable: true,
    description: 'The same user, for clients that send back what they read; it cannot change.',
  })
  user?: RelatedUserInput | null;
}

@InputType({ description: "A change of a group's ruleset. Omitted fields are kept." })
export class UpdateGroupRulesetInput extends RulesetInput {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;

  @Field(() => RelatedGroupInput, {
    nullable: true,
    description: 'The same group, for clients that send back what they read; it cannot change.',
  })
  group?: RelatedGroupInput | null;
}

@InputType({ description: "A user's ruleset to delete." })
export class DeleteUserRulesetInput extends DatasetPartChangeInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@InputType({ description: "A group's ruleset to delete." })
export class DeleteGroupRulesetInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}
