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
 * does not see are in none. Where none has words near them, words are divided and joined. Null where a dataset has the words as they are. One statement, or two
 * for spellings.
 */
export async function suggestQuery(
  ctx: RequestContext,
  searcher: Searcher,
  query: string,
  words: readonly QueryWord[],
): Promise<string | null> {
  const last = words.at(-1);
  if (!last) return null;
  const { session } = searcher;
  const isSeen = maySeeIfPublished(session, e);
  const written = await readCachedRows(
    ctx,
    searcher,
    sql`select 1 from catalog_entry e where ${sqlAnd(isSeen, hasWords(session, e, asWritten(words)))} limit 1`,
  );
  if (written.length > 0) return null;
  if (words.every(({ near }) => near.length === 0)) return suggestParts(ctx, searcher, query, words);
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
  return best ? replaceWords(query, words, best[1].texts) : suggestParts(ctx, searcher, query, words);
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

/** The minimum length of a part of a word, the length of a word that is divided, and the number of suggestions that are tried. */
const parts = { minLength: 3, maxLength: 40, maxTried: 3 } as const;

/**
 * The query with a word divided into two, or with two words as one, as datasets that the caller sees write them; null where none does. Two statements, or some
 * more where words are known that no dataset has together.
 */
async function suggestParts(
  ctx: RequestContext,
  searcher: Searcher,
  query: string,
  words: readonly QueryWord[],
): Promise<string | null> {
  const texts = words.map(({ text }) => text);
  const changed = texts.flatMap((text, index) => [
    ...dividedAt(text).map((divided) => ({ used: divided, texts: texts.with(index, divided.join(' ')) })),
    ...joinedAt(texts, index),
  ]);
  if (changed.length === 0) return null;
  const rows = await readCachedRows<{ word: string }>(
    ctx,
    searcher,
    sql`select word from catalog_word where word = any(${[...new Set(changed.flatMap(({ used }) => used))]}::text[])`,
  );
  const known = new Set(rows.map(({ word }) => word));
  const { session } = searcher;
  for (const each of changed.filter(({ used }) => used.every((word) => known.has(word))).slice(0, parts.maxTried)) {
    const spelled = each.texts
      .join(' ')
      .split(' ')
      .filter((text) => text !== '');
    const searched = spelled.map((text) => ({ text, isPrefix: false, near: [] }));
    const found = await readCachedRows(
      ctx,
      searcher,
      sql`select 1 from catalog_entry e where ${sqlAnd(maySeeIfPublished(session, e), hasWords(session, e, searched))} limit 1`,
    );
    if (found.length > 0) return replaceWords(query, words, each.texts);
  }
  return null;
}

/** The two parts of a word, for each place where it can be divided; the most even ones first. */
function dividedAt(text: string): (readonly [string, string])[] {
  const characters = Array.from(text);
  const { minLength, maxLength } = parts;
  if (characters.length > maxLength) return [];
  const middle = characters.length / 2;
  return Array.from({ length: Math.max(0, characters.length - 2 * minLength + 1) }, (_each, index) => index + minLength)
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    .map((end) => [characters.slice(0, end).join(''), characters.slice(end).join('')] as const);
}

/** A word and the one after it as one. */
function joinedAt(texts: readonly string[], index: number): { used: readonly string[]; texts: readonly string[] }[] {
  const [first = '', second] = texts.slice(index, index + 2);
  return second === undefined
    ? []
    : [{ used: [first + second], texts: texts.with(index, first + second).with(index + 1, '') }];
}

/** A query with other words in the places of its words. */
function replaceWords(query: string, words: readonly QueryWord[], texts: readonly string[]): string | null {
  const byText = new Map(words.map(({ text }, index) => [text, texts[index] ?? text]));
  const suggested = query.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
    const folded = foldText(word);
    const text = byText.get(folded) ?? folded;
    return text === folded ? word : text;
  });
  return suggested === query ? null : suggested.replace(/\s+/g, ' ').trim();
}
