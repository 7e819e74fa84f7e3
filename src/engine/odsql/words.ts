import { foldCase } from '../../kernel/text.ts';

/** A word of a search. */
export interface Word {
  /** Folded. */
  readonly text: string;
  /** `prefix`: a word of the value begins with it. `fuzzy`: a word of the value is within its edit distance. */
  readonly match: 'whole' | 'prefix' | 'fuzzy';
}

/**
 * A text as all searches compare it: decomposed, without marks, in lower case, with one form of the Greek sigma. SQL must fold alike:
 * `lower` of PostgreSQL's builtin locale does not know the final sigma.
 */
export const foldText = (text: string): string => foldCase(text).replaceAll('ς', 'σ');

/** The words of a text: runs of letters and digits, folded. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The number of edits that a fuzzy word allows: insertions, deletions and substitutions of one character. */
export function maxEdits(word: string): 0 | 1 | 2 {
  const length = Array.from(word).length;
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

/** The words of a pattern, as `like` and full text take it: a star behind a word makes it a prefix, `%` separates words. */
export const patternWords = (pattern: string): Word[] =>
  (foldText(pattern).match(/[\p{L}\p{N}]+\*?/gu) ?? []).map((found) => ({
    text: found.replace('*', ''),
    match: found.endsWith('*') ? 'prefix' : 'whole',
  }));

/** A text in lower case, each character by itself, as PostgreSQL's builtin locale has it. */
export const lowerText = (text: string): string =>
  text.replace(/\p{CWL}/gu, (character) => (character === 'İ' ? 'i' : character.toLowerCase()));
