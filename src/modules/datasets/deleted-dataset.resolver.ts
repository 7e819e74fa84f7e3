import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { purgeDeletion } from '#deletions/index.ts';
import { DatasetPayload, datasetPayload } from './dataset.source.ts';
import { DeletedDataset, PurgeDatasetInput, PurgeDatasetPayload, RestoreDatasetInput } from './dataset.type.ts';
import { restoreDataset } from './datasets.service.ts';

@Resolver(() => DeletedDataset)
export class DeletedDatasetResolver {
  @Mutation(() => DatasetPayload, {
    description:
      'Restores a deleted dataset with its uid, parts, records, rulesets and versions. A published dataset is published again at once, and a pending publication runs.',
  })
  @Declares({
    needs: 'edit_dataset for the domain, or to have deleted the dataset',
    fails: ['NOT_FOUND', 'DATASET_ID_TAKEN'],
  })
  @TakesInput(() => RestoreDatasetInput, 'The deleted dataset.')
  async restoreDataset(input: RestoreDatasetInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await restoreDataset(ctx, input)));
  }

  @Mutation(() => PurgeDatasetPayload, {
    description:
      'Removes a deleted dataset for good: its rows within seconds, its records within minutes, stored files within two days.',
  })
  @Declares({ needs: 'edit_dataset for the domain, or to have deleted the dataset', fails: ['NOT_FOUND'] })
  @TakesInput(() => PurgeDatasetInput, 'The deleted dataset.')
  async purgeDataset({ uid }: PurgeDatasetInput, ctx: RequestContext) {
    return deletionPayload('DeletedDataset', await purgeDeletion(ctx, 'dataset', uid));
  }
}
