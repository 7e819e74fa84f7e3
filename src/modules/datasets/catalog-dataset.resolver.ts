import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRoot, readRootPage } from '#api/reading/read.ts';
import { CatalogDataset, CatalogDatasetConnection } from './dataset.type.ts';
import { datasetRoots } from './dataset.source.ts';
import { DatasetBy } from './dataset.inputs.ts';

@Resolver(() => CatalogDataset)
export class CatalogDatasetResolver {
  @Query(() => CatalogDatasetConnection, {
    description: 'The published datasets that the caller may see, in order of creation. No key is needed.',
  })
  catalog(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('datasetId', () => String, {
      nullable: true,
      description: 'Returns only the dataset with this identifier or uid.',
    })
    datasetId: string | undefined,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return readRootPage(ctx, datasetRoots.catalog, page, { datasetId }, info);
  }

  @Query(() => CatalogDataset, {
    nullable: true,
    description: 'One published dataset. Null when the caller may not see it.',
  })
  catalogDataset(
    @Arg('by', () => DatasetBy, { description: 'Which dataset.' }) { uid, datasetId }: DatasetBy,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return readRoot(ctx, datasetRoots.catalogDataset, { uid, datasetId }, info);
  }
}
