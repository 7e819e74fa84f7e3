import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { OdsqlInput } from '#api/types/odsql.inputs.ts';
import type { FormatName } from '#engine/exports/export-formats.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { Export, ExportFormatName, ExportOptionsInput } from './export.type.ts';
import { exportsOfDataset, prepareExport } from './exports.service.ts';

@Resolver(() => CatalogDataset)
export class DatasetExportsResolver {
  @FieldResolver(() => [Export], {
    description: 'The files that the Explore API exports, one for each format, each with all records.',
  })
  exports(@Root() dataset: Row<CatalogDataset>, @Ctx() ctx: RequestContext) {
    return exportsOfDataset(dataset, ctx.session);
  }

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
}
