import { Field, ID, ObjectType } from 'type-graphql';
import { ConnectionTypeOf } from '../../../api/reading/page/connection.type.ts';
import { Submission } from '../submission.type.ts';

@ObjectType({ description: 'A page of a list of submissions.' })
export class SubmissionConnection extends ConnectionTypeOf(Submission, 'Submission') {}

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

@ObjectType({ description: 'The deleted submission.' })
export class DeleteSubmissionPayload {
  @Field(() => ID, { description: 'The global `id` of the deleted object, by which a client cache evicts the object.' })
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}
