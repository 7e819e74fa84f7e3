import { numberOf } from '../../records/to-number.ts';
import { textOf, type Value } from '../../records/record.ts';

/** The number of a value; throws RangeError when it is not a number. */
export function requireNumber(value: Value): number {
  const number = numberOf(value);
  if (number === undefined) throw new RangeError(`"${textOf(value).slice(0, 100)}" is not a number.`);
  return number;
}

/** The number when it is finite; JSON cannot represent others. */
export function requireFinite(number: number): number {
  if (!Number.isFinite(number)) throw new RangeError('The result is not a number, or too large.');
  return number;
}
