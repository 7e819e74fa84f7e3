import { Field, ID, InputType } from 'type-graphql';
import { DatasetActionInput } from '#datasets/index.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { GuessExtractorParamsInput } from '#resources/index.ts';

@InputType({ description: 'The publication of a dataset.' })
export class PublishDatasetInput extends DatasetActionInput {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      'Whether the dataset may lose all its records. Otherwise a publication fails when a source is empty, or when it makes no record and there were some.',
  })
  isEmptyAccepted?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      'Whether to publish a result that looks wrong. Otherwise a publication fails when no earlier field is left; the first one also when bytes are invalid in the encoding, or when another separator would split its only column; a scheduled one also when more than half of the records are lost.',
  })
  isResultAccepted?: boolean | null;
}

/** The description of the argument `where` of previews. */
export const whereDescription =
  'A condition in ODSQL on the records as they would be published. Up to 10,000 records are tested, and the first that match are shown. Default: all match.';

@InputType({ description: 'An unsaved processor.' })
export class PreviewProcessorInput {
  @Field(() => String, { description: 'The type, one of `processorTypes`.' })
  type!: string;

  @Field(() => JsonMap, { nullable: true, description: 'The parameters by name.' })
  params?: JsonObject | null;
}

@InputType({ description: 'An unsaved resource.' })
export class PreviewResourceInput extends GuessExtractorParamsInput {
  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters of the extractor; missing ones take their defaults.',
  })
  params?: JsonObject | null;

  @Field(() => [PreviewProcessorInput], {
    nullable: true,
    description: 'The stack of processors to try, in order. Default: that of the dataset.',
  })
  processors?: readonly PreviewProcessorInput[] | null;

  @Field(() => String, { nullable: true, description: whereDescription })
  where?: string | null;
}

@InputType({ description: 'Records for a realtime resource.' })
export class PushRecordsInput {
  @Field(() => String, { description: "The dataset's identifier." })
  datasetId!: string;

  @Field(() => ID, { description: "The resource's uid." })
  resourceUid!: string;

  @Field(() => String, { description: "The resource's push key, which is part of its push URL." })
  pushKey!: string;

  @Field(() => [JsonMap], { description: 'The records, in order: field → value.' })
  records!: JsonObject[];
}
