import { Arg, Args, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import type { Row } from '#api/reading/type-source.ts';
import { JsonMap } from '#api/types/scalars.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { ExploredRecord, QuotaUsage, RecordConnection, RecordFile } from './records.type.ts';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { loadExploreValues } from './explore-values.ts';
import { quotaUsageOf } from './selection.ts';
import { RecordArgs, RecordPageArgs, RecordSelectionArgs } from './records.inputs.ts';
import {
  aggregateRecords,
  countFacets,
  countVisibleRecords,
  findRecord,
  findRecordFile,
  listRecords,
  queryRows,
} from './records.service.ts';
import { Aggregate, AggregateArgs } from './aggregate.inputs.ts';
import { FacetInput, OdsqlInput } from '#api/types/odsql.inputs.ts';
import { Facet, type FacetValue, listSizeOfRows, Rows } from '#api/types/rows.type.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { FormatName } from '#engine/exports/export-formats.ts';
import { Export, ExportFormatName, ExportOptionsInput } from './export.type.ts';
import { prepareExport } from './exports.service.ts';

/** What the records of a published dataset add to it. */
@Resolver(() => CatalogDataset)
export class DatasetRecordsResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The number of records that the caller may see; null where the data is hidden or not published.',
  })
  recordCount(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return countVisibleRecords(ctx, dataset);
  }

  @FieldResolver(() => RecordConnection, {
    nullable: true,
    description:
      'The published records that the caller may see; reads forward only. Null, with an error, for DATA_NOT_VISIBLE, CALLS_QUOTA_REACHED, INVALID_INPUT at the path of the argument, and for texts in ODSQL with ODSQL_SYNTAX_ERROR, ODSQL_ERROR or INCOMPATIBLE_TYPES.',
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
    description: 'One record; null when it does not exist or is not visible. Null, with an error, as `records`.',
  })
  record(@Root() dataset: Row<CatalogDataset>, @Args(() => RecordArgs) args: RecordArgs, @Ctx() ctx: RequestContext) {
    return findRecord(ctx, dataset, args);
  }

  @FieldResolver(() => Aggregate, {
    nullable: true,
    description:
      'Counts, sums and other measures of groups of the selected records; reads forward only, by `offset`. Null, with an error, as `records`.',
  })
  aggregate(
    @Root() dataset: Row<CatalogDataset>,
    @Args(() => AggregateArgs) args: AggregateArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return aggregateRecords(ctx, dataset, args);
  }

  @FieldResolver(() => [Facet], {
    nullable: true,
    description:
      'The values of facets in the selected records, with their counts; a disjunctive facet counts without its own refinement. Null, with an error, as `records`.',
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

  @Directive(listSizeOfRows('results'))
  @FieldResolver(() => Rows, {
    nullable: true,
    description: 'The result of a query in ODSQL. Null, with an error, as `records`.',
  })
  rows(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('odsql', () => OdsqlInput, { description: 'The clauses of the query.' }) odsql: OdsqlInput,
    @Ctx() ctx: RequestContext,
  ) {
    return queryRows(ctx, dataset, odsql);
  }

  @ForRest()
  @FieldResolver(() => Export, {
    nullable: true,
    description:
      'Checks an export of all rows of a query and returns the description of its file. Only the Explore API streams the file. `odsql.limit` may be any number, -1 for all rows, and `odsql.offset` is ignored. Null, with an error, where it fails, as `rows` does.',
  })
  export(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('format', () => ExportFormatName, { description: 'The format.' }) format: FormatName,
    @Arg('odsql', () => OdsqlInput, { description: 'The clauses of the query.' }) odsql: OdsqlInput,
    @Arg('options', () => ExportOptionsInput, { description: 'How the file is written.' }) options: ExportOptionsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return prepareExport(ctx, dataset, { format, odsql, options });
  }

  @ForRest()
  @FieldResolver(() => RecordFile, {
    nullable: true,
    description:
      'A file of the records that the caller may see; the Explore API downloads its bytes. Null when no visible field of a visible record contains the file. Fails DATA_NOT_VISIBLE and CALLS_QUOTA_REACHED.',
  })
  file(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('fileId', () => ID, { description: 'The `id` of the file in rows.' }) fileId: string,
    @Ctx() ctx: RequestContext,
  ) {
    return findRecordFile(ctx, dataset, fileId);
  }

  @ForRest()
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

  @FieldResolver(() => QuotaUsage, {
    nullable: true,
    description:
      "The caller's quota of calls on this dataset; null without one, and where the data is hidden. A request that reads records is one call for each dataset; reading this field is none.",
  })
  quotaUsage(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return quotaUsageOf(ctx, dataset);
  }
}

@Resolver(() => Facet)
export class FacetResolver {
  @ForRest()
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
