import type { ColumnFunctions } from '#platform/columns/column-functions.ts';
import { isWithinEditDistance } from '../edit-distance.ts';
import { hasWord } from '../evaluate/find-word.ts';
import { maxEdits, wordsOf, type Word } from '../words.ts';

/** Functions of words. Where a column has the words of a field, statements read the column instead of calling them for its texts. */
export const wordFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.words(value) as odsql_words(value)',
    'create macro odsql.has_words(value, patterns) as odsql_has_words(value, patterns)',
    // The engine counts edits of bytes, which are those of characters in ASCII.
    `create macro odsql.has_near_ascii(words, word, edits) as len(list_filter(string_split(words, ' '), lambda candidate:
      abs(strlen(candidate) - strlen(word)) <= edits and levenshtein(candidate, word) <= edits)) > 0`,
    `create macro odsql.has_near(words, word) as case when strlen(words) = length(words) and strlen(word) = length(word)
      then odsql.has_near_ascii(words, word, case when length(word) < 3 then 0 when length(word) < 6 then 1 else 2 end)
      else odsql_has_near(words, word) end`,
    // The number of different words, each with a space before and after it.
    `create macro odsql.count_words(words) as len(list_filter(list_distinct(string_split(words, ' ')), lambda word: word <> ''))`,
  ],
  scalars: [
    {
      name: 'odsql_words',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: (text) => ` ${wordsOf(String(text)).join(' ')} `,
    },
    {
      name: 'odsql_has_words',
      parameterTypes: ['VARCHAR', 'VARCHAR[]'],
      returnType: 'BOOLEAN',
      call: (text, patterns) => {
        const words = [...new Set(wordsOf(String(text)))].sort();
        return Array.isArray(patterns) && patterns.every((pattern) => hasWord(words, wordOf(String(pattern))));
      },
    },
    {
      name: 'odsql_has_near',
      parameterTypes: ['VARCHAR', 'VARCHAR'],
      returnType: 'BOOLEAN',
      call: (words, word) => {
        const text = String(word);
        return String(words)
          .split(' ')
          .some((candidate) => isWithinEditDistance(candidate, text, maxEdits(text)));
      },
    },
  ],
};

/** Reads a pattern: a word, a word with `*` that other words may begin with, or a word with `~` that may be misspelt. */
function wordOf(pattern: string): Word {
  if (pattern.endsWith('*')) return { text: pattern.slice(0, -1), match: 'prefix' };
  return pattern.endsWith('~') ? { text: pattern.slice(0, -1), match: 'fuzzy' } : { text: pattern, match: 'whole' };
}
