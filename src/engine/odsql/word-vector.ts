import { foldText } from './words.ts';

/** The longest word of a vector, in UTF-16 code units; longer ones are cut. */
export const maxLexeme = 500;
/** The most bytes of words; a `tsvector` takes 1 MiB. */
const maxBytes = 900_000;

/** Stands in a vector for words that it leaves out. No text has this word. */
export const omittedWords = `'!'`;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** A word as a vector has it. */
export const lexemeOf = (word: string): string => {
  if (word.length <= maxLexeme) return word;
  const cut = word.slice(0, maxLexeme);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

/**
 * The words of a text (`wordsOf`) as PostgreSQL reads a `tsvector`; null for none. No word needs quotes, because they have letters and
 * digits only, and PostgreSQL leaves out repetitions. `odsql.word_vector` makes the same of a text in the database.
 */
export function wordVector(text: string): string | null {
  // most texts are ASCII, and folded several times faster without the classes of Unicode
  const words = isAscii(text)
    ? text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')
    : foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  if (words.length > maxLexeme) return longVector(words);
  return words === '' || words === ' ' ? null : words;
}

/** Cuts long words, and leaves out what a vector cannot hold. */
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
