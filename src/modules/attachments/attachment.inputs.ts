import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartInput, expectedRevision } from '#api/types/change.inputs.ts';
import { ReceivedFile, Upload } from '#api/types/scalars.ts';

@InputType({ description: 'The file to attach to a dataset.' })
export class CreateAttachmentInput extends DatasetPartInput {
  @Field(() => Upload, { description: 'The file. Existing attachments with the same name stay unchanged.' })
  file!: ReceivedFile;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The attachment to delete.' })
export class DeleteAttachmentInput extends DatasetPartInput {
  @Field(() => ID, { description: "The attachment's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}
