import type { Json } from '../../../kernel/json.ts';
import { isStorable } from '../../records/storable.ts';

/** A trimmed text, or the error. */
export type TextReading = { readonly value: string } | { readonly problem: string };

/** Reads a text with a maximum length in code points: an emoji of two code units counts as one. */
export function readText(answer: Json | undefined, longest: number): TextReading {
  if (typeof answer !== 'string') return { problem: 'Give a text.' };
  // a text that is far too long is not copied
  const value = answer.length > longest * 4 ? answer : answer.trim();
  if (value.length > longest && (value.length > longest * 2 || Array.from(value).length > longest))
    return { problem: `Give at most ${longest} characters.` };
  return isStorable(value) ? { value } : { problem: 'NUL characters and lone surrogates are not allowed.' };
}

/** Reads a list of texts. Blank and repeated texts are left out. */
export function readTexts(
  answer: Json,
  { most, longest }: { readonly most: number; readonly longest: number },
): { readonly value: readonly string[] } | { readonly problem: string } {
  if (!Array.isArray(answer)) return { problem: 'Give a list of texts.' };
  if (answer.length > most) return { problem: `Give at most ${most}.` };
  const texts = new Set<string>();
  for (const each of answer as readonly Json[]) {
    const reading = readText(each, longest);
    if ('problem' in reading) return reading;
    if (reading.value !== '') texts.add(reading.value);
  }
  return { value: [...texts] };
}
