import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { quotaUsageOf } from '../reading/open-records.ts';
import { QuotaUsage } from './quota-usage.type.ts';

@Resolver(() => CatalogDataset)
export class DatasetQuotaResolver {
  @FieldResolver(() => QuotaUsage, {
    nullable: true,
    description:
      'The quota of calls of the caller on this dataset, after this call. Null without a quota, and when the data is hidden from the caller. A request that reads records, or this field, counts as one call for each dataset. Fails CALLS_QUOTA_REACHED.',
  })
  quotaUsage(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return quotaUsageOf(ctx, dataset);
  }
}
