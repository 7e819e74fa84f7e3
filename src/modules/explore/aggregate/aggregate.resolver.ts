import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { aggregateRecords } from './aggregate.service.ts';
import { Aggregate, AggregateArgs } from './aggregate.type.ts';

@Resolver(() => CatalogDataset)
export class DatasetAggregateResolver {
  @FieldResolver(() => Aggregate, {
    nullable: true,
    description:
      'Counts, sums and other measures of groups of the selected records. Null, with an error, where it fails, as `records` does.',
  })
  aggregate(
    @Root() dataset: Row<CatalogDataset>,
    @Args(() => AggregateArgs) args: AggregateArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return aggregateRecords(ctx, dataset, args);
  }
}
