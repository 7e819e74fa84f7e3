import { textOf, type Value } from '../../records/record.ts';
import { refuseLength } from '../text/change-text.ts';
import { replaceText } from '../text/replace-text.ts';
import { ofValues, type Form } from './computation.ts';
import { holds } from './expression-operators.ts';
import { requireFinite, requireNumber } from './require-number.ts';
import { ownValue } from './own-value.ts';

const isNothing = (value: Value = null): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A function and its number of arguments. */
interface ExpressionFunction {
  readonly least: number;
  readonly most: number;
  readonly form: Form;
}

type Compute = (...values: readonly Value[]) => Value;

/** A function with a fixed range of arguments. The result is null when an argument is null. */
const of = (least: number, most: number, compute: Compute): ExpressionFunction => ({
  least,
  most,
  form: ofValues((...values) => (values.includes(null) ? null : compute(...values))),
});

/** A function that accepts any values, null included. */
const ofAny = (compute: Compute, most = Infinity): ExpressionFunction => ({ least: 1, most, form: ofValues(compute) });

const ofText = (compute: (text: string) => Value): ExpressionFunction =>
  of(1, 1, (value = null) => compute(textOf(value)));
const ofNumber = (compute: (number: number) => number): ExpressionFunction =>
  of(1, 1, (value = null) => requireFinite(compute(requireNumber(value))));
const ofTexts = (compute: (text: string, part: string) => Value): ExpressionFunction =>
  of(2, 2, (text = null, part = null) => compute(textOf(text), textOf(part)));

/** The minimum or maximum of the values that are not null; null when all are. */
const ofNumbers = (choose: (a: number, b: number) => number): ExpressionFunction =>
  ofAny((...values) => {
    const [first, ...others] = values
      .flat()
      .filter((value) => value !== null)
      .map(requireNumber);
    return first === undefined ? null : others.reduce((chosen, number) => choose(chosen, number), first);
  });

/** A part of an ISO date or date-time, by its position. */
const ofDate = (start: number, end: number): ExpressionFunction =>
  ofText((text) => {
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
  refuseLength(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

/** Counts code points, not code units, from 1. */
function substring(text: string, start: number, length: number): string {
  return Array.from(text)
    .slice(Math.max(0, start - 1), Math.max(0, start - 1 + length))
    .join('');
}

/** The functions of the expression language, by name. All are pure. */
export const expressionFunctions: Readonly<Record<string, ExpressionFunction>> = {
  if: {
    least: 3,
    most: 3,
    form: (condition, then, otherwise) => (evaluation) => (holds(condition, evaluation) ? then : otherwise)(evaluation),
  },
  field: { least: 1, most: 1, form: (name) => (evaluation) => ownValue(evaluation.row, name(evaluation)) },
  abs: ofNumber(Math.abs),
  ceil: ofNumber(Math.ceil),
  floor: ofNumber(Math.floor),
  sqrt: ofNumber(Math.sqrt),
  log: ofNumber(Math.log),
  log2: ofNumber(Math.log2),
  log10: ofNumber(Math.log10),
  round: of(1, 2, (number = null, decimals = 0) => round(requireNumber(number), requireNumber(decimals))),
  min: ofNumbers(Math.min),
  max: ofNumbers(Math.max),
  number: of(1, 1, (value = null) => requireNumber(value)),
  text: ofText((text) => text),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  length: of(1, 1, (value = null) => (Array.isArray(value) ? value.length : Array.from(textOf(value)).length)),
  substring: of(2, 3, (text = null, start = null, length = Number.MAX_SAFE_INTEGER) =>
    substring(textOf(text), requireNumber(start), requireNumber(length)),
  ),
  replace: of(3, 3, (text = null, old = null, replacement = null) =>
    replaceText(textOf(text), textOf(old), textOf(replacement)),
  ),
  contains: ofTexts((text, part) => text.includes(part)),
  startswith: ofTexts((text, part) => text.startsWith(part)),
  endswith: ofTexts((text, part) => text.endsWith(part)),
  concat: ofAny(concat),
  coalesce: ofAny((...values) => values.find((value) => !isNothing(value)) ?? null),
  empty: ofAny(isNothing, 1),
  exists: ofAny((value) => !isNothing(value), 1),
  year: ofDate(0, 4),
  month: ofDate(5, 7),
  day: ofDate(8, 10),
};
