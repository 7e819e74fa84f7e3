import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A submission that a form has received.' })
export class SubmissionReceipt {
  @Field(() => String, { description: 'The slug of the form.' })
  formSlug!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The uid of the submission; null in the first event, after which no submission is missed. Read the submissions then.',
  })
  uid!: string | null;
}
