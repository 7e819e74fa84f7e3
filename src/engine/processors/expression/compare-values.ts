import { numberOf } from '../../records/to-number.ts';
import { textOf, type Value } from '../../records/record.ts';

/** Compares numbers, and texts that contain numbers, as numbers; everything else as text. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a !== 'number' && typeof b !== 'number')
    return a === b || (typeof a === typeof b && typeof a === 'object' && textOf(a) === textOf(b));
  return numberOf(a) !== undefined && numberOf(a) === numberOf(b);
}

/** Negative when `a` comes first. Dates and times of ISO 8601 are ordered as text. */
export function compare(a: Value, b: Value): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left - right;
  const [leftText, rightText] = [textOf(a), textOf(b)];
  return leftText === rightText ? 0 : leftText < rightText ? -1 : 1;
}
