import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId } from '#api/node/deletion-payload.type.ts';
import type { RequestContext } from '#api/context.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { edgeInPayload } from '#api/reading/page/connection.type.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { Dataset, DatasetConnection } from './dataset.type.ts';
import { datasets } from './dataset.source.ts';

@ObjectType({ description: 'The dataset after a change of its parts.' })
export class DatasetPartPayload {
  @Field(() => Dataset, {
    nullable: true,
    description: 'The dataset. Null when the change removed the right of the caller to read it.',
  })
  dataset!: Dataset | null;
}

@ObjectType({ description: 'A dataset after a change.' })
export class DatasetPayload extends DatasetPartPayload {
  @Field(() => DatasetConnection.Edge, edgeInPayload('datasets'))
  datasetEdge!: Edge<Dataset> | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted dataset.' })
export class DeleteDatasetPayload extends DeletionPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}

/** The fields of a DatasetPartPayload, whose dataset is read only when it is selected. */
export const datasetPartPayload = (ctx: RequestContext, uid: string) => ({ dataset: lazyRow(ctx, datasets, { uid }) });

/** The fields of a DatasetPayload, which are read only when they are selected. */
export const datasetPayload = (ctx: RequestContext, uid: string) => ({
  ...datasetPartPayload(ctx, uid),
  datasetEdge: lazyEdge(ctx, datasets, { uid }),
});
