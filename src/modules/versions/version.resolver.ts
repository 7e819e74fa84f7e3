import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { loadNamed, loadOne, loadPage } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import type { Row } from '../../api/reading/source.ts';
import { Dataset } from '../datasets/index.ts';
import { RelatedUser } from '../identity/index.ts';
import { creatorOfVersion, versionOfDataset, versionsOfDataset } from './version.source.ts';
import { DatasetVersion, DatasetVersionConnection } from './version.type.ts';

@Resolver(() => Dataset)
export class DatasetVersionsResolver {
  @FieldResolver(() => DatasetVersionConnection, { description: 'The states after the last 20 changes, newest first.' })
  versions(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, versionsOfDataset, dataset, page);
  }

  @FieldResolver(() => DatasetVersion, { nullable: true, description: 'One of the versions; null when none with this uid is kept.' })
  version(@Root() dataset: Row<Dataset>, @Arg('uid', () => ID, { description: 'Its uid.' }) uid: string, @Ctx() ctx: RequestContext) {
    return loadNamed(ctx, versionOfDataset, dataset, uid);
  }
}

@Resolver(() => DatasetVersion)
export class DatasetVersionResolver {
  @FieldResolver(() => RelatedUser, { nullable: true, description: 'Who made the change; null when that user is gone.' })
  createdBy(@Root() version: Row<DatasetVersion>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfVersion, version);
  }
}
