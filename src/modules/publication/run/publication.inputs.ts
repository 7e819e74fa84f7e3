import { Field, InputType } from 'type-graphql';
import { DatasetActionInput } from '../../datasets/index.ts';

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
}
