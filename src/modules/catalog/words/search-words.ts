import { maxEdits, type Word } from '#engine/odsql/words.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { relevance } from './match-words.ts';

/** The maximum length of a word in a vector of `odsql.word_vector`, in UTF-16 code units. Longer words are truncated. */
const maxLexeme = 500;

/** The entry that marks a vector from which words were omitted. No text contains it as a word. */
const omittedWords = `'!'`;

/** A condition that the entries with the words of a search meet, and that an index answers; null if every word may be misspelt. */
export function mayHaveWords(entry: Sql, words: readonly Word[]): Sql | null {
  const terms = words.flatMap(({ text, match }) => {
    if (match === 'fuzzy' && maxEdits(text) > 0) return [];
    // Words consist of letters and digits, so no quote needs escaping.
    const lexeme = `'${lexemeOf(text)}'`;
    return [match === 'prefix' || text.length > maxLexeme ? `${lexeme}:*` : lexeme];
  });
  if (terms.length === 0) return null;
  return sql`${entry}.all_words @@ ${`(${terms.join(' & ')}) | ${omittedWords}`}::tsquery`;
}

/** Truncates a word to at most the length that a vector stores. */
function lexemeOf(word: string): string {
  if (word.length <= maxLexeme) return word;
  const truncated = word.slice(0, maxLexeme);
  return truncated.isWellFormed() ? truncated : truncated.slice(0, -1);
}

/** How well an entry matches the words of a search. Words too long for a vector do not count. */
export const relevanceOfWords = (entry: Sql, words: readonly Word[]): Sql =>
  relevance(
    entry,
    words
      .filter(({ text }) => text.length <= maxLexeme)
      .map(({ text, match }) => ({ text, isPrefix: match === 'prefix', near: [] })),
  );
