import type { RequestContext } from '#api/context.ts';
import { sql, sqlAnd, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { findsAllPublished, maySeeIfPublished } from '#access/index.ts';
import { orderList, type CatalogOrder } from './catalog-order.ts';
import { readCachedRows, type Searcher } from './searcher.ts';

/** An entry of a page. */
export interface FoundEntry {
  readonly uid: string;
  readonly value: string | null;
  readonly score: number | null;
  readonly dataset_id: string;
}

/** The page of a search. Its SQL names the entry `e`. */
export interface EntryPage {
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
export const readPage = (ctx: RequestContext, searcher: Searcher, page: EntryPage): Promise<readonly FoundEntry[]> =>
  readCachedRows(ctx, searcher, pageStatement(searcher, page));

/**
 * The statement for a page. It merges the first entries of several ranges of an index: for each reason why the caller may see an entry,
 * those of each part after the cursor. So it reads no more of a large catalog than of a small one. Only the entries with the words of
 * a search are all read and sorted, once.
 */
export function pageStatement(searcher: Searcher, { condition, order, score, after, limit, offset }: EntryPage): Sql {
  const ranges = score
    ? [sqlAnd(maySeeIfPublished(searcher.session, sqlText('e')), after && sql`(${sqlJoin(after, ' or ')})`)]
    : visibleEntries(searcher).flatMap((visible) => after?.map((part) => sqlAnd(visible, part)) ?? [visible]);
  const first = (range: Sql): Sql => sql`(
    select e.uid, e.dataset_id, ${order.value} as value, ${score ?? sqlText('null::float8')} as score
    from catalog_entry e where ${sqlAnd(range, condition)} order by ${orderList(order)} limit ${limit + offset}::bigint)`;
  return sql`select found.uid, found.dataset_id, found.value::text as value, found.score from (${sqlJoin(ranges.map(first), ' union all ')}) found
    order by ${orderList(order, [sqlText('found.value'), sqlText('found.dataset_id')])} limit ${limit}::int offset ${offset}::int`;
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
