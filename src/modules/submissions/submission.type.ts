import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { type AnswerErrorCode, type AnswerErrorParams, answerErrors } from '#engine/blocks/answer-errors.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import type { SubmissionStatus } from './submission-rights.ts';

/** The moderation status, as the graph's enum. */
export const submissionStatusEnum: { readonly [Status in SubmissionStatus]: Status } = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
};
registerEnumType(submissionStatusEnum, {
  name: 'SubmissionStatus',
  description: 'The moderation status of a submission.',
  valuesConfig: {
    pending: { description: 'The submission waits for a moderator.' },
    approved: { description: 'The submission was accepted, or the form is not moderated.' },
    rejected: { description: 'A moderator rejected the submission; it does not count towards the quota.' },
  },
});

@ObjectType({ implements: Node, description: 'The answers to a form.' })
export class Submission extends Node {
  @Field(() => ID, {
    description: 'A random UUID, which alone gives access to an anonymous submission.',
  })
  uid!: string;

  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => Int, { description: "The number of the form's version that was active." })
  formVersion!: number;

  @Field(() => JsonMap, {
    description: 'The answers by block: a value, or null for an empty one.',
  })
  content!: SubmissionAnswers;

  @Field(() => submissionStatusEnum, {
    description: 'The moderation status: `rejected` does not count towards the quota.',
  })
  status!: SubmissionStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The reason for the rejection; null unless the submission is rejected.',
  })
  rejectionReason!: string | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The answers once the pending change is approved; null without one.',
  })
  revisedContent!: SubmissionAnswers | null;

  @Field(() => String, {
    nullable: true,
    description: 'Identifies the pending change, for `expectedRevisionTag`.',
  })
  revisionTag!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the change was requested.' })
  revisedAt!: string | null;

  @Field(() => DateTime, { description: 'When the answers were submitted.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the submission was last changed or moderated.' })
  updatedAt!: string;
}

@ObjectType({ implements: Node, description: 'An image that came with a submission.' })
export class SubmissionImage extends Node {
  @Field(() => ID, { description: 'The identifier that the content of the submission refers to.' })
  imageId!: string;

  @Field(() => String, { description: 'The name of the sent file.' })
  filename!: string;

  @Field(() => String, { description: 'The media type, detected from the bytes.' })
  mimetype!: string;

  @Field(() => GraphQLSafeInt, { description: 'Size in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of its bytes, in hexadecimal.' })
  sha256!: string;
}

@ObjectType({ description: 'The remaining quota of a form.' })
export class FormQuota {
  @Field(() => Boolean, { description: 'Whether the form accepts no more submissions.' })
  isReached!: boolean;
}

/** The codes of errors of answers, as the graph's enum. */
const answerErrorCodes = Object.fromEntries(Object.keys(answerErrors).map((code) => [code, code]));
registerEnumType(answerErrorCodes, {
  name: 'SubmissionErrorCode',
  description: 'What is wrong with an answer.',
  valuesConfig: answerErrors,
});

@ObjectType({ description: 'An error in an answer.' })
class SubmissionError {
  @Field(() => String, { description: 'The answered block, or the part of the request.' })
  field!: string;

  @Field(() => answerErrorCodes, { description: 'What is wrong.' })
  code!: AnswerErrorCode;

  @Field(() => JsonMap, {
    description:
      'The texts and numbers that the message names, such as `max`. `part` is the sub-field of a contact with the error.',
  })
  params!: AnswerErrorParams;

  @Field(() => String, { description: 'The message in English, for the submitter.' })
  message!: string;
}

@ObjectType({ description: 'A page of a list of submissions.' })
export class SubmissionConnection extends ConnectionTypeOf(Submission, 'Submission') {}

@ObjectType({ description: 'The result of a submission or of a change.' })
export class SubmissionPayload {
  @Field(() => Boolean, { description: 'Whether the answers were accepted.' })
  isValid!: boolean;

  @Field(() => [SubmissionError], {
    description: 'All errors, by block; empty when the submission was accepted.',
  })
  errors!: readonly SubmissionError[];

  @ChangedObject(SubmissionConnection, 'submissions', 'The submission; null when it was not accepted.')
  submission!: Submission | null;
}

@ObjectType({ description: 'The submissions to a form as a table.' })
export class SubmissionTable {
  @Field(() => [String], {
    description:
      'The names of the columns: first the columns of every submission, then one or more for each block, with the blocks of older versions last. A dot separates a block from a part of its answer.',
  })
  columns!: readonly string[];

  @Field(() => String, {
    description:
      'The path on this service that downloads the table as CSV; its query parameters are the arguments of `submissions` in snake_case.',
  })
  downloadPath!: string;
}

@ObjectType({ description: 'A submission after a moderation step.' })
export class ModerationPayload {
  @Field(() => Submission, { nullable: true, description: 'The submission; null when it was deleted in the meantime.' })
  submission!: Submission | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted submission.' })
export class DeleteSubmissionPayload extends DeletedObjectPayload {}

@ObjectType({ description: 'A submission that a form has received.' })
export class SubmissionReceipt {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The uid of the submission; null in the first event, after which none is missed.',
  })
  uid!: string | null;
}
