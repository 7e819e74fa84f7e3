import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetSecurityInput } from '../access/index.ts';

@InputType({ description: 'A dataset to be created.' })
export class CreateDatasetInput {
  @Field(() => String, { nullable: true, description: 'The identifier for people; made from the title when left out.' })
  datasetId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see it; false by default.' })
  isRestricted?: boolean | null;

  @Field(() => JsonMap, { description: 'The metadata as one map: template → field → `{value}`; may be empty.' })
  metadata!: JsonObject;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'What users without a ruleset get; everything by default.',
  })
  defaultSecurity?: DatasetSecurityInput | null;
}

@InputType({ description: "A change of a dataset's own properties; what is left out is kept." })
export class UpdateDatasetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A new identifier for people; only while the dataset is not published.',
  })
  datasetId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see it.' })
  isRestricted?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it takes feedback; `portalSettings` has to let datasets do so, too.',
  })
  isFeedbackEnabled?: boolean | null;

  @Field(() => DatasetSecurityInput, { nullable: true, description: 'What users without a ruleset get.' })
  defaultSecurity?: DatasetSecurityInput | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A dataset that something is done with.' })
export class DatasetActionInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;

  @Field(() => Int, { nullable: true, description: 'The revision that you have seen; nothing is done at another one.' })
  expectedRevision?: number | null;
}
