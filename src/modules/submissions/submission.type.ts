import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { DateTime, JsonMap } from '../../api/types/scalars.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import type { SubmissionStatus } from './submission-status.ts';

/** How far moderation is, as the graph's enum. */
export const submissionStatusEnum: { readonly [Status in SubmissionStatus]: Status } = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
};
registerEnumType(submissionStatusEnum, {
  name: 'SubmissionStatus',
  description: 'How far the moderation of a submission is.',
  valuesConfig: {
    pending: { description: 'It is waiting for a moderator.' },
    approved: { description: 'It was accepted, or the form is not moderated.' },
    rejected: { description: 'A moderator refused it; it counts for no quota.' },
  },
});

@ObjectType({ implements: Node, description: 'The answers to a form.' })
export class Submission extends Node {
  @Field(() => ID, { description: 'Names it for life: a random UUID, which alone leads to an anonymous submission.' })
  uid!: string;

  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => Int, { description: "The number of the form's version that was active." })
  formVersion!: number;

  @Field(() => JsonMap, { description: 'The answers by the names of the blocks: a value, or null for what is empty.' })
  content!: SubmissionAnswers;

  @Field(() => submissionStatusEnum, { description: 'How far moderation is.' })
  status!: SubmissionStatus;

  @Field(() => String, { nullable: true, description: 'The reason of its rejection; null when it was not rejected.' })
  rejectionReason!: string | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The pending change: the content after its approval; null when there is none.',
  })
  revision!: SubmissionAnswers | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Identifies the pending change; send it as `expectedRevisionTag` to decide only on the one that you have seen.',
  })
  revisionTag!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When that change was asked for.' })
  revisedAt!: string | null;

  @Field(() => DateTime, { description: 'When it was submitted.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed or moderated.' })
  updatedAt!: string;
}

@ObjectType({ implements: Node, description: 'An image that came with a submission.' })
export class SubmissionImage extends Node {
  @Field(() => ID, { description: 'What the content of the submission names it by.' })
  imageId!: string;

  @Field(() => String, { description: 'The name that it was sent under.' })
  filename!: string;

  @Field(() => String, { description: 'The media type, detected from its bytes.' })
  mimetype!: string;

  @Field(() => Float, { description: 'Size in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of its bytes, in hexadecimal.' })
  sha256!: string;
}

@ObjectType({ description: 'How many submissions a form still takes.' })
export class FormQuota {
  @Field(() => Boolean, { description: 'Whether the quota is reached.' })
  isReached!: boolean;
}

@ObjectType({ description: 'What is wrong with an answer.' })
export class SubmissionError {
  @Field(() => String, { description: 'The block that is answered, or the part of the request.' })
  field!: string;

  @Field(() => String, { description: 'The message, for the submitter.' })
  message!: string;
}

@ObjectType({ description: 'The result of a submission or of a change.' })
export class SubmissionPayload {
  @Field(() => Boolean, { description: 'Whether it was stored.' })
  isValid!: boolean;

  @Field(() => [SubmissionError], {
    description: 'All that is wrong, in the order of the blocks; empty when it was taken.',
  })
  errors!: readonly SubmissionError[];

  @Field(() => Submission, { nullable: true, description: 'The submission; null when nothing was taken.' })
  submission!: Submission | null;
}
