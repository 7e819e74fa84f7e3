import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { checkPage } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { readDatasets } from '../entry/read-datasets.ts';
import { hasWords, relevance } from '../words/match-words.ts';
import { parseQuery, type QueryWord } from '../words/query-words.ts';
import { afterCursor, type CatalogOrder, cursorOf, orderFor } from './catalog-order.ts';
import type { CatalogSearchArgs } from './catalog-search.inputs.ts';
import type { CatalogSearch, CatalogSearchEdge } from './catalog-search.type.ts';
import type { Counts } from './count-facets.ts';
import { countFound } from './count-found.ts';
import { filterEntries } from './filter-entries.ts';
import { highlighter } from './highlights.ts';
import { type FoundEntry, readPage } from './read-page.ts';
import { type CatalogFacet, parseFacets } from './parse-facets.ts';
import { findSearcher } from './searcher.ts';
import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session.ts';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { catalogScope } from '../odsql/catalog-scope.ts';

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
        startCursor: first && last ? cursorOf(order, first.value, first.dataset_id) : null,
        endCursor: last ? cursorOf(order, last.value, last.dataset_id) : null,
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
      cursor: () => cursorOf(order, value, datasetId),
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
