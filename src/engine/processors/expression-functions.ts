import { type DataRecord, estimateSize, textOf, toNumber, type Value } from '../records/record.ts';
import { assertTextLength, replaceText } from './change-text.ts';

/** The maximum number of characters that one evaluation may read. Each operation reads its operands. */
const maxWork = 4_000_000;

/** The number of characters that reading a value costs. */
function workFor(value: Value): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? estimateSize({ value }) : 1;
}

/** The evaluation of an expression for one record, with its remaining work budget. */
export class Evaluation {
  readonly record: DataRecord;
  #budget = maxWork;

  constructor(record: DataRecord) {
    this.record = record;
  }

  /** Charges values to the work budget before they are read; throws RangeError when it is exhausted. */
  spend(...values: readonly Value[]): void {
    for (const value of values) this.#budget -= workFor(value);
    if (this.#budget < 0) throw new RangeError(`The expression reads more than ${maxWork} characters.`);
  }
}

/** A compiled part of an expression; throws RangeError with the reason when it has no value. */
export type Computation = (evaluation: Evaluation) => Value;

/** An operator or a function: builds a computation from its operands, which it evaluates lazily. */
export type ComputationBuilder = (...operands: readonly Computation[]) => Computation;

/** Creates the builder of a computation that evaluates all its operands first. */
function eager(compute: Compute): ComputationBuilder {
  return (...operands) =>
    (evaluation) => {
      const values = operands.map((operand) => operand(evaluation));
      evaluation.spend(...values);
      return compute(...values);
    };
}

const isEmpty = (value: Value = null): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A function and its number of arguments. */
interface ExpressionFunction {
  readonly minArguments: number;
  readonly maxArguments: number;
  readonly build: ComputationBuilder;
}

type Compute = (...values: readonly Value[]) => Value;

/** A function with a fixed range of arguments. The result is null when an argument is null. */
const nullPropagating = (minArguments: number, maxArguments: number, compute: Compute): ExpressionFunction => ({
  minArguments,
  maxArguments,
  build: eager((...values) => (values.includes(null) ? null : compute(...values))),
});

/** A function that accepts any values, null included. */
const variadic = (compute: Compute, maxArguments = Infinity): ExpressionFunction => ({
  minArguments: 1,
  maxArguments,
  build: eager(compute),
});

/** A function of one text. */
const textFunction = (compute: (text: string) => Value): ExpressionFunction =>
  nullPropagating(1, 1, (value = null) => compute(textOf(value)));
/** A function of one number. */
const numberFunction = (compute: (number: number) => number): ExpressionFunction =>
  nullPropagating(1, 1, (value = null) => requireFinite(compute(requireNumber(value))));
/** A function that tests a text for a part. */
const textTest = (compute: (text: string, part: string) => Value): ExpressionFunction =>
  nullPropagating(2, 2, (text = null, part = null) => compute(textOf(text), textOf(part)));

/** A function that returns the minimum or maximum of the values that are not null; null when all values are null. */
const extremum = (choose: (a: number, b: number) => number): ExpressionFunction =>
  variadic((...values) => {
    const [first, ...others] = values
      .flat()
      .filter((value) => value !== null)
      .map(requireNumber);
    return first === undefined ? null : others.reduce((chosen, number) => choose(chosen, number), first);
  });

/** A function that returns a part of an ISO date or date-time, by the position of the part. */
const datePart = (start: number, end: number): ExpressionFunction =>
  textFunction((text) => {
    if (!/^\d{4}-\d\d-\d\d(?!\d)/.test(text)) throw new RangeError(`"${text.slice(0, 100)}" is not an ISO date.`);
    return Number(text.slice(start, end));
  });

const maxDecimals = 20;

function round(number: number, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals)
    throw new RangeError(`Round to 0 to ${maxDecimals} decimals.`);
  return decimals === 0 ? Math.round(number) : Number(number.toFixed(decimals));
}

function concat(...values: readonly Value[]): string {
  const texts = values.map(textOf);
  assertTextLength(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

/** A part of a text. Positions count code points, not code units, from 1. */
function substring(text: string, start: number, length: number): string {
  return Array.from(text)
    .slice(Math.max(0, start - 1), Math.max(0, start - 1 + length))
    .join('');
}

/** The functions of the expression language, by name. All are pure. */
export const expressionFunctions: Readonly<Record<string, ExpressionFunction>> = {
  if: {
    minArguments: 3,
    maxArguments: 3,
    build: (condition, then, orElse) => (evaluation) => (isTrue(condition, evaluation) ? then : orElse)(evaluation),
  },
  field: {
    minArguments: 1,
    maxArguments: 1,
    build: (name) => (evaluation) => ownValue(evaluation.record, name(evaluation)),
  },
  abs: numberFunction(Math.abs),
  ceil: numberFunction(Math.ceil),
  floor: numberFunction(Math.floor),
  sqrt: numberFunction(Math.sqrt),
  log: numberFunction(Math.log),
  log2: numberFunction(Math.log2),
  log10: numberFunction(Math.log10),
  round: nullPropagating(1, 2, (number = null, decimals = 0) => round(requireNumber(number), requireNumber(decimals))),
  min: extremum(Math.min),
  max: extremum(Math.max),
  number: nullPropagating(1, 1, (value = null) => requireNumber(value)),
  text: textFunction((text) => text),
  lower: textFunction((text) => text.toLowerCase()),
  upper: textFunction((text) => text.toUpperCase()),
  trim: textFunction((text) => text.trim()),
  length: nullPropagating(1, 1, (value = null) =>
    Array.isArray(value) ? value.length : Array.from(textOf(value)).length,
  ),
  substring: nullPropagating(2, 3, (text = null, start = null, length = Number.MAX_SAFE_INTEGER) =>
    substring(textOf(text), requireNumber(start), requireNumber(length)),
  ),
  replace: nullPropagating(3, 3, (text = null, old = null, replacement = null) =>
    replaceText(textOf(text), textOf(old), textOf(replacement)),
  ),
  contains: textTest((text, part) => text.includes(part)),
  startswith: textTest((text, part) => text.startsWith(part)),
  endswith: textTest((text, part) => text.endsWith(part)),
  concat: variadic(concat),
  coalesce: variadic((...values) => values.find((value) => !isEmpty(value)) ?? null),
  empty: variadic(isEmpty, 1),
  exists: variadic((value) => !isEmpty(value), 1),
  year: datePart(0, 4),
  month: datePart(5, 7),
  day: datePart(8, 10),
};

/** An operator: the higher its precedence, the more tightly it binds. */
interface Operator {
  readonly precedence: number;
  readonly build: ComputationBuilder;
}

/** Whether a condition holds; throws RangeError for a value that is not a boolean. */
function isTrue(condition: Computation, evaluation: Evaluation): boolean {
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

/** The number of a value; throws RangeError when it is not a number. */
function requireNumber(value: Value): number {
  const number = toNumber(value);
  if (number === undefined) throw new RangeError(`"${textOf(value).slice(0, 100)}" is not a number.`);
  return number;
}

/** Returns a finite number; throws RangeError for infinity and NaN, which JSON cannot represent. */
function requireFinite(number: number): number {
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
function isEqual(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a !== 'number' && typeof b !== 'number')
    return a === b || (typeof a === typeof b && typeof a === 'object' && textOf(a) === textOf(b));
  return toNumber(a) !== undefined && toNumber(a) === toNumber(b);
}

/** Compares two values as numbers if both contain one, otherwise as texts; negative when `a` comes first. Texts order ISO dates correctly. */
function compareValues(a: Value, b: Value): number {
  const [left, right] = [toNumber(a), toNumber(b)];
  if (left !== undefined && right !== undefined) return left - right;
  const [leftText, rightText] = [textOf(a), textOf(b)];
  if (leftText === rightText) return 0;
  return leftText < rightText ? -1 : 1;
}
