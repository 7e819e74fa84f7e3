import { Field, ID, ObjectType } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { lazyRow } from '../../api/reading/read.ts';
import { Dataset } from './dataset.type.ts';
import { datasets } from './dataset.source.ts';

@ObjectType({ description: 'A dataset after a change.' })
export class DatasetPayload {
  @Field(() => Dataset, {
    nullable: true,
    description: 'The dataset. Null when the change removed the right of the caller to read it.',
  })
  dataset!: Dataset | null;
}

@ObjectType({ description: 'A deleted dataset.' })
export class DeleteDatasetPayload {
  @Field(() => ID, { description: 'The global `id` of the deleted object, by which a client cache evicts the object.' })
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}

/** The fields of a DatasetPayload after a change of the dataset, which is read only when it is selected. */
export const datasetPayload = (ctx: RequestContext, uid: string) => ({ dataset: lazyRow(ctx, datasets, { uid }) });
