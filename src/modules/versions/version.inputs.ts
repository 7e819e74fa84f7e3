import { Field, ID, InputType, Int } from 'type-graphql';

@InputType({ description: 'A version of a dataset to restore.' })
export class RestoreVersionInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The version's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}
