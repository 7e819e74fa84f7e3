import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { checkPage } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type Sql, sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { readDatasets, visibleFeatures } from './catalog-entry.ts';
import { hasWords, parseQuery, type QueryWord, relevance } from './search-words.ts';
import { afterCursor, type CatalogOrder, searchCursorOf, orderFor, orderList } from './catalog-order.ts';
import type { CatalogFilter, CatalogSearchArgs } from './catalog-search.inputs.ts';
import type { CatalogSearch, CatalogSearchEdge } from './catalog-search.type.ts';
import { countFound, type Counts } from './count-facets.ts';
import { highlighter } from './highlights.ts';
import { type CatalogFacet, parseFacets } from './parse-facets.ts';
import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session.ts';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { catalogScope } from './catalog-scope.ts';
import { findsAllPublished, maySeeIfPublished } from '#access/index.ts';
import { failFields } from '#kernel/fail.ts';
import { findSearcher, readCachedRows, type Searcher } from './searcher.ts';

const e = sqlText('e');

/** The parts of a search, each of which is read when it is selected. */
type LazySearch = { readonly [Part in keyof CatalogSearch]: Promise<CatalogSearch[Part]> };

/** The reads from which the parts of a search are made. Each runs at most once. */
interface SearchReads {
  readonly found: Promise<readonly FoundEntry[]>;
  readonly nodes: Promise<ReadonlyMap<string, Row<CatalogDataset>>>;
  readonly counts: Promise<Counts>;
}

/**
 * Searches the datasets that the caller may see, and returns a page of them, their number and their facets. Each part is read only where it
 * is selected, in a constant number of statements. Fails INVALID_INPUT.
 */
export async function searchCatalog(ctx: RequestContext, args: CatalogSearchArgs): Promise<LazySearch> {
  const searcher = await findSearcher(ctx);
  const { session } = searcher;
  const [page, facets, filter] = checkAll(
    () => checkPage(args),
    () => parseFacets(args),
    () => (args.filter ? filterEntries(args.filter, session) : undefined),
  );
  const words = await parseQuery(ctx, searcher.revision, args.query ?? '');
  const score = words.length === 0 ? undefined : relevance(e, words);
  const order = orderFor(args.sort, score);
  const after = page.after === undefined ? undefined : afterCursor(order, page.after);
  const conditions = [words.length === 0 ? undefined : hasWords(session, e, words), filter].filter(
    (condition) => condition,
  );
  const condition = conditions.length === 0 ? undefined : sqlAnd(...conditions);
  const parts: SearchReads = lazyObject<SearchReads>({
    found: () =>
      readPage(ctx, searcher, {
        condition: sqlAnd(condition, refineEntries(ctx.app, session, facets)),
        order,
        score,
        after,
        limit: page.length + 1,
        offset: page.offset,
      }),
    nodes: async () =>
      readDatasets(
        ctx,
        (await parts.found).slice(0, page.length).map(({ uid }) => uid),
      ),
    counts: () => countFound(ctx, searcher, { condition, facets }),
  });
  return lazyObject<LazySearch>({
    edges: async () => edgesOf((await parts.found).slice(0, page.length), await parts.nodes, { order, words }),
    pageInfo: async () => {
      const found = await parts.found;
      const [first, last] = [found[0], found.slice(0, page.length).at(-1)];
      return {
        hasNextPage: found.length > page.length,
        hasPreviousPage: page.offset > 0 || page.after !== undefined,
        startCursor: first && last ? searchCursorOf(order, first.value, first.dataset_id) : null,
        endCursor: last ? searchCursorOf(order, last.value, last.dataset_id) : null,
      };
    },
    totalCount: async () => (await parts.counts).total,
    facets: async () => (await parts.counts).facets,
  });
}

/** The edges of the page, without a dataset that was unpublished between two statements. */
const edgesOf = (
  found: readonly FoundEntry[],
  nodes: ReadonlyMap<string, Row<CatalogDataset>>,
  { order, words }: { readonly order: CatalogOrder; readonly words: readonly QueryWord[] },
): CatalogSearchEdge[] => {
  const highlightsOf = highlighter(words);
  return found.flatMap(({ uid, value, score, dataset_id: datasetId }) => {
    const node = nodes.get(uid);
    if (!node) return [];
    return lazyObject<CatalogSearchEdge>({
      cursor: () => searchCursorOf(order, value, datasetId),
      node: () => node,
      score: () => score,
      highlights: () => highlightsOf(node),
    });
  });
};

/** The condition that the entry `e` has the values that the facets refine, and none that they exclude. Undefined without such values. */
function refineEntries(
  app: Pick<Platform, 'clock'>,
  session: Session,
  facets: readonly CatalogFacet[],
): Sql | undefined {
  const scope = catalogScope({ app, session }, { timezone: 'UTC', language: 'en' });
  const byName = new Map(facets.map((facet) => [facet.name, facet]));
  const settingsOf = ({ name }: { readonly name: string }) => ({
    isDisjunctive: byName.get(name)?.isDisjunctive ?? false,
    separator: byName.get(name)?.separator ?? null,
  });
  const valuesOf = (part: 'refined' | 'excluded') =>
    facets.flatMap((facet) => facet[part].map((value) => ({ field: facet.name, value })));
  const excluded = bindExclusions(valuesOf('excluded'), scope, settingsOf);
  const filters = [
    ...bindRefinements(valuesOf('refined'), scope, settingsOf).map(({ filter }) => filter),
    ...(excluded ? [excluded] : []),
  ];
  return filters.length === 0 ? undefined : sqlAnd(...filters.map((filter) => filterSql(filter, scope)));
}

/** An entry of a page. */
interface FoundEntry {
  readonly uid: string;
  readonly value: string | null;
  readonly score: number | null;
  readonly dataset_id: string;
}

/** The page of a search. Its SQL names the entry `e`. */
interface EntryPage {
  readonly condition: Sql;
  readonly order: CatalogOrder;
  /** The relevance of an entry; undefined without words. */
  readonly score: Sql | undefined;
  /** Conditions of which an entry after the cursor meets exactly one. */
  readonly after: readonly Sql[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Reads the entries of a page that the caller may see, in order. */
const readPage = (ctx: RequestContext, searcher: Searcher, page: EntryPage): Promise<readonly FoundEntry[]> =>
  readCachedRows(ctx, searcher, pageStatement(searcher, page));

/**
 * The statement for a page. It merges the first entries of several ranges of an index: for each reason why the caller may see an entry,
 * those of each part after the cursor. So it reads no more of a large catalog than of a small one. Only the entries with the words of
 * a search are all read and sorted, once.
 */
function pageStatement(searcher: Searcher, { condition, order, score, after, limit, offset }: EntryPage): Sql {
  const ranges = score
    ? [sqlAnd(maySeeIfPublished(searcher.session, sqlText('e')), after && sql`(${sqlJoin(after, ' or ')})`)]
    : visibleEntries(searcher).flatMap((visible) => after?.map((part) => sqlAnd(visible, part)) ?? [visible]);
  const first = (range: Sql): Sql => sql`(
    select e.uid, e.dataset_id, ${order.value} as value, ${score ?? sqlText('null::float8')} as score
    from catalog_entry e where ${sqlAnd(range, condition)} order by ${orderList(order)} limit ${limit + offset}::bigint)`;
  return sql`
    select found.uid, found.dataset_id, found.value::text as value, found.score
    from (${sqlJoin(ranges.map(first), ' union all ')}) found
    order by ${orderList(order, [sqlText('found.value'), sqlText('found.dataset_id')])}
    limit ${limit}::int
    offset ${offset}::int`;
}

/** The maximum number of own entries that a statement names. With more of them, it looks up the rights. */
const maxNamed = 1_000;

/** Conditions of which an entry that the caller may see meets exactly one. */
function visibleEntries({ session, ownEntries }: Searcher): readonly Sql[] {
  const unrestricted = sqlText('not e.is_restricted');
  if (findsAllPublished(session)) return [unrestricted, sqlText('e.is_restricted')];
  const own = ownEntries.flatMap(({ uid, isVisible }) => (isVisible ? [uid] : []));
  if (own.length > maxNamed)
    return [unrestricted, sqlAnd(sqlText('e.is_restricted'), maySeeIfPublished(session, sqlText('e')))];
  return own.length === 0 ? [unrestricted] : [unrestricted, sql`e.is_restricted and e.uid = any(${own}::text[])`];
}

/** The maximum number of values of one list (docs/contract/explore.md 5). */
const maxValues = 1_000;

/** The lists of the filter, each with the condition that an entry has one of its values. */
const lists = {
  themes: () => (values: Sql) => sql`e.theme && ${values}`,
  keywords: () => (values: Sql) => sql`e.keyword && ${values}`,
  publishers: () => (values: Sql) => sql`e.publisher = any(${values})`,
  licenses: () => (values: Sql) => sql`e.license = any(${values})`,
  languages: () => (values: Sql) => sql`e.language = any(${values})`,
  territories: () => (values: Sql) => sql`e.territory && ${values}`,
  features: (session: Session) => (values: Sql) => sql`${visibleFeatures(session, e)} && ${values}`,
} as const;
const listNames = Object.keys(lists) as (keyof typeof lists)[];

/** The condition of a filter on the entry `e`. Fails INVALID_INPUT for a list that is too long. */
function filterEntries(filter: CatalogFilter, session: Session): Sql {
  const { datasetIds, hasRecords, modifiedFrom, modifiedBefore } = filter;
  checkAll(...([...listNames, 'datasetIds'] as const).map((name) => () => checkLength(filter, name)));
  return sqlAnd(
    datasetIds == null
      ? undefined
      : sql`e.dataset_id = any(${datasetIds}::text[]) or e.uid = any(${datasetIds}::text[])`,
    ...listNames.map((name) => {
      const values = filter[name];
      return values == null ? undefined : lists[name](session)(sql`${values}::text[]`);
    }),
    hasRecords == null ? undefined : sql`e.has_records = ${hasRecords}::boolean`,
    modifiedFrom == null ? undefined : sql`e.modified >= ${modifiedFrom}::timestamptz`,
    modifiedBefore == null ? undefined : sql`e.modified < ${modifiedBefore}::timestamptz`,
  );
}

function checkLength(filter: CatalogFilter, name: keyof CatalogFilter): void {
  const value = filter[name];
  if (Array.isArray(value) && value.length > maxValues)
    failFields({ [`filter.${name}`]: [`Name ${String(maxValues)} values at most.`] });
}
