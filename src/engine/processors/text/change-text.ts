import type { Value } from '../../records/record.ts';

/** The maximum length in characters of a text that a processor creates. It bounds what a chain of processors can multiply. */
export const maxMadeText = 1_000_000;

/** The maximum length of a replacement text, in characters. */
export const maxReplacement = 1_000;

/** Throws RangeError when a text would exceed the maximum length. */
export function refuseLength(length: number): void {
  if (length > maxMadeText) throw new RangeError(`The text would be longer than ${maxMadeText} characters.`);
}

/** The number of characters that may still be written for a record; each changed text reduces it. */
export interface Room {
  left: number;
}

/**
 * Applies a change to every text in a value; numbers and booleans are changed in their text form. The elements of a list, and
 * all fields that share a room, are together limited to the length of one text.
 */
export function changeText(
  value: Value | undefined,
  change: (text: string) => string,
  room: Room = { left: maxMadeText },
): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((part) => changeText(part, change, room));
  if (typeof value === 'object') return value;
  const text = String(value);
  const changed = change(text);
  if (changed === text) return value;
  room.left -= changed.length;
  refuseLength(maxMadeText - room.left);
  return changed === '' ? null : changed;
}
