import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartInput, expectedRevision } from '#api/types/change.inputs.ts';
import { JsonMap, ReceivedFile, Upload } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasourceInput } from './kinds/datasource-kinds.ts';

@InputType({ description: 'A resource to create.' })
export class CreateResourceInput extends DatasetPartInput {
  @Field(() => String, { description: 'The type of an extractor.' })
  type!: string;

  @Field(() => String, { description: 'The title; not empty.' })
  title!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; an omitted parameter takes its default.',
  })
  params?: JsonObject | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of the source, without a datasource.',
  })
  url?: string | null;

  @Field(() => DatasourceInput, { nullable: true, description: 'The datasource from which the resource is read.' })
  datasource?: DatasourceInput | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a resource: an omitted field keeps its value, null clears it.' })
export class UpdateResourceInput extends DatasetPartInput {
  @Field(() => ID, { description: "The resource's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The type of an extractor; cannot be cleared.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'The title; cannot be cleared.' })
  title?: string | null;

  @Field(() => JsonMap, { nullable: true, description: 'All parameters of the extractor; null restores the defaults.' })
  params?: JsonObject | null;

  @Field(() => String, { nullable: true, description: 'The URL from which the resource is read.' })
  url?: string | null;

  @Field(() => DatasourceInput, {
    nullable: true,
    description: 'The whole datasource; an omitted secret is kept.',
  })
  datasource?: DatasourceInput | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A resource of a dataset, for an action.' })
export class ResourceActionInput extends DatasetPartInput {
  @Field(() => ID, { description: "The resource's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A file for the resources of a dataset.' })
export class UploadResourceFileInput extends DatasetPartInput {
  @Field(() => Upload, { description: 'The file. It replaces an existing file with the same name.' })
  file!: ReceivedFile;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A resource that the dataset should have.' })
export class DesiredResourceInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The resource to update. Without a uid: an equal resource, else one of the same title and type, else of the same type, else a new one.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The type of an extractor.' })
  type!: string;

  @Field(() => String, { description: 'The title; not empty.' })
  title!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description:
      'The parameters of the extractor, with defaults for omitted ones. Omitted with a uid: they stay, unless the type changes.',
  })
  params?: JsonObject | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The URL of the source, without a datasource. Omitted with a uid: it stays, unless a datasource is given.',
  })
  url?: string | null;

  @Field(() => DatasourceInput, {
    nullable: true,
    description: 'The datasource; an omitted secret is kept. Omitted with a uid: it stays, unless a URL is given.',
  })
  datasource?: DatasourceInput | null;
}

@InputType({ description: 'A source whose format to guess.' })
export class GuessExtractorsInput {
  @Field(() => ID, { description: 'The dataset that the resource will belong to.' })
  datasetUid!: string;

  @Field(() => DatasourceInput, { description: 'Where the bytes are.' })
  datasource!: DatasourceInput;
}

@InputType({ description: 'A source with a known extractor, whose parameters to guess.' })
export class GuessExtractorParamsInput extends GuessExtractorsInput {
  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;
}
