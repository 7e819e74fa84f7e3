import type { RequestContext } from '#api/context.ts';
import { wordsOf } from '#engine/odsql/words.ts';
import { failFields } from '#kernel/fail.ts';
import { findNearWords, type NearWords } from './near-words.ts';

/** A word of a search. */
export interface QueryWord {
  /** The word, folded. */
  readonly text: string;
  /** Whether words that begin with it match: the user may still be typing the last word. */
  readonly isPrefix: boolean;
  /** The words of the catalog that it may be a misspelling of. */
  readonly near: readonly string[];
}

/** The maximum number of words that a query searches for: each is compared with the words of every dataset. */
export const maxWords = 20;
const maxLength = 1_000;

/** The minimum length at which the last word, a prefix, may also be misspelt. */
const minMisspeltPrefixLength = 6;

/**
 * Parses the words of a query. A dataset must have each of them, within the edit distance of `search()`
 * (docs/contract/explore.md 7). The last word is a prefix, and may be misspelt only when it is long. Similar words are
 * cached for a revision of the catalog. Fails INVALID_INPUT for a text that is too long.
 */
export async function parseQuery(
  { app, exploreDb, admission }: RequestContext,
  revision: string,
  query: string,
): Promise<readonly QueryWord[]> {
  if (query.length > maxLength) failFields({ query: [`Use ${String(maxLength)} characters at most.`] });
  const texts = [...new Set(wordsOf(query))];
  if (texts.length > maxWords) failFields({ query: [`Use ${String(maxWords)} words at most.`] });
  const isLast = (text: string) => text === texts.at(-1);
  const misspellable = texts.filter((text) => !isLast(text) || text.length >= minMisspeltPrefixLength);
  const found = await app.readCache.getOrRead(
    `words near ${revision} ${misspellable.join(' ')}`,
    () => findNearWords(exploreDb, misspellable),
    admission.callerKind,
  );
  // The cast is safe, because only this function uses keys that begin with `words near`.
  const near = new Map(found as NearWords);
  return texts.map((text) => ({ text, isPrefix: isLast(text), near: near.get(text) ?? [] }));
}

/** Whether a folded word of a dataset matches a word of the query. */
export const matchesWord = ({ text, isPrefix, near }: QueryWord, word: string): boolean =>
  (isPrefix ? word.startsWith(text) : word === text) || near.includes(word);
