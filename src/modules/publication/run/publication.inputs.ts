import { Field, InputType } from 'type-graphql';
import { DatasetActionInput } from '#datasets/index.ts';

@InputType({ description: 'The publication of a dataset.' })
export class PublishDatasetInput extends DatasetActionInput {
  @Field(() => Boolean, {
    nullable: true,
    description: [
      'Whether the dataset may lose all its records; default false. Unless true, a publication fails when a source is empty, or when it',
      'makes no record for a dataset that has records: both usually mean that a source is broken.',
    ].join(' '),
  })
  acceptEmpty?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: [
      'Whether to publish a result that looks wrong; default false. Unless true, a publication fails when no field of the publication',
      'before is left, and the first publication of a dataset when bytes of a file are invalid in its encoding, or when its separator',
      'leaves one column which another one would split. A scheduled publication also fails when it loses more than half of the records.',
    ].join(' '),
  })
  acceptResult?: boolean | null;
}
