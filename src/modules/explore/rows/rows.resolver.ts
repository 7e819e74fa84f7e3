import { Arg, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { listSizeOfRows, Rows } from '#api/types/rows.type.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { queryRows } from './rows.service.ts';

@Resolver(() => CatalogDataset)
export class DatasetRowsResolver {
  @Directive(listSizeOfRows)
  @FieldResolver(() => Rows, {
    nullable: true,
    description:
      'The result of a query in ODSQL, as the Explore API returns it. Null, with an error, where it fails, as `records` does.',
  })
  rows(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('odsql', () => OdsqlInput, { description: 'The clauses of the query.' }) odsql: OdsqlInput,
    @Ctx() ctx: RequestContext,
  ) {
    return queryRows(ctx, dataset, odsql);
  }
}
