import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { listSizeOfRows, Rows } from '#api/types/rows.type.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { type LazyRows, queryCatalog, readRowDatasets } from './query-catalog.ts';

@Resolver(() => Rows)
export class RowsDatasetsResolver {
  @ForRest()
  @FieldResolver(() => [CatalogDataset], {
    nullable: true,
    description: 'The datasets of the rows of `catalogRows`, in their order. Null for groups, and for rows of records.',
  })
  datasets(@Root() rows: Rows & Partial<LazyRows>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return readRowDatasets(ctx, rows, info);
  }
}

@Resolver()
export class CatalogRowsResolver {
  @Directive(listSizeOfRows('results', 'datasets'))
  @ForRest()
  @Query(() => Rows, {
    description:
      'The result of a query in ODSQL over the published datasets that the caller may see, as the Explore API returns it for the catalog. Needs no key. Fails ODSQL_SYNTAX_ERROR, ODSQL_ERROR, INCOMPATIBLE_TYPES and INVALID_INPUT.',
  })
  catalogRows(
    @Arg('odsql', () => OdsqlInput, { description: 'The clauses of the query.' }) odsql: OdsqlInput,
    @Ctx() ctx: RequestContext,
  ) {
    return queryCatalog(ctx, odsql);
  }
}
