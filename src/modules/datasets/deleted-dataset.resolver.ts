import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { toNodeId } from '#kernel/ids.ts';
import { purgeDeletion } from '#deletions/index.ts';
import { DatasetPayload, datasetPayload } from './dataset.source.ts';
import { DeletedDataset, PurgeDatasetInput, PurgeDatasetPayload, RestoreDatasetInput } from './dataset.type.ts';
import { restoreDataset } from './datasets.service.ts';

@Resolver(() => DeletedDataset)
export class DeletedDatasetResolver {
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
