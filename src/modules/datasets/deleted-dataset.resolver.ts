import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import type { Row } from '#api/reading/type-source.ts';
import { lazyObject } from '#kernel/json.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { loadOne } from '#api/reading/load.ts';
import { toNodeId } from '#kernel/ids.ts';
import { purgeDeletion } from '#deletions/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { DatasetPayload, datasetPayload, deletedDatasetRoots, deleterOfDataset } from './dataset.source.ts';
import {
  DeletedDataset,
  DeletedDatasetConnection,
  PurgeDatasetInput,
  PurgeDatasetPayload,
  RestoreDatasetInput,
} from './dataset.type.ts';
import { restoreDataset } from './datasets.service.ts';

@Resolver(() => DeletedDataset)
export class DeletedDatasetResolver {
  @Query(() => DeletedDatasetConnection, {
    nullable: true,
    description:
      'The deleted datasets that the caller may restore, the latest first: all with `edit_dataset`, otherwise those that the caller deleted. Needs a key: without one, the field is null with an error.',
  })
  deletedDatasets(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, deletedDatasetRoots.deletedDatasets, page);
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who deleted the dataset; null when that user was deleted.',
  })
  deletedBy(@Root() deleted: Row<DeletedDataset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, deleterOfDataset, deleted);
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Restores a deleted dataset with its uid, parts, records, rulesets and versions. A published dataset is published again at once, and a pending publication runs. Fails with DATASET_ID_TAKEN when another dataset has its identifier.',
  })
  async restoreDataset(
    @Arg('input', () => RestoreDatasetInput, { description: 'The deleted dataset.' }) input: RestoreDatasetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await restoreDataset(ctx, input)));
  }

  @Mutation(() => PurgeDatasetPayload, {
    description:
      'Removes a deleted dataset for good: its rows within seconds, its records within minutes, stored files within two days.',
  })
  async purgeDataset(
    @Arg('input', () => PurgeDatasetInput, { description: 'The deleted dataset.' }) { uid }: PurgeDatasetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return purgePayload(await purgeDeletion(ctx, 'dataset', uid));
  }
}

const purgePayload = (uid: string) => lazyObject({ ...deletedObject(toNodeId('DeletedDataset', uid)), uid: () => uid });
