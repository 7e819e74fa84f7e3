import { Directive, Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetSecurityInput } from '#access/index.ts';
import { MetadataValuesInput } from './metadata-values.inputs.ts';

@InputType({ description: 'A dataset to create.' })
export class CreateDatasetInput extends MetadataValuesInput {
  @Field(() => String, {
    nullable: true,
    description: 'The readable identifier: 1 to 200 letters, digits and `. - _ @`. Default: derived from the title.',
  })
  datasetId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether only users with a ruleset see the dataset.',
  })
  isRestricted?: boolean | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The metadata as one map: template → field → `{value}`. May be empty.',
  })
  metadata?: JsonObject | null;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'Which data users without a ruleset may read. Default: all data.',
  })
  defaultSecurity?: DatasetSecurityInput | null;
}

@InputType({ description: 'The dataset to act on.' })
export class DatasetActionInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the object must have, else REVISION_MISMATCH.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A change of a dataset's own properties. Omitted fields are kept." })
export class UpdateDatasetInput extends DatasetActionInput {
  @Field(() => String, {
    nullable: true,
    description: 'A new readable identifier; only while the dataset is not published.',
  })
  datasetId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see the dataset.' })
  isRestricted?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the dataset accepts feedback, if `portalSettings` allow it too.',
  })
  isFeedbackEnabled?: boolean | null;

  @Field(() => DatasetSecurityInput, { nullable: true, description: 'Which data users without a ruleset may read.' })
  defaultSecurity?: DatasetSecurityInput | null;
}

@Directive('@oneOf')
@InputType({ description: 'What identifies a dataset: exactly one of these.' })
export class DatasetBy {
  @Field(() => ID, { nullable: true, description: 'The uid of the dataset.' })
  uid?: string | undefined;

  @Field(() => String, { nullable: true, description: 'The identifier of the dataset, or its uid.' })
  datasetId?: string | undefined;
}
