import { Field, InputType } from 'type-graphql';
import { DatasetActionInput } from '../datasets/index.ts';

@InputType({ description: 'The publication of a dataset.' })
export class PublishDatasetInput extends DatasetActionInput {
  @Field(() => Boolean, {
    nullable: true,
    description: [
      'Whether the dataset may lose all its records; false unless sent. A publication that makes no record of a dataset that has',
      'some fails otherwise, and so does a source without a single byte: both mostly mean that something is wrong with the source.',
    ].join(' '),
  })
  acceptEmpty?: boolean | null;
}
