import { Field, ID, InputType, Int } from 'type-graphql';
import type { RulesetPermission } from '../../api/permissions.ts';
import { DatasetSecurityInput, RulesetPermissionEnum } from '../access/index.ts';

@InputType({ description: 'A user, by username.' })
export class RelatedUserInput {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;
}

@InputType({ description: 'A group, by uid.' })
export class RelatedGroupInput {
  @Field(() => ID, { description: 'The slug that identifies the group.' })
  uid!: string;
}

/** What every change of a ruleset says. */
@InputType({ description: 'A change of a ruleset.' })
abstract class RulesetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => [RulesetPermissionEnum], {
    nullable: true,
    description: 'Rights on the dataset, each once; null for none, which is the default.',
  })
  permissions?: RulesetPermission[] | null;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'What of the data, as a whole; null for everything, which is the default.',
  })
  security?: DatasetSecurityInput | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A ruleset for a user who has none on the dataset yet.' })
export class CreateUserRulesetInput extends RulesetInput {
  @Field(() => RelatedUserInput, { description: 'Who gets it.' })
  user!: RelatedUserInput;
}

@InputType({ description: 'A ruleset for a group that has none on the dataset yet.' })
export class CreateGroupRulesetInput extends RulesetInput {
  @Field(() => RelatedGroupInput, { description: 'Whose members get it.' })
  group!: RelatedGroupInput;
}

@InputType({ description: "A change of a user's ruleset; what is left out is kept." })
export class UpdateUserRulesetInput extends RulesetInput {
  @Field(() => String, { description: 'Whose ruleset.' })
  username!: string;

  @Field(() => RelatedUserInput, {
    nullable: true,
    description: 'The same user, for clients that send back what they read; a ruleset stays with its user.',
  })
  user?: RelatedUserInput | null;
}

@InputType({ description: "A change of a group's ruleset; what is left out is kept." })
export class UpdateGroupRulesetInput extends RulesetInput {
  @Field(() => ID, { description: 'Whose ruleset.' })
  groupUid!: string;

  @Field(() => RelatedGroupInput, {
    nullable: true,
    description: 'The same group, for clients that send back what they read; a ruleset stays with its group.',
  })
  group?: RelatedGroupInput | null;
}

@InputType({ description: "A user's ruleset to be taken away." })
export class DeleteUserRulesetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: 'Whose ruleset.' })
  username!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A group's ruleset to be taken away." })
export class DeleteGroupRulesetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: 'Whose ruleset.' })
  groupUid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}
