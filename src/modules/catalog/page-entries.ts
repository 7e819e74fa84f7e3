import type { RequestContext } from '#api/context.ts';
import { type Sql, sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import { findsAllPublished, maySeeIfPublished } from '#access/index.ts';
import { type EntryOrder, orderList } from './catalog-order.ts';
import { readCachedRows, type Searcher } from './searcher.ts';

/** An entry of a page. */
export interface FoundEntry {
  readonly uid: string;
  readonly value: string | null;
  readonly score: number | null;
  readonly dataset_id: string;
}

/** One of several conditions. */
export const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sqlJoin(conditions, ' or ')})`;

/** The page of a search. Its SQL names the entry `e`. */
export interface EntryPage {
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
export async function readPage(
  ctx: RequestContext,
  searcher: Searcher,
  page: EntryPage,
): Promise<readonly FoundEntry[]> {
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
  const last = sql`limit ${limit + offset}::bigint`;
  const ordered = (range: Sql): Sql => sql`(
    select e.uid, e.dataset_id, ${order.value} as value, ${score ?? sqlText('null::float8')} as score
    from catalog_entry e where ${sqlAnd(range, condition)} order by ${orderList(order, isFromEnd)} ${last})`;
  // the offset keeps the planner from writing the relevance, which reads long vectors, into the list, the order and the score
  const ranked = (range: Sql): Sql => sql`(
    select r.uid, r.dataset_id, r.value, r.value as score
    from (select e.uid, e.dataset_id, ${order.value} as value from catalog_entry e where ${sqlAnd(range, condition)} offset 0) r
    order by ${orderList(order, isFromEnd, [sqlText('r.value'), sqlText('r.dataset_id')])} ${last})`;
  const first = order.value === score ? ranked : ordered;
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
