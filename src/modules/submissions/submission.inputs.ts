import { Field, ID, InputType } from 'type-graphql';
import { JsonValue, type ReceivedFile, Upload } from '#api/types/scalars.ts';
import type { Json } from '#kernel/json.ts';
import type { SubmissionStatus } from './submission-rights.ts';
import { submissionStatusEnum } from './submission.type.ts';

@InputType({ description: 'An image that comes with a submission.' })
export class SubmittedImageInput {
  @Field(() => String, { description: 'The name of the block that the image answers.' })
  name!: string;

  @Field(() => Upload, { description: 'A PNG, JPEG, GIF or WebP of 10 MiB at most.' })
  file!: ReceivedFile;
}

@InputType({ description: 'The answers to a published form.' })
export class SubmitFormInput {
  @Field(() => ID, { description: "The form's slug." })
  formSlug!: string;

  @Field(() => JsonValue, { description: 'The answers: an object by the names of the blocks.' })
  data!: Json;

  @Field(() => [SubmittedImageInput], { defaultValue: [], description: 'The images, each for one block; 20 at most.' })
  images!: SubmittedImageInput[];

  @Field(() => String, { nullable: true, description: 'The reCAPTCHA token, required when the form uses reCAPTCHA.' })
  recaptchaToken?: string | null;
}

@InputType({ description: 'The changed answers to a form.' })
export class UpdateSubmissionInput {
  @Field(() => ID, { description: "The form's slug." })
  formSlug!: string;

  @Field(() => ID, { description: "The submission's uid." })
  uid!: string;

  @Field(() => JsonValue, {
    description:
      'All answers by the names of the blocks, replacing the previous ones. To keep an image, send what you read.',
  })
  data!: Json;

  @Field(() => [SubmittedImageInput], { defaultValue: [], description: 'New images, each for one block; 20 at most.' })
  images!: SubmittedImageInput[];
}

@InputType({ description: 'The submission to moderate.' })
export class ModerationInput {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => ID, { description: 'The uid of the submission.' })
  uid!: string;
}

const expectedStatusDescription =
  'The status that you read; fails at any other, so that only one of several moderators decides.';

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
    description: 'The `revisionTag` that you read; fails with REVISION_MISMATCH when a newer change has replaced it.',
  })
  expectedRevisionTag?: string | null;
}
