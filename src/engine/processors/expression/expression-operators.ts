import { toNumber } from '#engine/records/to-number.ts';
import { textOf, type Value } from '#engine/records/record.ts';
import { assertTextLength } from '../text/change-text.ts';
import { compareValues, isEqual, requireFinite, requireNumber } from './expression-values.ts';
import { eager, type Computation, type Evaluation, type ComputationBuilder } from './computation.ts';

/** An operator: the higher its precedence, the more tightly it binds. */
interface Operator {
  readonly precedence: number;
  readonly build: ComputationBuilder;
}

/** Whether a condition holds; throws RangeError for a value that is not a boolean. */
export function isTrue(condition: Computation, evaluation: Evaluation): boolean {
  const value = condition(evaluation);
  if (typeof value === 'boolean') return value;
  const description = value === null ? 'An empty value' : `"${textOf(value).slice(0, 100)}"`;
  throw new RangeError(`${description} is neither true nor false.`);
}

/** An operator on numbers and on texts that contain numbers. The result is null when an operand is null. */
const arithmetic = (compute: (...numbers: readonly number[]) => number): ComputationBuilder =>
  eager((...values) => (values.includes(null) ? null : requireFinite(compute(...values.map(requireNumber)))));

/** Adds numbers; joins values as texts when one of them is not a number. */
function add(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  const [left, right] = [toNumber(a), toNumber(b)];
  if (left !== undefined && right !== undefined) return requireFinite(left + right);
  const text = textOf(a) + textOf(b);
  assertTextLength(text.length);
  return text;
}

/** An operator that compares two values. The result is false when an operand is null. */
const comparison = (matches: (order: number) => boolean): ComputationBuilder =>
  eager((a = null, b = null) => a !== null && b !== null && matches(compareValues(a, b)));

/** Whether a value equals an element of a list, or a single value given instead of a list. */
function isIn(item: Computation, list: Computation, evaluation: Evaluation): boolean {
  const [value, candidates] = [item(evaluation), list(evaluation)];
  return (Array.isArray(candidates) ? candidates : [candidates]).some((candidate) => {
    evaluation.spend(value, candidate);
    return isEqual(value, candidate);
  });
}

const or: Operator = { precedence: 1, build: (a, b) => (evaluation) => isTrue(a, evaluation) || isTrue(b, evaluation) };
const and: Operator = {
  precedence: 2,
  build: (a, b) => (evaluation) => isTrue(a, evaluation) && isTrue(b, evaluation),
};
const not: Operator = { precedence: 3, build: (a) => (evaluation) => !isTrue(a, evaluation) };
const mod: Operator = { precedence: 6, build: arithmetic((a, b) => ((a % b) + b) % b) };

/** The precedence of comparisons. A chain such as 1 < 2 < 3 is refused, because languages disagree on its meaning. */
export const comparisonPrecedence = 4;

/** The operators between two values. Numbers in records are often texts, so operators accept both. */
export const binaryOperators: Readonly<Record<string, Operator>> = {
  or,
  '||': or,
  and,
  '&&': and,
  '==': { precedence: comparisonPrecedence, build: eager((a = null, b = null) => isEqual(a, b)) },
  '!=': { precedence: comparisonPrecedence, build: eager((a = null, b = null) => !isEqual(a, b)) },
  '<': { precedence: comparisonPrecedence, build: comparison((order) => order < 0) },
  '<=': { precedence: comparisonPrecedence, build: comparison((order) => order <= 0) },
  '>': { precedence: comparisonPrecedence, build: comparison((order) => order > 0) },
  '>=': { precedence: comparisonPrecedence, build: comparison((order) => order >= 0) },
  in: { precedence: comparisonPrecedence, build: (item, list) => (evaluation) => isIn(item, list, evaluation) },
  'not in': { precedence: comparisonPrecedence, build: (item, list) => (evaluation) => !isIn(item, list, evaluation) },
  '+': { precedence: 5, build: eager((a = null, b = null) => add(a, b)) },
  '-': { precedence: 5, build: arithmetic((a, b) => a - b) },
  '*': { precedence: 6, build: arithmetic((a, b) => a * b) },
  '/': { precedence: 6, build: arithmetic((a, b) => a / b) },
  '%': mod,
  mod,
  '^': { precedence: 8, build: arithmetic((a, b) => a ** b) },
};

/** The operators before a value. */
export const unaryOperators: Readonly<Record<string, Operator>> = {
  not,
  '!': not,
  '-': { precedence: 7, build: arithmetic((a) => 0 - a) },
  '+': { precedence: 7, build: arithmetic((a) => a) },
};
