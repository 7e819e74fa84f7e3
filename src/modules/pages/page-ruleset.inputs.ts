import { Field, ID, InputType } from 'type-graphql';
import { RelatedGroupInput, RelatedUserInput } from '#access/index.ts';
import { PageChangeInput } from './page.inputs.ts';
import { type PageEditingPermission, PageEditingPermissionEnum } from './page-ruleset.type.ts';

/** The fields of every ruleset of a page that a change adds or replaces. */
@InputType({ description: 'A ruleset of a page.' })
abstract class PageRulesetInput extends PageChangeInput {
  @Field(() => [PageEditingPermissionEnum], {
    nullable: true,
    description: 'The rights besides seeing the page. Default: none.',
  })
  permissions?: PageEditingPermission[] | null;
}

@InputType({ description: 'A ruleset for a user without one on the page.' })
export class CreatePageUserRulesetInput extends PageRulesetInput {
  @Field(() => RelatedUserInput, { description: 'The user.' })
  user!: RelatedUserInput;
}

@InputType({ description: 'A ruleset for a group without one on the page.' })
export class CreatePageGroupRulesetInput extends PageRulesetInput {
  @Field(() => RelatedGroupInput, { description: 'The group.' })
  group!: RelatedGroupInput;
}

@InputType({ description: 'All rights of a user with a ruleset on the page.' })
export class UpdatePageUserRulesetInput extends PageRulesetInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@InputType({ description: 'All rights of a group with a ruleset on the page.' })
export class UpdatePageGroupRulesetInput extends PageRulesetInput {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}

@InputType({ description: "A user's ruleset to delete." })
export class DeletePageUserRulesetInput extends PageChangeInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@InputType({ description: "A group's ruleset to delete." })
export class DeletePageGroupRulesetInput extends PageChangeInput {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}
