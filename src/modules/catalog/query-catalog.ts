import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import { JsonText, lazyObject } from '#kernel/json.ts';
import { neededColumns } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { Facet, Rows } from '#api/types/rows.type.ts';
import { checkTimezone, type OdsqlInput, parseRowRange } from '#api/types/odsql.inputs.ts';
import {
  expandedValues,
  type FacetRow,
  facetsStatement,
  facetTree,
  facetValue,
  type SqlFacet,
} from '#engine/odsql/sql/facet-sql.ts';
import { sql, type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { maySeeIfPublished, totalOfPublished } from '#access/index.ts';
import { type CatalogDataset, catalogDatasets } from '#datasets/index.ts';
import { readDatasets } from './catalog-entry.ts';
import type { BoundFilter, BoundQuery } from '#engine/odsql/bind/bound.ts';
import {
  bindExclusions,
  bindQuery,
  bindRefinements,
  type FacetSettings,
  type FieldRefinement,
} from '#engine/odsql/bind/bind-query.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { type QueryRange, rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { relevanceSql } from '#engine/odsql/sql/words-sql.ts';
import { catalogScope, filterFields } from './catalog-scope.ts';
import { currentTemplates } from '#metadata/index.ts';
import type { Session } from '#api/session.ts';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { wordCount } from '#engine/odsql/bind/bind-predicate.ts';
import { failSemantics } from '#engine/odsql/errors.ts';
import { parseFacet, parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { FacetRequest, Refinement } from '#engine/odsql/tree.ts';
import { failFields } from '#kernel/fail.ts';
import { facetFields } from './parse-facets.ts';
import { maxWords } from './search-words.ts';

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
export async function queryCatalog(ctx: RequestContext, odsql: OdsqlInput): Promise<LazyRows> {
  const bound = await bindCatalog(ctx, odsql);
  const { selection, query, filter } = bound;
  const { scope } = selection;
  const range = parseRowRange(odsql, query.keys !== null);
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

/** The table of the queries over the catalog. */
const catalogEntries = sqlText('catalog_entry e');

/** A query in ODSQL over the published datasets that the caller may see. */
export interface CatalogQuery {
  readonly selection: CatalogSelection;
  /** The filter of the selection, with all refinements. */
  readonly filter: BoundFilter<SqlField> | null;
  readonly query: Pick<BoundQuery<SqlField>, 'keys' | 'items' | 'isAggregated' | 'order'>;
}

/** Binds a query in ODSQL to the catalog; `rows` replaces the clauses that define rows. Fails INVALID_INPUT or as ODSQL does. */
export async function bindCatalog(
  ctx: RequestContext,
  odsql: OdsqlInput,
  rows: Pick<OdsqlInput, 'select' | 'groupBy'> = odsql,
): Promise<CatalogQuery> {
  const timezone = checkTimezone(odsql.timezone, 'odsql.timezone');
  const templates = await currentTemplates(ctx);
  const scope = catalogScope(ctx, { timezone, language: odsql.lang ?? 'en' }, templates);
  const selection = {
    ...selectEntries(ctx.session, scope, odsql),
    filterFields: filterFields(templates).map(({ name }) => name),
  };
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

/** The datasets that a query in ODSQL selects. */
interface CatalogSelection {
  readonly scope: SqlScope;
  /** The condition that the caller may see an entry. */
  readonly visible: Sql;
  readonly filter: BoundFilter<SqlField> | null;
  /** The refinements by field, because a disjunctive facet counts without the refinements of its own field. */
  readonly refinements: readonly FieldRefinement<SqlField>[];
  readonly refine: readonly Refinement[];
  readonly exclude: readonly Refinement[];
  readonly requests: readonly FacetRequest[];
  /** The fields of the portal's own templates whose facets are listed by default. */
  readonly filterFields: readonly string[];
}

/** The maximum number of conditions, and of refinements, of a query. */
const maxParameters = 100;

/** Binds the conditions of a query. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
function selectEntries(session: Session, scope: SqlScope, odsql: OdsqlInput): Omit<CatalogSelection, 'filterFields'> {
  for (const name of ['where', 'refine', 'exclude', 'facet'] as const)
    if ((odsql[name]?.length ?? 0) > maxParameters)
      failFields({ [`odsql.${name}`]: [`Send ${String(maxParameters)} at most.`] });
  const requests = (odsql.facet ?? []).filter((text) => text.trim() !== '').map(parseFacet);
  const refine = (odsql.refine ?? []).flatMap((text) => parseRefinements(text, 'refine'));
  const exclude = (odsql.exclude ?? []).flatMap((text) => parseRefinements(text, 'exclude'));
  const settingsOf = (field: SqlField) => facetSettings(requestOf(requests, scope, field), field);
  const conditions = (odsql.where ?? [])
    .flatMap((text) => parseWhere(text) ?? [])
    .map((parsed) => bindFilter(parsed, scope));
  if (conditions.reduce((sum, condition) => sum + wordCount(condition), 0) > maxWords)
    failSemantics('where', `A search of the catalog has more than ${maxWords} words`);
  const exclusions = bindExclusions(exclude, scope, settingsOf);
  return {
    scope,
    visible: maySeeIfPublished(session, sqlText('e')),
    filter: allOf(exclusions ? [...conditions, exclusions] : conditions),
    refinements: bindRefinements(refine, scope, settingsOf),
    refine,
    exclude,
    requests,
  };
}

const requestOf = (requests: readonly FacetRequest[], scope: SqlScope, field: SqlField): FacetRequest | undefined =>
  requests.find((request) => scope.find(request.field) === field);

function facetSettings(request: FacetRequest | undefined, { name }: SqlField): FacetSettings {
  const isHierarchical = request?.isHierarchical ?? (request?.separator ?? null) !== null;
  return {
    isDisjunctive: request?.isDisjunctive ?? facetFields.some((field) => field.name === name && field.isDisjunctive),
    separator: isHierarchical ? (request?.separator ?? '/') : null,
  };
}

/** The filter of a selection, with its refinements except those of one field. */
const filterOf = ({ filter, refinements }: CatalogSelection, except?: SqlField): BoundFilter<SqlField> | null =>
  allOf([
    ...(filter ? [filter] : []),
    ...refinements.filter(({ field }) => field !== except).map((refinement) => refinement.filter),
  ]);

/** The condition that an entry meets the filter and that the caller may see it. */
const conditionOf = ({ visible, scope }: CatalogSelection, filter: BoundFilter<SqlField> | null): Sql =>
  sqlAnd(visible, filter ? filterSql(filter, scope) : undefined);

const allOf = (filters: readonly BoundFilter<SqlField>[]): BoundFilter<SqlField> | null =>
  filters.length > 1 ? { kind: 'and', filters } : (filters[0] ?? null);

/** The number of values of a facet without a `limit` (docs/contract/explore.md 5). */
const defaultLimit = 100;

/** The facets of a query: those requested, else those of the catalog. Fails ODSQL_ERROR for an unknown field. */
function facetsOf(selection: CatalogSelection): SqlFacet[] {
  const { requests, scope } = selection;
  return requests.length > 0
    ? requests.map((request) => facetOf(selection, request.field, request))
    : [...facetFields.map(({ name }) => name), ...selection.filterFields].flatMap((name) =>
        scope.find(name) ? facetOf(selection, name, undefined) : [],
      );
}

function facetOf(selection: CatalogSelection, name: string, request: FacetRequest | undefined): SqlFacet {
  const { scope } = selection;
  const field = scope.find(name) ?? failSemantics('facet', `Unknown field: ${name}`);
  const { isDisjunctive, separator } = facetSettings(request, field);
  const valuesOf = (refinements: readonly Refinement[]) =>
    refinements
      .filter((refinement) => scope.find(refinement.field) === field)
      .map(({ value }) => facetValue(field, value));
  const levels = {
    field,
    separator: field.type === 'text' ? separator : null,
    refined: valuesOf(selection.refine),
    excluded: valuesOf(selection.exclude),
  };
  return {
    ...levels,
    name: field.name,
    sort: request?.sort ?? null,
    limit: request?.limit ?? defaultLimit,
    shown: expandedValues(levels),
    condition: conditionOf(selection, filterOf(selection, isDisjunctive ? field : undefined)),
  };
}
