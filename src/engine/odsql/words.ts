import { foldText } from '#kernel/text.ts';

/** A word of a search. */
export interface Word {
  /** The word, folded by `foldText`. */
  readonly text: string;
  /** `prefix`: a word of the value begins with it. `fuzzy`: a word of the value is within its edit distance. */
  readonly match: 'whole' | 'prefix' | 'fuzzy';
}

/** The words of a text: runs of letters and digits, folded. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The maximum number of edits for a fuzzy match of a word: insertions, deletions and substitutions of one character. */
export function maxEdits(word: string): 0 | 1 | 2 {
  const length = Array.from(word).length;
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** The words in a pattern of `like` or full text. A star after a word makes the word a prefix; `%` separates words. */
export const patternWords = (pattern: string): Word[] =>
  (foldText(pattern).match(/[\p{L}\p{N}]+\*?/gu) ?? []).map((found) => ({
    text: found.replace('*', ''),
    match: found.endsWith('*') ? 'prefix' : 'whole',
  }));

/** Converts each character to lower case regardless of its neighbours, as PostgreSQL's builtin locale does. */
export const lowerText = (text: string): string =>
  text.replace(/\p{CWL}/gu, (character) => (character === 'İ' ? 'i' : character.toLowerCase()));

/** Whether at most `max` insertions, deletions and substitutions of one character turn a word into the other. */
export function isWithinEditDistance(a: string, b: string, max: number): boolean {
  if (a === b) return true;
  const [one, other] = [Array.from(a), Array.from(b)];
  if (Math.abs(one.length - other.length) > max) return false;
  let previousCosts = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.entries()) {
    const costs = [row + 1];
    other.forEach((otherLetter, index) => {
      const substituted = (previousCosts[index] ?? 0) + (otherLetter === letter ? 0 : 1);
      costs.push(Math.min(substituted, (previousCosts[index + 1] ?? 0) + 1, (costs[index] ?? 0) + 1));
    });
    // Every sequence of edits passes through this row of Levenshtein's matrix, so the distance is at least the minimum of the row.
    if (Math.min(...costs) > max) return false;
    previousCosts = costs;
  }
  return (previousCosts.at(-1) ?? 0) <= max;
}
