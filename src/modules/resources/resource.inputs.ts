import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import { ReceivedFile, Upload } from '../../api/types/upload.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasourceInput } from './datasources/datasource.inputs.ts';

@InputType({ description: 'A resource to be created.' })
export class CreateResourceInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: 'The type of an extractor.' })
  type!: string;

  @Field(() => String, { description: 'What its editors call it; not empty.' })
  title!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; those left out take their defaults.',
  })
  params?: JsonObject | null;

  @Field(() => String, { nullable: true, description: 'Its address, where it has no datasource.' })
  url?: string | null;

  @Field(() => DatasourceInput, { nullable: true, description: 'Where its bytes are.' })
  datasource?: DatasourceInput | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a resource: what is left out is kept, null clears.' })
export class UpdateResourceInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The resource's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The type of an extractor; cannot be cleared.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'What its editors call it; cannot be cleared.' })
  title?: string | null;

  @Field(() => JsonMap, { nullable: true, description: 'All parameters of the extractor; null leaves their defaults.' })
  params?: JsonObject | null;

  @Field(() => String, { nullable: true, description: 'Its address.' })
  url?: string | null;

  @Field(() => DatasourceInput, {
    nullable: true,
    description: 'Where its bytes are, as a whole; secrets left out are kept.',
  })
  datasource?: DatasourceInput | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A resource that something is done with.' })
export class ResourceActionInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The resource's uid." })
  uid!: string;

  @Field(() => Int, { nullable: true, description: 'The revision that you have seen; nothing is done at another one.' })
  expectedRevision?: number | null;
}

@InputType({ description: 'A file for the resources of a dataset.' })
export class UploadResourceFileInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => Upload, { description: 'The file. One of the same name is replaced.' })
  file!: ReceivedFile;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A resource that a dataset shall have.' })
export class DesiredResourceInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Which of its resources this is. Without a uid it goes on one that is equal, else of the same title and type, else of the same type, or is new.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The type of an extractor.' })
  type!: string;

  @Field(() => String, { description: 'What its editors call it; not empty.' })
  title!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; those left out take their defaults.',
  })
  params?: JsonObject | null;

  @Field(() => String, { nullable: true, description: 'Its address, where it has no datasource.' })
  url?: string | null;

  @Field(() => DatasourceInput, { nullable: true, description: 'Where its bytes are; secrets left out are kept.' })
  datasource?: DatasourceInput | null;
}
