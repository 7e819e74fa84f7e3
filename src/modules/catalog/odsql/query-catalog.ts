import type { RequestContext } from '../../../api/context.ts';
import { lazyObject } from '../../../api/reading/lazy-object.ts';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import type { Facet } from '../../../api/types/explore/facet.type.ts';
import type { OdsqlInput } from '../../../api/types/explore/odsql.inputs.ts';
import { parseRange } from '../../../api/types/explore/row-range.ts';
import type { Rows } from '../../../api/types/explore/rows.type.ts';
import { bindQuery } from '../../../engine/odsql/bind/clauses/bind-query.ts';
import { parseSelect } from '../../../engine/odsql/parse/parse-select.ts';
import { facetsStatement } from '../../../engine/odsql/sql/facet-sql.ts';
import { facetTree, type FacetRow } from '../../../engine/odsql/sql/facet-levels.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { JsonText } from '../../../kernel/json-text.ts';
import { sql, sqlAnd, sqlText, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { totalOfPublished } from '../../access/index.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { readDatasets } from '../entry/read-datasets.ts';
import { bindCatalog, catalogEntries, catalogRowTexts } from './bind-catalog.ts';
import { facetsOf, conditionOf } from './catalog-selection.ts';

/** The rows of a query over the catalog, and the dataset of each row; null when the rows are groups. */
export interface CatalogRows extends Rows {
  readonly datasets: readonly Row<CatalogDataset>[] | null;
}

type LazyRows = { readonly [Part in keyof CatalogRows]: Promise<CatalogRows[Part]> };

/**
 * The result of a query in ODSQL over the published datasets that the caller may see: datasets, or groups of datasets.
 * Parts that are not selected are not read. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES.
 */
export function queryCatalog(ctx: RequestContext, odsql: OdsqlInput): LazyRows {
  const bound = bindCatalog(ctx, odsql);
  const { selection, query, filter } = bound;
  const { scope } = selection;
  const range = parseRange(odsql, query.keys !== null);
  const readRows = async (selected: typeof query) => {
    const statement = catalogRowTexts({ ...bound, query: selected }, range);
    return (await ctx.exploreDb.rows<{ row: string }>(statement)).map(({ row }) => new JsonText(row));
  };
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
    results: () => readRows(query),
    async datasets() {
      if (query.keys !== null) return null;
      const { items } = bindQuery({ select: parseSelect('dataset_uid') }, scope);
      const uids = (await readRows({ ...query, items })).flatMap(({ value }) =>
        isJsonObject(value) && typeof value['dataset_uid'] === 'string' ? value['dataset_uid'] : [],
      );
      const found = await readDatasets(ctx, uids);
      // a dataset that was unpublished between two statements is left out
      return uids.flatMap((uid) => found.get(uid) ?? []);
    },
    async facets() {
      const facets = facetsOf(selection);
      if (facets.length === 0) return [];
      const rows = await ctx.exploreDb.rows<FacetRow>(facetsStatement(facets, catalogEntries, scope.timezone));
      const byFacet = Map.groupBy(rows, ({ facet }) => facet);
      return facets
        .map((facet, index): Facet => ({ name: facet.name, values: facetTree(facet, byFacet.get(index) ?? []) }))
        .filter(({ values }) => values.length > 0);
    },
  });
}
