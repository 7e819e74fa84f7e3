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

const seen = 'The status that you have seen; nothing is done at another one, so that of several moderators one judges.';

@InputType({ description: 'A submission that is approved.' })
export class ApproveSubmissionInput extends ModerationInput {
  @Field(() => submissionStatusEnum, { defaultValue: 'pending', description: seen })
  expectedStatus!: SubmissionStatus;
}

@InputType({ description: 'A submission that is rejected.' })
export class RejectSubmissionInput extends ApproveSubmissionInput {
  @Field(() => String, { description: 'Why, for whoever sent it; 10,000 characters at most, not blank.' })
  reason!: string;
}

@InputType({ description: 'A change of a submission that waits for a moderator.' })
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
    description: 'Only those whose change waits for a moderator, or only others.',
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
