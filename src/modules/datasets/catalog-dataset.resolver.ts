import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { loadOne } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import type { Row } from '../../api/reading/source.ts';
import { CatalogDataset, CatalogDatasetConnection } from './catalog-dataset.type.ts';
import { catalogDatasets, configurationOfCatalogDataset } from './dataset.source.ts';
import { Dataset } from './dataset.type.ts';
import { findDataset, listDatasets } from './find-dataset.ts';

@Resolver(() => CatalogDataset)
export class CatalogDatasetResolver {
  @Query(() => CatalogDatasetConnection, { description: 'The published datasets that you may see, by creation; needs no key.' })
  catalog(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('datasetId', () => String, { nullable: true, description: 'Only the dataset with this identifier or uid.' }) datasetId: string | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return listDatasets(ctx, catalogDatasets, page, datasetId);
  }

  @Query(() => CatalogDataset, { nullable: true, description: 'One published dataset, by either uid or datasetId; null when you may not see it.' })
  catalogDataset(
    @Arg('uid', () => ID, { nullable: true, description: 'Its uid.' }) uid: string | undefined,
    @Arg('datasetId', () => String, { nullable: true, description: 'Its identifier for people.' }) datasetId: string | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return findDataset(ctx, catalogDatasets, { uid, datasetId });
  }

  @FieldResolver(() => Dataset, { nullable: true, description: 'Its configuration; null without the right to edit or publish it.' })
  configuration(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, configurationOfCatalogDataset, dataset);
  }
}
