import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { readRoot } from '#api/reading/read.ts';
import { CatalogDataset } from './dataset.type.ts';
import { datasetRoots } from './dataset.source.ts';
import { DatasetBy } from './dataset.inputs.ts';

@Resolver(() => CatalogDataset)
export class CatalogDatasetResolver {
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
