import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { checkPage, type Connection, type Edge, itemsOf, surroundingsOf } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { FacetInput } from '#api/types/odsql.inputs.ts';
import type { Facet } from '#api/types/rows.type.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { currentTemplates, maxFilters, type MetadataTemplate } from '#metadata/index.ts';
import { failFields } from '#kernel/fail.ts';
import { readDatasets } from './catalog-entry.ts';
import { hasWords, parseQuery, type QueryWord, relaxQuery, relevance } from './search-words.ts';
import { beyondCursor, type EntryOrder, orderFor, searchCursorOf } from './catalog-order.ts';
import type { CatalogArgs } from './catalog.inputs.ts';
import { filterEntries } from './filter-entries.ts';
import { countFacets, type CountedEntries, findCounted } from './count-facets.ts';
import { highlightedColumns, highlighter } from './highlights.ts';
import type { Highlight } from './highlight.type.ts';
import { maxFacets, parseContains, parseFacets } from './parse-facets.ts';
import { filterFields, shownCustomTemplates } from './catalog-scope.ts';
import { findSearcher } from './searcher.ts';
import { anyOf, type FoundEntry, readPage } from './page-entries.ts';
import { refineEntries } from './refine-entries.ts';
import { findExact, suggestQuery } from './suggest-query.ts';
import type { CatalogRemoval } from './removal.type.ts';
import { findValues } from './find-values.ts';
import type { FoundValue } from './found-value.type.ts';
import { countRemovals } from './count-removals.ts';

const e = sqlText('e');

/** An edge of a page of datasets. A search knows more of it than the list of all datasets. */
export interface FoundEdge extends Edge<Row<CatalogDataset>> {
  readonly score: number | null;
  readonly highlights: readonly Highlight[];
  readonly isApproximate: boolean | Promise<boolean>;
  readonly values: readonly FoundValue[] | Promise<readonly FoundValue[]>;
}

/** Counts the facets of a page, or their values that have some characters. Fails INVALID_INPUT. */
type CountFacets = (
  facets: readonly FacetInput[] | null | undefined,
  contains: string | null | undefined,
) => Promise<readonly Facet[]>;

/** A page of the catalog, and the function that counts facets of all its datasets. */
export interface CatalogPage extends Connection<Row<CatalogDataset>> {
  readonly countFacets: CountFacets;
  /** The query with its misspelt words as visible datasets write them; null where there is none. */
  readonly suggestQuery: () => Promise<string | null>;
  /** Where nothing is found, the number of datasets without each condition of the search. */
  readonly countRemovals: () => Promise<readonly CatalogRemoval[]>;
}

/** What a search with some words selects, and in which order. */
interface WordSearch {
  readonly words: readonly QueryWord[];
  readonly order: EntryOrder;
  /** The condition of the words and the filter; undefined without either. */
  readonly condition: Sql | undefined;
  readonly entries: Promise<readonly FoundEntry[]>;
  readonly counted: Promise<CountedEntries>;
}

/** The reads from which the parts of a search are made. Each runs at most once. */
interface SearchReads {
  /** The search whose page the caller gets. */
  readonly shown: Promise<WordSearch>;
  readonly found: Promise<readonly FoundEntry[]>;
  readonly nodes: Promise<ReadonlyMap<string, Row<CatalogDataset>>>;
  readonly counted: Promise<CountedEntries>;
  /** The search with misspelt words where no visible dataset has the words as they are; undefined where one has, or words have no neighbours. */
  readonly relaxed: Promise<WordSearch | undefined>;
  /** The values of records in which the words are, by the uid of the found dataset. */
  readonly values: Promise<ReadonlyMap<string, readonly FoundValue[]>>;
  /** The uids of the found entries that have the words as they are written. */
  readonly exact: Promise<ReadonlySet<string>>;
}

/**
 * Searches the datasets that the caller may see, and returns a page of them, their number and their facets. Each part is read only where it
 * is selected, in a constant number of statements; `columns` are those of datasets that the selected fields need. Where no dataset has the words, those near a short last word count too. Fails INVALID_INPUT.
 */
export async function searchCatalog(
  ctx: RequestContext,
  args: CatalogArgs,
  columns: ReadonlySet<string>,
): Promise<CatalogPage> {
  const { refine, exclude } = args;
  const [searcher, templates] = await Promise.all([findSearcher(ctx), currentTemplates(ctx)]);
  const { session } = searcher;
  const customTemplates = shownCustomTemplates(templates);
  const [page, refined, filter] = checkAll(
    () => checkPage(args),
    () => parseFacets({ facets: [], refine, exclude }, templates),
    () => (args.filter ? filterEntries(args.filter, session) : undefined),
  );
  const given = await parseQuery(ctx, searcher.revision, args.query ?? '');
  const searchFor = (words: readonly QueryWord[]): WordSearch => {
    const score = words.length === 0 ? undefined : relevance(e, words);
    const order = orderFor(args.orderBy, score);
    const [after, before] = [beyondCursor(order, page, 'after'), beyondCursor(order, page, 'before')];
    const [start, end] = page.isFromEnd ? [before, after] : [after, before];
    const conditions = [...(words.length === 0 ? [] : [hasWords(session, e, words)]), ...(filter?.values() ?? [])];
    const condition = conditions.length === 0 ? undefined : sqlAnd(...conditions);
    return lazyObject<WordSearch>({
      words: () => words,
      order: () => order,
      condition: () => condition,
      entries: async () =>
        readPage(ctx, searcher, {
          condition: sqlAnd(condition, await refineEntries(ctx, searcher, refined), end && anyOf(end)),
          order,
          score,
          start,
          limit: page.length + 1,
          offset: page.offset,
          isFromEnd: page.isFromEnd,
        }),
      counted: () => findCounted(ctx, searcher, condition),
    });
  };
  const search = searchFor(given);
  const parts: SearchReads = lazyObject<SearchReads>({
    shown: async () => ((await search.entries).length > 0 ? search : ((await parts.relaxed) ?? search)),
    found: async () => itemsOf(await (await parts.shown).entries, page),
    nodes: async () =>
      readDatasets(
        ctx,
        (await parts.found).map(({ uid }) => uid),
        given.length === 0
          ? columns
          : new Set([...columns, ...highlightedColumns, ...(customTemplates.length > 0 ? ['metadata'] : [])]),
      ),
    counted: async () => {
      const counted = await search.counted;
      return counted.found.includes(1) ? counted : ((await (await parts.relaxed)?.counted) ?? counted);
    },
    relaxed: async () => {
      const words = await relaxQuery(ctx, searcher, given);
      return words && searchFor(words);
    },
    values: async () =>
      findValues(
        ctx,
        searcher,
        (await parts.shown).words,
        (await parts.found).map(({ uid }) => uid),
      ),
    exact: async () =>
      findExact(
        ctx,
        searcher,
        (await parts.shown).words,
        (await parts.found).map(({ uid }) => uid),
      ),
  });
  const edges = async () => edgesOf(await parts.shown, parts, await parts.found, await parts.nodes, customTemplates);
  const connection = lazyObject<Connection<Row<CatalogDataset>>>({
    nodes: async () => (await edges()).map(({ node }) => node),
    edges,
    pageInfo: async () => {
      const { order, entries } = await parts.shown;
      const items = await parts.found;
      const [first, last] = [items[0], items.at(-1)];
      return {
        ...surroundingsOf(page, (await entries).length > page.length),
        startCursor: first ? searchCursorOf(order, first.value, first.dataset_id) : null,
        endCursor: last ? searchCursorOf(order, last.value, last.dataset_id) : null,
      };
    },
    totalCount: async () => countFacets(await parts.counted, refined).total,
  });
  return Object.assign(connection, {
    countFacets: async (...[facets, contains]: Parameters<CountFacets>) => {
      const [requested, part] = checkAll(
        () => parseFacets({ facets, refine, exclude }, templates),
        () => parseContains(contains),
      );
      return countFacets(await parts.counted, requested, part).facets;
    },
    suggestQuery: async () => {
      const words = (await parts.relaxed)?.words ?? given;
      // what is found without other spellings has the words as they are
      const isWritten = words.every(({ near }) => near.length === 0) && (await parts.found).length > 0;
      return isWritten ? null : suggestQuery(ctx, searcher, args.query ?? '', words);
    },
    countRemovals: async () =>
      countFacets(await parts.counted, refined).total > 0
        ? []
        : countRemovals(ctx, searcher, {
            query: args.query ?? '',
            words: (await parts.relaxed)?.words ?? given,
            filter,
            refined,
          }),
  });
}

/** Counts facets of all datasets that the caller may see, or of one. Fails INVALID_INPUT. */
export async function countFacetsOfAll(
  ctx: RequestContext,
  ...[facets, contains]: Parameters<CountFacets>
): Promise<readonly Facet[]> {
  const templates = await currentTemplates(ctx);
  const [requested, part] = checkAll(
    () => parseFacets({ facets }, templates),
    () => parseContains(contains),
  );
  return countFacets(await findCounted(ctx, await findSearcher(ctx), undefined), requested, part).facets;
}

/**
 * Counts the filters of custom templates in a page: the `first` of them that have values, and those that the search refines. Fails
 * INVALID_INPUT.
 */
export async function countTemplateFacets(
  ctx: RequestContext,
  page: CatalogPage,
  { first, limit }: { readonly first: number; readonly limit: number | null },
): Promise<readonly Facet[]> {
  if (first < 1 || first > maxFilters) failFields({ first: [`Ask for 1 to ${String(maxFilters)} facets.`] });
  const fields = filterFields(await currentTemplates(ctx)).map(({ name }) => ({ field: name, limit }));
  const counted: Facet[] = [];
  for (let start = 0; start < fields.length; start += maxFacets)
    counted.push(...(await page.countFacets(fields.slice(start, start + maxFacets), null)));
  return counted.filter(({ values }, index) => index < first || values.some(({ state }) => state === 'refined'));
}

/** The edges of the page, without a dataset that was unpublished between two statements. */
const edgesOf = (
  { order, words }: WordSearch,
  parts: Pick<SearchReads, 'exact' | 'values'>,
  found: readonly FoundEntry[],
  nodes: ReadonlyMap<string, Row<CatalogDataset>>,
  templates: readonly MetadataTemplate[],
): FoundEdge[] => {
  const highlightsOf = highlighter(words, templates);
  return found.flatMap(({ uid, value, score, dataset_id: datasetId }) => {
    const node = nodes.get(uid);
    if (!node) return [];
    return lazyObject<FoundEdge>({
      cursor: () => searchCursorOf(order, value, datasetId),
      node: () => node,
      score: () => score,
      highlights: () => highlightsOf(node),
      isApproximate: async () => !(await parts.exact).has(uid),
      values: async () => (await parts.values).get(uid) ?? [],
    });
  });
};
