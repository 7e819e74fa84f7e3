import type { RequestContext } from '#api/context.ts';
import { checkTimezone, type OdsqlInput } from '#api/types/odsql.inputs.ts';
import type { BoundFilter, BoundQuery } from '#engine/odsql/bind/bound.ts';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { type QueryRange, rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { relevanceSql } from '#engine/odsql/sql/filter-sql.ts';
import { sqlText, type Sql } from '#kernel/sql.ts';
import { catalogScope } from './catalog-scope.ts';
import { filterOf, selectEntries, type CatalogSelection } from './catalog-selection.ts';

/** The table of the queries over the catalog. */
export const catalogEntries = sqlText('catalog_entry e');

/** A query in ODSQL over the published datasets that the caller may see. */
export interface CatalogQuery {
  readonly selection: CatalogSelection;
  /** The filter of the selection, with all refinements. */
  readonly filter: BoundFilter<SqlField> | null;
  readonly query: Pick<BoundQuery<SqlField>, 'keys' | 'items' | 'isAggregated' | 'order'>;
}

/**
 * Binds a query in ODSQL to the catalog; `rows` replaces the clauses of the query that define its rows. Fails
 * INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES.
 */
export function bindCatalog(
  ctx: RequestContext,
  odsql: OdsqlInput,
  rows: Pick<OdsqlInput, 'select' | 'groupBy'> = odsql,
): CatalogQuery {
  const scope = catalogScope(ctx, {
    timezone: checkTimezone(odsql.timezone, 'odsql.timezone'),
    language: odsql.lang ?? 'en',
  });
  const selection = selectEntries(ctx.session, scope, odsql);
  const filter = filterOf(selection);
  const groupBy = parseGroupBy(rows.groupBy ?? '');
  const orderBy = parseOrderBy(odsql.orderBy ?? '');
  const isUnordered = groupBy.length === 0 && orderBy.length === 0 && relevanceSql(filter, scope) === null;
  const query = bindQuery(
    {
      select: parseSelect(rows.select ?? ''),
      groupBy,
      orderBy: isUnordered ? parseOrderBy('modified desc') : orderBy,
    },
    scope,
  );
  return { selection, filter, query };
}

/** The part of the rows of a query over the catalog that is read. A limit of null is all rows. */
type CatalogRange = Pick<QueryRange, 'limit' | 'offset'>;

/** A statement for the rows of a query over the catalog, each as the text of a JSON object. */
export const catalogRowTexts = (query: CatalogQuery, range: CatalogRange): Sql => catalogRows(query, range);

/** A statement for the uids of the datasets of a query over the catalog. */
export const catalogRowUids = (query: CatalogQuery, range: CatalogRange): Sql =>
  catalogRows(query, { ...range, columns: [sqlText('e.uid')] });

const catalogRows = (
  { selection: { scope, visible }, filter, query }: CatalogQuery,
  range: Omit<QueryRange, 'from' | 'condition'>,
): Sql =>
  rowsStatement(
    { ...query, filter, scope },
    { from: catalogEntries, alias: sqlText('e'), condition: visible, ...range },
  );
