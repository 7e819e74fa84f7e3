import { isWithinEditDistance, maxEdits } from '#engine/odsql/words.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/** The lengths of the words of the catalog that a misspelt word may stand for. */
export const shortestWord = 2;
export const longestWord = 40;

/** The number of words that are compared with one word, and the number that may stand for it. */
const maxCompared = 10_000;
const maxNear = 50;

/** Words, each with the words of the catalog that it may be a misspelling of. */
export type NearWords = readonly (readonly [word: string, near: readonly string[]])[];

/**
 * Finds, with one statement, the words of the catalog within the edit distance of each word, except the word itself. The result may have
 * words that the caller cannot see; a search checks access to the texts with these words as it does for any other word.
 */
export async function findNearWords(db: DatabaseClient, words: readonly string[]): Promise<NearWords> {
  const misspellable = words.filter((word) => maxEdits(word) > 0 && word.length <= longestWord);
  if (misspellable.length === 0) return [];
  const found = await db.rows<{ word: string; known: string[] }>(sql`
    select asked.word, array(select known.word from catalog_word known
      where length(known.word) between length(asked.word) - asked.edits and length(asked.word) + asked.edits
      and (known.word ^@ asked.head or reverse(known.word) ^@ reverse(asked.tail) or asked.edits > 1 and strpos(known.word, asked.middle) > 0)
      limit ${maxCompared}::int) as known
    from unnest(${misspellable}::text[], ${misspellable.map(heads)}::text[], ${misspellable.map(middles)}::text[],
      ${misspellable.map(tails)}::text[], ${misspellable.map(maxEdits)}::int[]) asked(word, head, middle, tail, edits)`);
  return found.map(({ word, known }) => [
    word,
    known
      .filter((candidate) => candidate !== word && isWithinEditDistance(word, candidate, maxEdits(word)))
      .slice(0, maxNear),
  ]);
}

/* With n edits, at least one of n + 1 parts of a word is unchanged: its beginning, its end or what is between them. */
const partLength = (word: string): number => Math.floor(word.length / (maxEdits(word) + 1));
const heads = (word: string): string => word.slice(0, partLength(word));
const middles = (word: string): string => word.slice(partLength(word), 2 * partLength(word));
const tails = (word: string): string => word.slice((maxEdits(word) === 2 ? 2 : 1) * partLength(word));
