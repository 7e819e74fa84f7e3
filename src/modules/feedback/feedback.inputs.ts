import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartInput, expectedRevision } from '#api/types/change.inputs.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({ description: 'Feedback on a dataset whose data is visible to you.' })
export class SubmitFeedbackInput extends DatasetPartInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The `recordId` of a record that you see; omitted or empty to ask for a new one.',
  })
  recordId?: string | null;

  @Field(() => String, { description: 'The comment, 10,000 characters at most; not blank.' })
  comment!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The suggested values: name of a published, visible field → value.',
  })
  values?: JsonObject | null;
}

@InputType({ description: 'The feedback to archive.' })
export class ArchiveFeedbackInput extends DatasetPartInput {
  @Field(() => ID, { description: "The feedback's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}
