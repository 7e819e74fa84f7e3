import type { Json } from '#kernel/json.ts';
import { isStorable, unstorableMessage } from '../records/storable.ts';

/** A trimmed text, or the error. */
export type ParsedText = { readonly value: string } | { readonly problem: string };

/** Parses a text with a maximum length in code points: an emoji of two code units counts as one. */
export function parseText(answer: Json | undefined, maxLength: number): ParsedText {
  if (typeof answer !== 'string') return { problem: 'Give a text.' };
  // A text that is far too long is not trimmed, because that would copy it.
  const value = answer.length > maxLength * 4 ? answer : answer.trim();
  if (value.length > maxLength && (value.length > maxLength * 2 || Array.from(value).length > maxLength))
    return { problem: `Give at most ${maxLength} characters.` };
  return isStorable(value) ? { value } : { problem: unstorableMessage };
}

/** Parses a list of texts. Blank and repeated texts are left out. */
export function parseTexts(
  answer: Json,
  { maxItems, maxLength }: { readonly maxItems: number; readonly maxLength: number },
): { readonly value: readonly string[] } | { readonly problem: string } {
  if (!Array.isArray(answer)) return { problem: 'Give a list of texts.' };
  if (answer.length > maxItems) return { problem: `Give at most ${maxItems} texts.` };
  const texts = new Set<string>();
  for (const item of answer as readonly Json[]) {
    const parsed = parseText(item, maxLength);
    if ('problem' in parsed) return parsed;
    if (parsed.value !== '') texts.add(parsed.value);
  }
  return { value: [...texts] };
}
