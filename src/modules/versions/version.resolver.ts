import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { lazyObject } from '../../api/lazy-object.ts';
import { loadNamed, loadOne, loadPage } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import type { Row } from '../../api/reading/type-source.ts';
import { changedDataset, Dataset, DatasetApplyInput, DatasetPayload } from '../datasets/index.ts';
import { RelatedUser } from '../identity/index.ts';
import { applyDataset } from './apply-dataset.ts';
import { Change, DatasetApplyPayload } from './change.type.ts';
import { diffVersions } from './diff-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { RestoreVersionInput } from './version.inputs.ts';
import { creatorOfVersion, versionOfDataset, versionsOfDataset } from './version.source.ts';
import { DatasetVersion, DatasetVersionConnection } from './version.type.ts';

@Resolver(() => Dataset)
export class DatasetVersionsResolver {
  @FieldResolver(() => DatasetVersionConnection, { description: 'The states after the last 20 changes, newest first.' })
  versions(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, versionsOfDataset, dataset, page);
  }

  @FieldResolver(() => DatasetVersion, {
    nullable: true,
    description: 'One of the versions; null when none with this uid is kept.',
  })
  version(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'Its uid.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadNamed(ctx, versionOfDataset, dataset, uid);
  }

  @FieldResolver(() => [Change], {
    nullable: true,
    description:
      'What changed between two versions; null when one of them is not kept. Rulesets are told to those who may manage the dataset.',
  })
  diff(
    @Root() dataset: Row<Dataset>,
    @Arg('from', () => ID, { description: 'The uid of the version to start from.' }) from: string,
    @Arg('to', () => ID, {
      nullable: true,
      description: 'The uid of the version to end with; the present state without one.',
    })
    to: string | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return diffVersions(ctx, dataset.uid, { from, to });
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Brings a dataset back to one of its versions. That makes a new version; what came after the old one stays in the history.',
  })
  async restoreVersion(
    @Arg('input', () => RestoreVersionInput, { description: 'Which version.' }) input: RestoreVersionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedDataset(ctx, await restoreVersion(ctx, input)));
  }

  @Mutation(() => DatasetApplyPayload, {
    description:
      'Makes any parts of a dataset what they shall be, all of them or none, in one version; nothing is done when they are so already.',
  })
  async datasetApply(
    @Arg('input', () => DatasetApplyInput, { description: 'The desired state.' }) input: DatasetApplyInput,
    @Ctx() ctx: RequestContext,
  ) {
    return applied(ctx, input, await applyDataset(ctx, input));
  }
}

@Resolver(() => DatasetVersion)
export class DatasetVersionResolver {
  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'Who made the change; null when that user is gone.',
  })
  createdBy(@Root() version: Row<DatasetVersion>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfVersion, version);
  }
}

const applied = (ctx: RequestContext, { datasetUid }: DatasetApplyInput, changes: readonly Change[]) =>
  lazyObject({ changes: () => changes, ...changedDataset(ctx, datasetUid) });
