import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { ExportOptionsInput } from '#explore/index.ts';
import { CatalogExport, CatalogExportFormatName } from './catalog-export.type.ts';
import { catalogExports, prepareCatalogExport } from './catalog-exports.service.ts';
import type { CatalogFormatName } from './catalog-export-formats.ts';

@Resolver()
export class CatalogExportsResolver {
  @ForRest()
  @Query(() => [CatalogExport], {
    description:
      'The files that the Explore API exports of the catalog, one for each format, each with all published datasets that the caller may see. Needs no key.',
  })
  catalogExports(@Ctx() ctx: RequestContext) {
    return catalogExports(ctx.session);
  }

  @ForRest()
  @Query(() => CatalogExport, {
    description:
      'Checks an export of all datasets that a query selects and returns the description of its file. Only the Explore API streams the file. `odsql.limit` may be any number, -1 for all datasets; `odsql.offset` has no maximum. Needs no key. Fails as `catalogRows`.',
  })
  catalogExport(
    @Arg('format', () => CatalogExportFormatName, { description: 'The format.' }) format: CatalogFormatName,
    @Arg('odsql', () => OdsqlInput, { description: 'The clauses of the query.' }) odsql: OdsqlInput,
    @Arg('options', () => ExportOptionsInput, { description: 'How the file is written.' }) options: ExportOptionsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return prepareCatalogExport(ctx, { format, odsql, options });
  }
}
