import type { Value } from '../../records/record.ts';

/** The longest text that a processor makes, in characters: what a stack of processors multiplies stays bounded. */
export const maxMadeText = 1_000_000;

/** The longest replacement text. */
export const maxReplacement = 1_000;

/** Ends the work on a record whose text gets longer than a processor may make it. */
export function refuseLength(length: number): void {
  if (length > maxMadeText) throw new RangeError(`The text would be longer than ${maxMadeText} characters.`);
}

/** The characters of changed text that a record still has room for; taken from by each text that is changed. */
export interface Room {
  left: number;
}

/**
 * The value with every text in it changed; numbers and truth values are changed as they would be written. A list, and
 * all fields that share a room, make no more together than one text may.
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
