import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { DateTime } from '../../../api/types/scalars.ts';
import type { SubmissionStatus } from '../submission-status.ts';
import { submissionStatusEnum } from '../submission.type.ts';

@InputType({ description: 'A submission that a moderator does something with.' })
export class ModerationInput {
  @Field(() => ID, { description: 'The slug of its form.' })
  formSlug!: string;

  @Field(() => ID, { description: 'Its uid.' })
  uid!: string;
}

const seen =
  'The status that you have seen; with any other the mutation fails, so that only one of several moderators decides.';

@InputType({ description: 'A submission that is approved.' })
export class ApproveSubmissionInput extends ModerationInput {
  @Field(() => submissionStatusEnum, { defaultValue: 'pending', description: seen })
  expectedStatus!: SubmissionStatus;
}

@InputType({ description: 'A submission that is rejected.' })
export class RejectSubmissionInput extends ApproveSubmissionInput {
  @Field(() => String, { description: 'The reason, shown to the submitter; 10,000 characters at most, not blank.' })
  reason!: string;
}

@InputType({ description: 'The pending change of a submission.' })
export class RevisionInput extends ModerationInput {
  @Field(() => String, {
    nullable: true,
    description: 'The `revisionTag` that you have seen; nothing is done when another change has taken its place.',
  })
  expectedRevisionTag?: string | null;
}

/** Which submissions to a form. */
@ArgsType()
export class SubmissionsArgs {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => submissionStatusEnum, { nullable: true, description: 'Only those of this status.' })
  status?: SubmissionStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those with a pending change, or only those without.',
  })
  hasRevision?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only those that the user with this name sent.' })
  submittedBy?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those sent then or later.' })
  createdAfter?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those sent before.' })
  createdBefore?: string | null;

  @Field(() => String, { nullable: true, description: 'Only those with an answer that holds this text, in any case.' })
  search?: string | null;
}
