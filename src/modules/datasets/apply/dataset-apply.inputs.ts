import { Field, ID, InputType, Int } from 'type-graphql';
import type { RulesetPermission } from '../../../api/permissions.ts';
import { DatasetSecurityInput, RulesetPermissionEnum } from '../../access/index.ts';

@InputType({ description: 'A ruleset that a dataset shall have; of a user or of a group.' })
export class DesiredRulesetInput {
  @Field(() => String, { nullable: true, description: "The user's name." })
  username?: string | null;

  @Field(() => ID, { nullable: true, description: "The group's uid." })
  groupUid?: string | null;

  @Field(() => [RulesetPermissionEnum], {
    nullable: true,
    description: 'Rights on the dataset, each once; none by default.',
  })
  permissions?: RulesetPermission[] | null;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'What the holder gets of the data; everything by default.',
  })
  security?: DatasetSecurityInput | null;
}

@InputType({
  description:
    'What a dataset shall be. A part that is left out stays as it is; one that is given is given as a whole, and null empties it.',
})
export class DatasetApplyInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see it.' })
  isRestricted?: boolean | null;

  @Field(() => DatasetSecurityInput, { nullable: true, description: 'What users without a ruleset get.' })
  defaultSecurity?: DatasetSecurityInput | null;

  @Field(() => [DesiredRulesetInput], { nullable: true, description: 'All its rulesets, in any order.' })
  rulesets?: DesiredRulesetInput[] | null;

  @Field(() => Int, { nullable: true, description: 'The revision that you have seen; nothing is done at another one.' })
  expectedRevision?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to tell the changes only, and make none; false by default.',
  })
  dryRun?: boolean | null;
}
