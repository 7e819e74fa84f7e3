import type { RequestContext } from '#api/context.ts';
import { foldText } from '#kernel/text.ts';
import { sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { maySeeIfPublished } from '#access/index.ts';
import { readCachedRows, type Searcher } from './searcher.ts';
import { exactTerm, hasWords, type QueryWord, relevance, visibleWords } from './search-words.ts';

const e = sqlText('e');

/** The words as they are written, without those that they may be a misspelling of. */
const asWritten = (words: readonly QueryWord[]): readonly QueryWord[] => words.map((word) => ({ ...word, near: [] }));

/** The uids among those given whose entries have the words as they are written, where the caller sees them: one statement, where a word has others near it. */
export async function findExact(
  ctx: RequestContext,
  searcher: Searcher,
  words: readonly QueryWord[],
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0 || words.every(({ near }) => near.length === 0)) return new Set(uids);
  const rows = await readCachedRows<{ uid: string }>(
    ctx,
    searcher,
    sql`select e.uid from catalog_entry e
      where e.uid = any(${uids}::text[]) and ${hasWords(searcher.session, e, asWritten(words))}`,
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** The number of best matches from which a suggestion is made. */
const maxMatches = 200;

/** Matches that have the same words. */
interface Matches {
  /** The words near those of the query that the matches have, in the order of the alphabet. */
  readonly has: readonly string[];
  /** Whether they have the last word of the query, as a prefix. */
  readonly hasLast: boolean;
  readonly count: number;
}

/**
 * The query with each word that is misspelt as datasets write it, in the spelling that the most of the best matches have: words of datasets that the caller
 * does not see are in none. Null where a dataset has the words as they are, and where none has words near them. One statement, or two.
 */
export async function suggestQuery(
  ctx: RequestContext,
  searcher: Searcher,
  query: string,
  words: readonly QueryWord[],
): Promise<string | null> {
  const last = words.at(-1);
  if (!last || words.every(({ near }) => near.length === 0)) return null;
  const { session } = searcher;
  const isSeen = maySeeIfPublished(session, e);
  const written = await readCachedRows(
    ctx,
    searcher,
    sql`select 1 from catalog_entry e where ${sqlAnd(isSeen, hasWords(session, e, asWritten(words)))} limit 1`,
  );
  if (written.length > 0) return null;
  const candidates = [...new Set(words.flatMap(({ text, near }) => [text, ...near]))];
  const matches = await readCachedRows<Matches>(
    ctx,
    searcher,
    sql`select found.has, found.has_last as "hasLast", count(*)::int as count
      from (select array(select word from unnest(tsvector_to_array(seen.words)) word where word = any(${candidates}::text[]) order by word) as has,
          seen.words @@ ${exactTerm(last)}::tsquery as has_last
        from (select ${visibleWords(session, e)} as words from catalog_entry e
          where ${sqlAnd(isSeen, hasWords(session, e, words))} order by ${relevance(e, words)} desc, e.dataset_id limit ${maxMatches}::int) seen) found
      group by 1, 2`,
  );
  const counts = new Map<string, SpelledWords & { count: number }>();
  for (const match of matches) {
    const spelled = spell(words, match);
    const key = spelled.texts.join(' ');
    counts.set(key, { ...spelled, count: match.count + (counts.get(key)?.count ?? 0) });
  }
  const [best] = [...counts.entries()].toSorted(
    ([a, one], [b, other]) => one.changed - other.changed || other.count - one.count || (a < b ? -1 : 1),
  );
  return best ? replaceWords(query, words, best[1].texts) : null;
}

/** The words of a query as some matches write them, and how many of them differ. */
interface SpelledWords {
  readonly texts: readonly string[];
  readonly changed: number;
}

function spell(words: readonly QueryWord[], { has, hasLast }: Matches): SpelledWords {
  const known = new Set(has);
  const texts = words.map(({ text, isPrefix, near }) =>
    known.has(text) || (isPrefix && hasLast) ? text : (near.find((word) => known.has(word)) ?? text),
  );
  return { texts, changed: texts.filter((text, index) => text !== words[index]?.text).length };
}

/** A query with other words in the places of its words. */
function replaceWords(query: string, words: readonly QueryWord[], texts: readonly string[]): string | null {
  const byText = new Map(words.map(({ text }, index) => [text, texts[index] ?? text]));
  const suggested = query.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
    const folded = foldText(word);
    const text = byText.get(folded) ?? folded;
    return text === folded ? word : text;
  });
  return suggested === query ? null : suggested;
}
