import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { CatalogSearchArgs } from './catalog-search.inputs.ts';
import { CatalogSearch } from './catalog-search.type.ts';
import { searchCatalog } from './search-catalog.ts';

@Resolver()
export class CatalogSearchResolver {
  @Query(() => CatalogSearch, {
    description:
      'Searches the published datasets that the caller may see, by words, facets and other conditions. No key is needed.',
  })
  search(@Args(() => CatalogSearchArgs) args: CatalogSearchArgs, @Ctx() ctx: RequestContext) {
    return searchCatalog(ctx, args);
  }
}
