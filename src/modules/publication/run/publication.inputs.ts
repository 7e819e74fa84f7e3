import { Field, InputType } from 'type-graphql';
import { DatasetActionInput } from '../../datasets/index.ts';

@InputType({ description: 'The publication of a dataset.' })
export class PublishDatasetInput extends DatasetActionInput {
  @Field(() => Boolean, {
    nullable: true,
    description: [
      'Whether the dataset may lose all its records; default false. Otherwise a publication without records fails for a dataset that has',
      'some, and so does an empty source: both usually mean that the source is broken.',
    ].join(' '),
  })
  acceptEmpty?: boolean | null;
}
