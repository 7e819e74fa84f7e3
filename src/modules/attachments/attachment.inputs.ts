import { Field, ID, InputType, Int } from 'type-graphql';
import { ReceivedFile, Upload } from '../../api/types/upload.ts';

@InputType({ description: 'A file to be attached to a dataset.' })
export class CreateAttachmentInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => Upload, { description: 'The file. Attachments of the same name stay beside it.' })
  file!: ReceivedFile;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'An attachment to be removed.' })
export class DeleteAttachmentInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The attachment's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}
