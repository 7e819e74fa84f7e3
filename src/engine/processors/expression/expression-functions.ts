import { textOf, type Value } from '#engine/records/record.ts';
import { assertTextLength } from '../text/change-text.ts';
import { replaceText } from '../text/replace-text.ts';
import { eager, type ComputationBuilder } from './computation.ts';
import { isTrue } from './expression-operators.ts';
import { requireFinite, requireNumber, ownValue } from './expression-values.ts';

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
