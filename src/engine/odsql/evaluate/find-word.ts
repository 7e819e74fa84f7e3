import { maxEdits, type Word } from '../words.ts';
import { isWithinEditDistance } from '../edit-distance.ts';
import type { FieldWords } from './record-view.ts';

/** Whether the words of a field, which are sorted, contain a word. */
export function hasWord(words: FieldWords, { text, match }: Word): boolean {
  if (match === 'fuzzy') {
    const max = maxEdits(text);
    return words.some((word) => isWithinEditDistance(word, text, max));
  }
  const first = words[lowerBound(words, text)];
  return first !== undefined && (match === 'prefix' ? first.startsWith(text) : first === text);
}

/** Binary search: the index of the first word that is not before `text`. */
function lowerBound(words: FieldWords, text: string): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
