import { maxTextLength, assertTextLength } from './change-text.ts';

/** Replaces every occurrence of a literal text. Throws RangeError when the result would be too long, before creating the result. */
export function replaceText(text: string, old: string, replacement: string): string {
  if (old === '' || !text.includes(old)) return text;
  if (text.length * replacement.length > maxTextLength) assertTextLength(lengthAfter(text, old, replacement));
  return text.replaceAll(old, () => replacement);
}

/** The length that the result would have; 0 when nothing is replaced, because the text then stays as it is. */
function lengthAfter(text: string, old: string, replacement: string): number {
  let count = 0;
  for (let position = text.indexOf(old); position !== -1; position = text.indexOf(old, position + old.length))
    count += 1;
  return count === 0 ? 0 : text.length + count * (replacement.length - old.length);
}
