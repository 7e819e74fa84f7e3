import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { readRoot } from '#api/reading/read.ts';
import { copyDataset, createDataset, deleteDataset, updateDataset } from './datasets.service.ts';
import { DatasetPayload, datasetPayload, datasetRoots, DeleteDatasetPayload } from './dataset.source.ts';
import { CreateDatasetInput, DatasetActionInput, DatasetBy, UpdateDatasetInput } from './dataset.inputs.ts';
import { Dataset } from './dataset.type.ts';

@Resolver(() => Dataset)
export class DatasetResolver {
  @Query(() => Dataset, {
    nullable: true,
    description:
      'One dataset. Null when the caller may neither edit nor publish it. Needs a key, else null with an error.',
  })
  dataset(
    @Arg('by', () => DatasetBy, { description: 'Which dataset.' }) { uid, datasetId }: DatasetBy,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, datasetRoots.dataset, { uid, datasetId });
  }

  @Mutation(() => DatasetPayload, { description: 'Creates a dataset.' })
  @Declares({ needs: 'create_dataset', fails: ['DATASET_ID_TAKEN'] })
  @TakesInput(() => CreateDatasetInput, 'The dataset.')
  async createDataset(input: CreateDatasetInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await createDataset(ctx, input)));
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Copies a dataset: the copy is unpublished and has the drafted metadata and all parts of the original, but not its secrets.',
  })
  @Declares({
    needs: 'create_dataset and edit_dataset, and manage_dataset where the original has a security',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH'],
  })
  @TakesInput(() => DatasetActionInput, 'The dataset.')
  async copyDataset(input: DatasetActionInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await copyDataset(ctx, input)));
  }

  @Mutation(() => DatasetPayload, { description: "Changes a dataset's own properties." })
  @Declares({
    needs: 'edit_dataset, and manage_dataset to change the security',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'DATASET_ID_FROZEN', 'DATASET_ID_TAKEN'],
  })
  @TakesInput(() => UpdateDatasetInput, 'The change.')
  async updateDataset(input: UpdateDatasetInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await updateDataset(ctx, input)));
  }

  @Mutation(() => DeleteDatasetPayload, {
    description:
      'Deletes a dataset with all its parts and records. It can be restored for DELETED_RETENTION_DAYS days.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DatasetActionInput, 'The dataset.')
  async deleteDataset(input: DatasetActionInput, ctx: RequestContext) {
    return deletionPayload('Dataset', await deleteDataset(ctx, input));
  }
}
