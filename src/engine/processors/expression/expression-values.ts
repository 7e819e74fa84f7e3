import { toNumber } from '#engine/records/to-number.ts';
import { textOf, type Value } from '#engine/records/record.ts';

/** The number of a value; throws RangeError when it is not a number. */
export function requireNumber(value: Value): number {
  const number = toNumber(value);
  if (number === undefined) throw new RangeError(`"${textOf(value).slice(0, 100)}" is not a number.`);
  return number;
}

/** Returns a finite number; throws RangeError for infinity and NaN, which JSON cannot represent. */
export function requireFinite(number: number): number {
  if (!Number.isFinite(number)) throw new RangeError('The result is not a number, or too large.');
  return number;
}

/** The own member of an object, or the element of a list at an index from 0; null for anything else. */
export function ownValue(holder: Value, key: Value): Value {
  if (Array.isArray(holder)) return typeof key === 'number' ? (holder[key] ?? null) : null;
  if (typeof holder !== 'object' || holder === null) return null;
  const name = textOf(key);
  return Object.hasOwn(holder, name) ? (holder[name] ?? null) : null;
}

/** Whether two values are equal. If one of them is a number, a text that contains a number counts as that number. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a !== 'number' && typeof b !== 'number')
    return a === b || (typeof a === typeof b && typeof a === 'object' && textOf(a) === textOf(b));
  return toNumber(a) !== undefined && toNumber(a) === toNumber(b);
}

/** Compares two values as numbers if both contain one, otherwise as texts; negative when `a` comes first. Texts order ISO dates correctly. */
export function compareValues(a: Value, b: Value): number {
  const [left, right] = [toNumber(a), toNumber(b)];
  if (left !== undefined && right !== undefined) return left - right;
  const [leftText, rightText] = [textOf(a), textOf(b)];
  if (leftText === rightText) return 0;
  return leftText < rightText ? -1 : 1;
}
