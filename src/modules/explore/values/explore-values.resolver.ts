import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { JsonMap } from '#api/types/scalars.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { loadExploreValues } from './explore-values.ts';

@Resolver(() => CatalogDataset)
export class DatasetExploreValuesResolver {
  @FieldResolver(() => JsonMap, {
    nullable: true,
    description:
      'The dataset as one map, as the Explore API returns it, with absolute addresses. Null if the dataset was unpublished while it was read.',
  })
  exploreValues(
    @Root() { uid }: CatalogDataset,
    @Arg('withExtras', () => Boolean, {
      defaultValue: false,
      description: 'Whether to add the metadata templates of the portal, such as visualization.',
    })
    withExtras: boolean,
    @Arg('withLinks', () => Boolean, {
      defaultValue: false,
      description: 'Whether the map begins with `_links`: the addresses of the dataset and of the catalog.',
    })
    withLinks: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    return loadExploreValues(ctx, uid, { withExtras, withLinks });
  }
}
