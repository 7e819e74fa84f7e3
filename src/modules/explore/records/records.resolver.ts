import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { ExploredRecord, RecordConnection } from './record.type.ts';
import { RecordArgs, RecordPageArgs } from './records.inputs.ts';
import { countVisibleRecords, findRecord, listRecords } from './records.service.ts';

@Resolver(() => CatalogDataset)
export class DatasetRecordsResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'The number of records that the caller may see. Null where the data is hidden, or nothing is published.',
  })
  recordCount(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return countVisibleRecords(ctx, dataset);
  }

  @FieldResolver(() => RecordConnection, {
    nullable: true,
    description:
      'The published records that the caller may see. Null, with an error, where it fails, so that other datasets and fields are answered: DATA_NOT_VISIBLE or CALLS_QUOTA_REACHED; INVALID_INPUT at the path of the invalid argument; ODSQL_SYNTAX_ERROR, ODSQL_ERROR or INCOMPATIBLE_TYPES for an invalid ODSQL text.',
  })
  records(
    @Root() dataset: Row<CatalogDataset>,
    @Args(() => RecordPageArgs) args: RecordPageArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return listRecords(ctx, dataset, args);
  }

  @FieldResolver(() => ExploredRecord, {
    nullable: true,
    description: 'One record. Null when it does not exist, or is not visible to the caller.',
  })
  record(@Root() dataset: Row<CatalogDataset>, @Args(() => RecordArgs) args: RecordArgs, @Ctx() ctx: RequestContext) {
    return findRecord(ctx, dataset, args);
  }
}
