import type { Value } from '#engine/records/record.ts';

/** The maximum length in characters of a text that a processor creates. It limits how much a chain of processors can multiply a text. */
export const maxTextLength = 1_000_000;

/** The maximum length of a replacement text, in characters. */
export const maxReplacementLength = 1_000;

/** Throws RangeError when a text would exceed the maximum length. */
export function assertTextLength(length: number): void {
  if (length > maxTextLength) throw new RangeError(`The text would be longer than ${maxTextLength} characters.`);
}

/** The number of characters that may still be written for a record. Each changed text reduces the number. */
export interface TextBudget {
  remaining: number;
}

/**
 * Applies a change to every text in a value; numbers and booleans are changed in their text form. The changed texts of a list, and of all
 * fields that share a budget, have at most `maxTextLength` characters together.
 */
export function changeText(
  value: Value | undefined,
  change: (text: string) => string,
  budget: TextBudget = { remaining: maxTextLength },
): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((part) => changeText(part, change, budget));
  if (typeof value === 'object') return value;
  const text = String(value);
  const changed = change(text);
  if (changed === text) return value;
  budget.remaining -= changed.length;
  assertTextLength(maxTextLength - budget.remaining);
  return changed === '' ? null : changed;
}
