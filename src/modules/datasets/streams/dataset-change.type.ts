import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({ description: 'The state of a dataset that each change of its configuration changes.' })
export class DatasetChange {
  @Field(() => ID, { description: 'The uid of the dataset.' })
  uid!: string;

  @Field(() => String, { description: 'The identifier of the dataset.' })
  datasetId!: string;

  @Field(() => Int, { description: 'The revision: the number of changes of the configuration.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When the configuration was last changed.' })
  updatedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The username of who changed it last; null when that user was deleted.',
  })
  updatedBy!: string | null;

  @Field(() => Boolean, { description: 'Whether the dataset is published.' })
  isPublished!: boolean;
}
