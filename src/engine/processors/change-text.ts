import type { Value } from '../row.ts';

/** The longest text that a processor makes, in characters: what a stack of processors multiplies stays bounded. */
export const maxMadeText = 1_000_000;

/** The longest replacement text. */
export const maxReplacement = 1_000;

/** The value with every text in it changed; numbers and truth values are changed as they would be written. */
export function changeText(value: Value | undefined, change: (text: string) => string): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((part) => changeText(part, change));
  if (typeof value === 'object') return value;
  const text = String(value);
  const changed = change(text);
  if (changed === text) return value;
  if (changed.length > maxMadeText) throw new RangeError(`The text would be longer than ${maxMadeText} characters.`);
  return changed === '' ? null : changed;
}
