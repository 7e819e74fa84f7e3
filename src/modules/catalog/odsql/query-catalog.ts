import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { neededColumns } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { Facet, Rows } from '#api/types/rows.type.ts';
import { type OdsqlInput, parseRange } from '#api/types/odsql.inputs.ts';
import { type FacetRow, facetsStatement, facetTree } from '#engine/odsql/sql/facet-sql.ts';
import { JsonText } from '#kernel/json.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { totalOfPublished } from '#access/index.ts';
import { catalogDatasets, type CatalogDataset } from '#datasets/index.ts';
import { readDatasets } from '../entry/read-datasets.ts';
import { bindCatalog, catalogEntries, catalogRowTexts, catalogRowUids } from './bind-catalog.ts';
import { facetsOf, conditionOf } from './catalog-selection.ts';

/** The rows of a query over the catalog, and the uid of the dataset of each row; null when the rows are groups. */
interface CatalogRows extends Rows {
  readonly uids: readonly string[] | null;
}

/** The parts of the result, each of which is read when it is selected. */
export type LazyRows = { readonly [Part in keyof CatalogRows]: Promise<CatalogRows[Part]> };

/**
 * The result of a query in ODSQL over the published datasets that the caller may see: datasets, or groups of datasets.
 * Parts that are not selected are not read. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES.
 */
export function queryCatalog(ctx: RequestContext, odsql: OdsqlInput): LazyRows {
  const bound = bindCatalog(ctx, odsql);
  const { selection, query, filter } = bound;
  const { scope } = selection;
  const range = parseRange(odsql, query.keys !== null);
  const readRows = (statement: Sql) => ctx.exploreDb.rows<{ row: string }>(statement);
  return lazyObject<LazyRows>({
    async totalCount() {
      if (query.keys !== null) return null;
      const count = (condition: Sql) => sql`(select count(*)::int from ${catalogEntries} where ${condition})`;
      const total = filter
        ? count(conditionOf(selection, filter))
        : totalOfPublished(
            ctx.session,
            'catalog_entry',
            count(sqlAnd(sqlText('e.is_restricted'), conditionOf(selection, null))),
          );
      return (await firstRow<{ count: number }>(ctx.exploreDb, sql`select ${total} as count`))?.count ?? 0;
    },
    results: async () => (await readRows(catalogRowTexts(bound, range))).map(({ row }) => new JsonText(row)),
    uids: async () =>
      query.keys === null ? (await readRows(catalogRowUids(bound, range))).map(({ row }) => row) : null,
    async facets() {
      const facets = facetsOf(selection);
      if (facets.length === 0) return [];
      const counted = facetsStatement(facets, { from: catalogEntries, timezone: scope.timezone, sharesRows: true });
      const rows = await ctx.exploreDb.rows<FacetRow>(counted);
      const byFacet = Map.groupBy(rows, ({ facet }) => facet);
      return facets
        .map((facet, index): Facet => ({ name: facet.name, values: facetTree(facet, byFacet.get(index) ?? []) }))
        .filter(({ values }) => values.length > 0);
    },
  });
}

/** The datasets of the rows of a query over the catalog, in their order: of each, the columns that the selected fields need. */
export async function readRowDatasets(
  ctx: RequestContext,
  rows: Partial<Pick<LazyRows, 'uids'>>,
  info: GraphQLResolveInfo,
): Promise<Row<CatalogDataset>[] | null> {
  const uids = await rows.uids;
  if (!uids) return null;
  const found = await readDatasets(ctx, uids, neededColumns(catalogDatasets, info));
  // a dataset that was unpublished between two statements is left out
  return uids.flatMap((uid) => found.get(uid) ?? []);
}
