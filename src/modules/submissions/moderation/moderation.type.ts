import { Field, ID, ObjectType } from 'type-graphql';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { Submission } from '../submission.type.ts';

@ObjectType({ description: 'A page of a list of submissions.' })
export class SubmissionConnection extends ConnectionOf(Submission, 'Submission') {}

@ObjectType({ description: 'The submissions to a form as a table.' })
export class SubmissionTable {
  @Field(() => [String], {
    description:
      'The names of the columns: first those of submissions, then for each block one or more, those of older versions last. A dot leads to a part of an answer.',
  })
  columns!: readonly string[];

  @Field(() => String, {
    description:
      'Where the table is downloaded as CSV: the path of an address of this service, which takes the arguments of `submissions` in its query, in snake_case.',
  })
  downloadPath!: string;
}

@ObjectType({ description: 'A submission after a moderator did something with it.' })
export class ModerationPayload {
  @Field(() => Submission, { nullable: true, description: 'The submission; null when it was deleted in the meantime.' })
  submission!: Submission | null;
}

@ObjectType({ description: 'A submission that is gone.' })
export class DeleteSubmissionPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
