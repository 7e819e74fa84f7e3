import { Field, ID, ObjectType } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { deferRow } from '../../api/reading/read.ts';
import { Dataset } from './dataset.type.ts';
import { datasets } from './dataset.source.ts';

@ObjectType({ description: 'A dataset after a change.' })
export class DatasetPayload {
  @Field(() => Dataset, {
    nullable: true,
    description: 'The dataset; null when the change took your right to read it.',
  })
  dataset!: Dataset | null;
}

@ObjectType({ description: 'A dataset that is gone.' })
export class DeleteDatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}

/** The payload part that every change of a dataset answers with: the dataset, read afresh when it is selected. */
export const changedDataset = (ctx: RequestContext, uid: string) => ({ dataset: deferRow(ctx, datasets, { uid }) });
