import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import type { Row } from '#api/reading/type-source.ts';
import { datasetPayload, datasetPartPayload, Dataset, ApplyDatasetInput, DatasetPayload } from '#datasets/index.ts';
import { type AppliedChanges, applyDataset, diffVersions } from './compare.ts';
import { Change, ApplyDatasetPayload } from './version.type.ts';
import { restoreVersion } from './restore-version.ts';
import { RestoreVersionInput } from './version.inputs.ts';

@Resolver(() => Dataset)
export class DatasetVersionsResolver {
  @FieldResolver(() => [Change], {
    nullable: true,
    description:
      'The changes between two versions; null where one does not exist. Those of rulesets only for callers who may manage the dataset.',
  })
  diff(
    @Root() dataset: Row<Dataset>,
    @Arg('fromUid', () => ID, { description: 'The uid of the version to start from.' }) from: string,
    @Arg('toUid', () => ID, {
      nullable: true,
      description: 'The uid of the version to end with. Default: the current state.',
    })
    to: string | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return diffVersions(ctx, dataset.uid, { from, to });
  }

  @Mutation(() => DatasetPayload, {
    description: 'Restores a version of a dataset as a new version; the later versions stay in the history.',
  })
  @Declares({
    needs: 'edit_dataset, and manage_dataset where the security differs',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH'],
  })
  @TakesInput(() => RestoreVersionInput, 'The version.')
  async restoreVersion(input: RestoreVersionInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await restoreVersion(ctx, input)));
  }

  @Mutation(() => ApplyDatasetPayload, {
    description:
      'Brings any parts of a dataset to a desired state, atomically and in one version. Nothing happens when the dataset already has that state.',
  })
  @Declares({
    needs: 'edit_dataset, and manage_dataset with `rulesets`',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'PLAN_MISMATCH', 'SOURCE_REFUSED'],
  })
  @TakesInput(() => ApplyDatasetInput, 'The desired state.')
  async applyDataset(input: ApplyDatasetInput, ctx: RequestContext) {
    return applyPayload(ctx, input, await applyDataset(ctx, input));
  }
}

const applyPayload = (ctx: RequestContext, { datasetUid }: ApplyDatasetInput, { changes, planId }: AppliedChanges) =>
  lazyObject({ changes: () => changes, planId: () => planId, ...datasetPartPayload(ctx, datasetUid) });
