import { Field, ID, InputType, Int } from 'type-graphql';
import { ReceivedFile, Upload } from '#api/types/scalars.ts';

@InputType({ description: 'The file to attach to a dataset.' })
export class CreateAttachmentInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => Upload, { description: 'The file. Existing attachments with the same name stay unchanged.' })
  file!: ReceivedFile;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'The attachment to delete.' })
export class DeleteAttachmentInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The attachment's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}
