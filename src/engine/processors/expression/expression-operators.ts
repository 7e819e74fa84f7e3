import { textOf, type Value } from '../../row.ts';
import { refuseLength } from '../change-text.ts';

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** The longest text that is tried as a number. */
const maxDigits = 100;

/** The number that a value is or that its text writes; undefined for anything else. */
function asNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && value.length <= maxDigits && decimal.test(value) ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The number of a value; throws RangeError where there is none. */
export function requireNumber(value: Value): number {
  return asNumber(value) ?? refuse(`"${textOf(value).slice(0, 100)}" is not a number.`);
}

/** The number, if it is one; JSON has no other. */
export function requireFinite(number: number): number {
  return Number.isFinite(number) ? number : refuse('The result is not a number, or too large.');
}

function refuse(reason: string): never {
  throw new RangeError(reason);
}

type Operator = (a: Value, b?: Value) => Value;

/** Of numbers, and of texts that write them; nothing comes of nothing. */
const arithmetic = (compute: (a: number, b: number) => number): Operator => (a, b = null) =>
  (a === null || b === null ? null : requireFinite(compute(requireNumber(a), requireNumber(b))));

function add(a: Value, b: Value = null): Value {
  if (a === null || b === null) return null;
  const [left, right] = [asNumber(a), asNumber(b)];
  if (left !== undefined && right !== undefined) return requireFinite(left + right);
  const text = textOf(a) + textOf(b);
  refuseLength(text.length);
  return text;
}

/** Numbers are compared as numbers, with texts that write them too; everything else as text. */
function isEqual(a: Value, b: Value = null): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a !== 'number' && typeof b !== 'number') return a === b || (typeof a === typeof b && typeof a === 'object' && textOf(a) === textOf(b));
  return asNumber(a) !== undefined && asNumber(a) === asNumber(b);
}

/** Below zero where a comes first. Dates and times of ISO 8601 are ordered as text. */
function compare(a: Value, b: Value): number {
  const [left, right] = [asNumber(a), asNumber(b)];
  if (left !== undefined && right !== undefined) return left - right;
  const [leftText, rightText] = [textOf(a), textOf(b)];
  return leftText === rightText ? 0 : leftText < rightText ? -1 : 1;
}

/** False wherever there is nothing to compare. */
const comparison = (holds: (order: number) => boolean) => (a: Value, b: Value = null): boolean =>
  a !== null && b !== null && holds(compare(a, b));

/** The operators of the language of expressions, for what records hold: most numbers come as texts. */
export const expressionOperators = {
  '+': add,
  // The library calls it with one operand for the sign.
  '-': (a: Value, b?: Value): Value => (b === undefined ? arithmetic((zero, number) => zero - number)(0, a) : arithmetic((left, right) => left - right)(a, b)),
  '*': arithmetic((a, b) => a * b),
  '/': arithmetic((a, b) => a / b),
  '^': arithmetic((a, b) => a ** b),
  'mod': arithmetic((a, b) => ((a % b) + b) % b),
  '==': isEqual,
  '!=': (a: Value, b?: Value): boolean => !isEqual(a, b),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
};
