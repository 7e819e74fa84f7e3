import { foldText } from './words.ts';

/** The maximum length of a word in a vector, in UTF-16 code units. Longer words are truncated. */
export const maxLexeme = 500;
/** The maximum size of all words of a vector, in bytes. PostgreSQL limits a `tsvector` to 1 MiB. */
const maxBytes = 900_000;

/** The entry that marks a vector from which words were omitted. No text contains it as a word. */
export const omittedWords = `'!'`;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Truncates a word to the length that a vector stores. */
export const lexemeOf = (word: string): string => {
  if (word.length <= maxLexeme) return word;
  const truncated = word.slice(0, maxLexeme);
  return truncated.isWellFormed() ? truncated : truncated.slice(0, -1);
};

/**
 * Writes the words of a text (see `wordsOf`) in the input syntax of a `tsvector`; null for a text without words. Words consist of
 * letters and digits, so they need no quotes. PostgreSQL removes duplicates. The SQL function `odsql.word_vector` returns the same vector.
 */
export function wordVector(text: string): string | null {
  // Most texts are ASCII. Folding them without Unicode character classes is several times faster.
  const words = isAscii(text)
    ? text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')
    : foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  if (words.length > maxLexeme) return longVector(words);
  return words === '' || words === ' ' ? null : words;
}

/** Truncates long words, and omits words beyond the maximum size of a vector. */
function longVector(words: string): string | null {
  const lexemes = new Set<string>();
  let bytes = 0;
  for (const word of words.split(' ')) {
    const lexeme = lexemeOf(word);
    if (lexeme === '' || lexemes.has(lexeme)) continue;
    bytes += Buffer.byteLength(lexeme);
    if (bytes > maxBytes) return [...lexemes, omittedWords].join(' ');
    lexemes.add(lexeme);
  }
  return lexemes.size === 0 ? null : [...lexemes].join(' ');
}
