import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { DateTime } from '#api/types/scalars.ts';
import type { SubmissionStatus } from '../submission-status.ts';
import { submissionStatusEnum } from '../submission.type.ts';

@InputType({ description: 'The submission to moderate.' })
export class ModerationInput {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => ID, { description: 'The uid of the submission.' })
  uid!: string;
}

const expectedStatusDescription =
  'The status that you read. The mutation fails at any other status, so that only one of several moderators decides.';

@InputType({ description: 'The submission to approve.' })
export class ApproveSubmissionInput extends ModerationInput {
  @Field(() => submissionStatusEnum, { defaultValue: 'pending', description: expectedStatusDescription })
  expectedStatus!: SubmissionStatus;
}

@InputType({ description: 'The submission to reject.' })
export class RejectSubmissionInput extends ApproveSubmissionInput {
  @Field(() => String, { description: 'The reason, shown to the submitter; 10,000 characters at most, not blank.' })
  reason!: string;
}

@InputType({ description: 'The pending change of a submission.' })
export class RevisionInput extends ModerationInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The `revisionTag` that you read; the mutation fails REVISION_MISMATCH when a newer change has replaced it.',
  })
  expectedRevisionTag?: string | null;
}

/** The filters of submissions to a form. */
@ArgsType()
export class SubmissionsArgs {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => submissionStatusEnum, { nullable: true, description: 'Only submissions with this status.' })
  status?: SubmissionStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only submissions with a pending change, or only submissions without one.',
  })
  hasRevision?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only submissions of the user with this name.' })
  submittedBy?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only submissions sent at this instant or later.' })
  createdAfter?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only submissions sent before this instant.' })
  createdBefore?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only submissions with an answer that contains this text, ignoring case.',
  })
  search?: string | null;
}
