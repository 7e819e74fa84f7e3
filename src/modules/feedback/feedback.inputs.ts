import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({ description: 'Feedback on a dataset whose data is visible to you.' })
export class SubmitFeedbackInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `recordId` of the record concerned, which you see; omitted or empty to ask for a new record.',
  })
  recordId?: string | null;

  @Field(() => String, { description: 'The comment, 10,000 characters at most; not blank.' })
  comment!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The values that you suggest: name of a published field that you see → value.',
  })
  values?: JsonObject | null;
}

@InputType({ description: 'The feedback to archive.' })
export class ArchiveFeedbackInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The feedback's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}
