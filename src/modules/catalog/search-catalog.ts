import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { checkPage, type Connection, type Edge, itemsOf, surroundingsOf } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { FacetInput } from '#api/types/odsql.inputs.ts';
import type { Facet } from '#api/types/rows.type.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type Sql, sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { readDatasets } from './catalog-entry.ts';
import { hasWords, parseQuery, type QueryWord, relevance } from './search-words.ts';
import { beyondCursor, type EntryOrder, orderFor, orderList, searchCursorOf } from './catalog-order.ts';
import type { CatalogArgs } from './catalog.inputs.ts';
import { filterEntries } from './filter-entries.ts';
import { loadCatalogColumns } from './catalog-columns.ts';
import { countFacets, type CountedEntries, findCounted } from './count-facets.ts';
import { highlighter } from './highlights.ts';
import type { Highlight } from './highlight.type.ts';
import { type CatalogFacet, isValueOf, parseContains, parseFacets } from './parse-facets.ts';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { catalogScope } from './catalog-scope.ts';
import { findsAllPublished, maySeeIfPublished } from '#access/index.ts';
import { findSearcher, readCachedRows, type Searcher } from './searcher.ts';

const e = sqlText('e');

/** An edge of a page of datasets. A search knows more of it than the list of all datasets. */
export interface FoundEdge extends Edge<Row<CatalogDataset>> {
  readonly score: number | null;
  readonly highlights: readonly Highlight[];
}

/** Counts the facets of a page, or their values that have some characters. Fails INVALID_INPUT. */
type CountFacets = (
  facets: readonly FacetInput[] | null | undefined,
  contains: string | null | undefined,
) => Promise<readonly Facet[]>;

/** A page of the catalog, and the function that counts facets of all its datasets. */
export interface CatalogPage extends Connection<Row<CatalogDataset>> {
  readonly countFacets: CountFacets;
}

/** The reads from which the parts of a search are made. Each runs at most once. */
interface SearchReads {
  readonly read: Promise<readonly FoundEntry[]>;
  readonly nodes: Promise<ReadonlyMap<string, Row<CatalogDataset>>>;
  readonly counted: Promise<CountedEntries>;
}

/**
 * Searches the datasets that the caller may see, and returns a page of them, their number and their facets. Each part is read only where it
 * is selected, in a constant number of statements. Fails INVALID_INPUT.
 */
export async function searchCatalog(ctx: RequestContext, args: CatalogArgs): Promise<CatalogPage> {
  const { refine, exclude } = args;
  const searcher = await findSearcher(ctx);
  const { session } = searcher;
  const [page, refined, filter] = checkAll(
    () => checkPage(args),
    () => parseFacets({ facets: [], refine, exclude }),
    () => (args.filter ? filterEntries(args.filter, session) : undefined),
  );
  const words = await parseQuery(ctx, searcher.revision, args.query ?? '');
  const score = words.length === 0 ? undefined : relevance(e, words);
  const order = orderFor(args.orderBy, score);
  const [after, before] = [beyondCursor(order, page, 'after'), beyondCursor(order, page, 'before')];
  const [start, end] = page.isFromEnd ? [before, after] : [after, before];
  const conditions = [...(words.length === 0 ? [] : [hasWords(session, e, words)]), ...(filter?.values() ?? [])];
  const condition = conditions.length === 0 ? undefined : sqlAnd(...conditions);
  const parts: SearchReads = lazyObject<SearchReads>({
    read: async () =>
      readPage(ctx, searcher, {
        condition: sqlAnd(condition, await refineEntries(ctx, searcher, refined), end && anyOf(end)),
        order,
        score,
        start,
        limit: page.length + 1,
        offset: page.offset,
        isFromEnd: page.isFromEnd,
      }),
    nodes: async () =>
      readDatasets(
        ctx,
        itemsOf(await parts.read, page).map(({ uid }) => uid),
      ),
    counted: () => findCounted(ctx, searcher, condition),
  });
  const edges = async () => edgesOf(itemsOf(await parts.read, page), await parts.nodes, { order, words });
  const connection = lazyObject<Connection<Row<CatalogDataset>>>({
    nodes: async () => (await edges()).map(({ node }) => node),
    edges,
    pageInfo: async () => {
      const read = await parts.read;
      const items = itemsOf(read, page);
      const [first, last] = [items[0], items.at(-1)];
      return {
        ...surroundingsOf(page, read.length > page.length),
        startCursor: first ? searchCursorOf(order, first.value, first.dataset_id) : null,
        endCursor: last ? searchCursorOf(order, last.value, last.dataset_id) : null,
      };
    },
    totalCount: async () => countFacets(await parts.counted, refined).total,
  });
  return Object.assign(connection, {
    countFacets: async (...[facets, contains]: Parameters<CountFacets>) => {
      const [requested, part] = checkAll(
        () => parseFacets({ facets, refine, exclude }),
        () => parseContains(contains),
      );
      return countFacets(await parts.counted, requested, part).facets;
    },
  });
}

/** Counts facets of all datasets that the caller may see, or of one. Fails INVALID_INPUT. */
export async function countFacetsOfAll(
  ctx: RequestContext,
  ...[facets, contains]: Parameters<CountFacets>
): Promise<readonly Facet[]> {
  const [requested, part] = checkAll(
    () => parseFacets({ facets }),
    () => parseContains(contains),
  );
  return countFacets(await findCounted(ctx, await findSearcher(ctx), undefined), requested, part).facets;
}

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sqlJoin(conditions, ' or ')})`;

/** The edges of the page, without a dataset that was unpublished between two statements. */
const edgesOf = (
  found: readonly FoundEntry[],
  nodes: ReadonlyMap<string, Row<CatalogDataset>>,
  { order, words }: { readonly order: EntryOrder; readonly words: readonly QueryWord[] },
): FoundEdge[] => {
  const highlightsOf = highlighter(words);
  return found.flatMap(({ uid, value, score, dataset_id: datasetId }) => {
    const node = nodes.get(uid);
    if (!node) return [];
    return lazyObject<FoundEdge>({
      cursor: () => searchCursorOf(order, value, datasetId),
      node: () => node,
      score: () => score,
      highlights: () => highlightsOf(node),
    });
  });
};

/** The condition that the entry `e` has the values that the facets refine, and none that they exclude. Undefined without such values. */
async function refineEntries(
  ctx: RequestContext,
  { session, revision }: Searcher,
  facets: readonly CatalogFacet[],
): Promise<Sql | undefined> {
  const scope = catalogScope({ app: ctx.app, session }, { timezone: 'UTC', language: 'en' });
  const byName = new Map(facets.map((facet) => [facet.name, facet]));
  const settingsOf = ({ name }: { readonly name: string }) => ({
    isDisjunctive: byName.get(name)?.isDisjunctive ?? false,
    separator: byName.get(name)?.separator ?? null,
  });
  const valuesOf = (part: 'refined' | 'excluded') =>
    facets.flatMap((facet) =>
      facet.field.ignoresCase === true ? [] : facet[part].map((value) => ({ field: facet.name, value })),
    );
  const excluded = bindExclusions(valuesOf('excluded'), scope, settingsOf);
  const filters = [
    ...bindRefinements(valuesOf('refined'), scope, settingsOf).map(({ filter }) => filter),
    ...(excluded ? [excluded] : []),
  ];
  const conditions = filters.map((filter) => filterSql(filter, scope));
  for (const facet of facets.filter(({ field }) => field.ignoresCase))
    conditions.push(...(await refineIgnoringCase(ctx, revision, facet)));
  return conditions.length === 0 ? undefined : sqlAnd(...conditions);
}

/** The conditions of a facet that ignores case, by the values that entries have: an index finds those, but not texts in any case. */
async function refineIgnoringCase(ctx: RequestContext, revision: string, facet: CatalogFacet): Promise<readonly Sql[]> {
  const { name, field, refined, excluded, isDisjunctive } = facet;
  if (refined.length + excluded.length === 0) return [];
  const { texts } = (await loadCatalogColumns(ctx, revision)).column(name);
  const hasValue = (value: string): Sql => sql`${field.values(e)} && ${texts.filter(isValueOf(facet, value))}::text[]`;
  const refinements = refined.map(hasValue);
  return [
    ...(isDisjunctive && refinements.length > 0 ? [anyOf(refinements)] : refinements),
    ...excluded.map((value) => sql`not (${hasValue(value)})`),
  ];
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
  readonly order: EntryOrder;
  /** The relevance of an entry; undefined without words. */
  readonly score: Sql | undefined;
  /** Conditions of which an entry beyond the cursor where reading starts meets exactly one. */
  readonly start: readonly Sql[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly isFromEnd: boolean;
}

/** Reads the entries of a page that the caller may see, in the order of the list. */
async function readPage(ctx: RequestContext, searcher: Searcher, page: EntryPage): Promise<readonly FoundEntry[]> {
  const found = await readCachedRows<FoundEntry>(ctx, searcher, pageStatement(searcher, page));
  return page.isFromEnd ? found.toReversed() : found;
}

/**
 * The statement for a page. It merges the first entries of several ranges of an index: for each reason why the caller may see an entry,
 * those of each part beyond the cursor. So it reads no more of a large catalog than of a small one. Only the entries with the words of
 * a search are all read and sorted, once.
 */
function pageStatement(
  searcher: Searcher,
  { condition, order, score, start, limit, offset, isFromEnd }: EntryPage,
): Sql {
  const ranges = score
    ? [sqlAnd(maySeeIfPublished(searcher.session, sqlText('e')), start && anyOf(start))]
    : visibleEntries(searcher).flatMap((visible) => start?.map((part) => sqlAnd(visible, part)) ?? [visible]);
  const first = (range: Sql): Sql => sql`(
    select e.uid, e.dataset_id, ${order.value} as value, ${score ?? sqlText('null::float8')} as score
    from catalog_entry e where ${sqlAnd(range, condition)} order by ${orderList(order, isFromEnd)} limit ${limit + offset}::bigint)`;
  return sql`
    select found.uid, found.dataset_id, found.value::text as value, found.score
    from (${sqlJoin(ranges.map(first), ' union all ')}) found
    order by ${orderList(order, isFromEnd, [sqlText('found.value'), sqlText('found.dataset_id')])}
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
