import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { FacetInput } from '#api/types/odsql.inputs.ts';
import { Facet, type FacetValue } from '#api/types/rows.type.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { RecordSelectionArgs } from '../records/records.inputs.ts';
import { countFacets } from './facets.service.ts';

@Resolver(() => Facet)
export class FacetResolver {
  @FieldResolver(() => [JsonMap], {
    description:
      'The values with their children at any depth, as the Explore API returns them: `{name, count, state, value, facets}`; `count` and `facets` only where there are any.',
  })
  tree(@Root() { values }: Facet): JsonObject[] {
    return values.map(toTree);
  }
}

const toTree = ({ label, count, state, value, children }: FacetValue): JsonObject => ({
  name: label,
  ...(count !== null && { count }),
  state,
  value,
  ...(children.length > 0 && { facets: children.map(toTree) }),
});

@Resolver(() => CatalogDataset)
export class DatasetFacetsResolver {
  @FieldResolver(() => [Facet], {
    nullable: true,
    description:
      'The values of facets in the selected records, with their counts. A disjunctive facet counts without its own refinement. Null, with an error, where it fails, as `records` does.',
  })
  recordFacets(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('facets', () => [FacetInput], {
      nullable: true,
      description: 'The facets, at most 100. Default: those that the dataset offers.',
    })
    facets: FacetInput[] | undefined,
    @Args(() => RecordSelectionArgs) args: RecordSelectionArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return countFacets(ctx, dataset, facets ?? [], args);
  }
}
