import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId } from '#api/node.type.ts';
import { Submission } from '../submission.type.ts';

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
export class DeleteSubmissionPayload extends DeletionPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}
