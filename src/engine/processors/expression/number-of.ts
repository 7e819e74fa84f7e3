import { textOf, type Value } from '../../row.ts';

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** The longest text that is tried as a number. */
const maxDigits = 100;

/** The number that a value is or that its text writes; undefined for anything else. */
export function asNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && value.length <= maxDigits && decimal.test(value) ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The number of a value; throws RangeError where there is none. */
export function requireNumber(value: Value): number {
  const number = asNumber(value);
  if (number === undefined) throw new RangeError(`"${textOf(value).slice(0, 100)}" is not a number.`);
  return number;
}

/** The number, if it is one; JSON has no other. */
export function requireFinite(number: number): number {
  if (!Number.isFinite(number)) throw new RangeError('The result is not a number, or too large.');
  return number;
}
