import { numberOf } from '../../records/to-number.ts';
import { textOf, type Value } from '../../records/record.ts';
import { refuseLength } from '../text/change-text.ts';
import { compare, isEqual } from './compare-values.ts';
import { ofValues, type Computation, type Evaluation, type Form } from './computation.ts';
import { requireFinite, requireNumber } from './require-number.ts';

/** An operator: the higher its precedence, the more tightly it binds. */
interface Operator {
  readonly precedence: number;
  readonly form: Form;
}

/** Whether a condition holds; throws RangeError for a value that is not a boolean. */
export function holds(condition: Computation, evaluation: Evaluation): boolean {
  const value = condition(evaluation);
  if (typeof value !== 'boolean')
    throw new RangeError(
      `${value === null ? 'Nothing' : `"${textOf(value).slice(0, 100)}"`} is neither true nor false.`,
    );
  return value;
}

/** Accepts numbers and texts that contain numbers. The result is null when an operand is null. */
const arithmetic = (compute: (...numbers: readonly number[]) => number): Form =>
  ofValues((...values) => (values.includes(null) ? null : requireFinite(compute(...values.map(requireNumber)))));

function add(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return requireFinite(left + right);
  const text = textOf(a) + textOf(b);
  refuseLength(text.length);
  return text;
}

/** False when an operand is null. */
const comparison = (isMet: (order: number) => boolean): Form =>
  ofValues((a = null, b = null) => a !== null && b !== null && isMet(compare(a, b)));

/** Whether a value equals an element of a list, or a single value given instead of a list. */
function isIn(item: Computation, list: Computation, evaluation: Evaluation): boolean {
  const [wanted, among] = [item(evaluation), list(evaluation)];
  return (Array.isArray(among) ? among : [among]).some((element) => {
    evaluation.spend(wanted, element);
    return isEqual(wanted, element);
  });
}

const or: Operator = { precedence: 1, form: (a, b) => (evaluation) => holds(a, evaluation) || holds(b, evaluation) };
const and: Operator = { precedence: 2, form: (a, b) => (evaluation) => holds(a, evaluation) && holds(b, evaluation) };
const not: Operator = { precedence: 3, form: (a) => (evaluation) => !holds(a, evaluation) };
const mod: Operator = { precedence: 6, form: arithmetic((a, b) => ((a % b) + b) % b) };

/** The precedence of comparisons. A chain such as 1 < 2 < 3 is refused, because languages disagree on its meaning. */
export const comparing = 4;

/** The operators between two values. Numbers in records are often texts, so operators accept both. */
export const binaryOperators: Readonly<Record<string, Operator>> = {
  or: or,
  '||': or,
  and: and,
  '&&': and,
  '==': { precedence: comparing, form: ofValues((a = null, b = null) => isEqual(a, b)) },
  '!=': { precedence: comparing, form: ofValues((a = null, b = null) => !isEqual(a, b)) },
  '<': { precedence: comparing, form: comparison((order) => order < 0) },
  '<=': { precedence: comparing, form: comparison((order) => order <= 0) },
  '>': { precedence: comparing, form: comparison((order) => order > 0) },
  '>=': { precedence: comparing, form: comparison((order) => order >= 0) },
  in: { precedence: comparing, form: (item, list) => (evaluation) => isIn(item, list, evaluation) },
  'not in': { precedence: comparing, form: (item, list) => (evaluation) => !isIn(item, list, evaluation) },
  '+': { precedence: 5, form: ofValues((a = null, b = null) => add(a, b)) },
  '-': { precedence: 5, form: arithmetic((a, b) => a - b) },
  '*': { precedence: 6, form: arithmetic((a, b) => a * b) },
  '/': { precedence: 6, form: arithmetic((a, b) => a / b) },
  '%': mod,
  mod: mod,
  '^': { precedence: 8, form: arithmetic((a, b) => a ** b) },
};

/** The operators before a value. */
export const unaryOperators: Readonly<Record<string, Operator>> = {
  not: not,
  '!': not,
  '-': { precedence: 7, form: arithmetic((a) => 0 - a) },
  '+': { precedence: 7, form: arithmetic((a) => a) },
};
