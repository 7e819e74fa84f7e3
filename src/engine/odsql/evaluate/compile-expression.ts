import { tryParseJson } from '#kernel/json.ts';
import type { Value } from '#engine/records/record.ts';
import type { DatePart, ScalarExpression } from '../bind/bound.ts';
import { lowerText } from '../words.ts';
import { distanceBetweenPositions, pointOfValue } from '../geometry.ts';
import type { StoredRecordField, View } from './stored-record.ts';
import type { ArithmeticOperator } from '../tree.ts';
import { calendarNames, type DateFormat, type DateToken } from '../date-format.ts';
import type { Language, TimezoneName } from '../scope.ts';
import { IANAZone } from 'luxon';

/** Computes the value of an expression for a record. Dates and datetimes are texts. */
type Evaluate = (view: View) => Value;

type Expression = ScalarExpression<StoredRecordField>;

/** Compiles an expression for repeated evaluation. */
export function compileExpression(expression: Expression): Evaluate {
  switch (expression.kind) {
    case 'literal':
    case 'boolean':
      return () => expression.value;
    case 'field':
      return fieldValue(expression.field);
    case 'arithmetic':
    case 'negative':
      return compileArithmetic(expression);
    case 'length':
      return mapText(expression.operand, (text) => Array.from(text).length);
    case 'lower':
      return mapText(expression.operand, lowerText);
    case 'ifNull': {
      const [operand, fallback] = [compileExpression(expression.operand), compileExpression(expression.fallback)];
      return (view) => operand(view) ?? fallback(view);
    }
    case 'datePart':
      return mapTime(expression.operand, expression.timezone, (localTime) => partOf[expression.part](localTime));
    case 'dateFormat':
      return mapTime(expression.operand, expression.timezone, dateFormatter(expression.tokens, expression.language));
    case 'distance':
      return compileDistance(expression);
    case 'json':
      return compileJson(expression);
  }
}

const fieldValue =
  (field: StoredRecordField): Evaluate =>
  (view) => {
    const values = view.values(field);
    return field.isMultivalued && values.length > 0 ? [...values] : (values[0] ?? null);
  };

const partOf: Readonly<Record<DatePart, (localTime: Date) => number>> = Object.freeze({
  year: (localTime) => localTime.getUTCFullYear(),
  month: (localTime) => localTime.getUTCMonth() + 1,
  day: (localTime) => localTime.getUTCDate(),
  hour: (localTime) => localTime.getUTCHours(),
  minute: (localTime) => localTime.getUTCMinutes(),
  second: (localTime) => localTime.getUTCSeconds(),
});

function compileArithmetic(expression: Expression & { kind: 'arithmetic' | 'negative' }): Evaluate {
  if (expression.kind === 'negative') {
    const operand = compileExpression(expression.operand);
    return (view) => mapNumber(operand(view), (number) => 0 - number);
  }
  const [left, right] = [compileExpression(expression.left), compileExpression(expression.right)];
  const { operator } = expression;
  return (view) =>
    mapNumber(left(view), (leftNumber) =>
      mapNumber(right(view), (rightNumber) => calculate(operator, leftNumber, rightNumber)),
    );
}

const mapNumber = (value: Value, change: (number: number) => number | null): number | null =>
  typeof value === 'number' ? change(value) : null;

function mapText(operand: Expression, change: (text: string) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  return (view) => {
    const value = evaluate(view);
    return typeof value === 'string' ? change(value) : null;
  };
}

function mapTime(operand: Expression, timezone: string, change: (localTime: Date) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  const type = operand.type === 'date' ? 'date' : 'datetime';
  return (view) => {
    const time = timeOf(evaluate(view));
    return time === undefined || !Number.isFinite(time) ? null : change(zonedDate(time, type, timezone));
  };
}

function compileDistance({ operand, point }: Expression & { kind: 'distance' }): Evaluate {
  const evaluate = compileExpression(operand);
  return (view) => {
    const place = pointOfValue(evaluate(view));
    return place ? distanceBetweenPositions(place, point) : null;
  };
}

function compileJson({ operand, fallback }: Expression & { kind: 'json' }): Evaluate {
  const [text, otherwise] = [compileExpression(operand), fallback && compileExpression(fallback)];
  return (view) => {
    const value = text(view);
    if (typeof value !== 'string') return null;
    const parsed = tryParseJson(value);
    if (parsed !== undefined) return parsed as Value;
    return otherwise ? otherwise(view) : value;
  };
}

/** The result of arithmetic over two doubles; null for a division by zero and for a result that a double cannot hold. */
export const calculate = (operator: ArithmeticOperator, left: number, right: number): number | null =>
  finiteOrNull(apply(operator, left, right));

function apply(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}

/** Null for an infinity or NaN. Adding 0 turns -0 into 0. */
export const finiteOrNull = (number: number): number | null => (Number.isFinite(number) ? number + 0 : null);

const dayMs = 86_400_000;
const daysOfWeek = 7;

/** Creates a function that formats a local time by the tokens of a pattern. The UTC methods of the Date return the local time. */
function dateFormatter(tokens: readonly DateToken[], language: Language): (localTime: Date) => string {
  const names = calendarNames[language];
  const textFormats: Partial<Record<DateFormat, (localTime: Date) => string | undefined>> = {
    E: (localTime) => names.shortDays[weekday(localTime) - 1],
    EEEE: (localTime) => names.days[weekday(localTime) - 1],
    MMM: (localTime) => names.shortMonths[localTime.getUTCMonth()],
    MMMM: (localTime) => names.months[localTime.getUTCMonth()],
    yy: (localTime) => yearText(localTime).slice(-2),
    xx: (localTime) => yearText(thursdayOf(localTime)).slice(-2),
  };
  const write = (localTime: Date, format: DateFormat): string =>
    textFormats[format]?.(localTime) ?? String(numberOf(localTime, format)).padStart(format.length, '0');
  return (localTime) => tokens.map((token) => ('text' in token ? token.text : write(localTime, token.format))).join('');
}

/** The number of the day of the week; Monday is 1. */
const weekday = (localTime: Date): number => localTime.getUTCDay() || daysOfWeek;

const yearText = (localTime: Date): string => String(localTime.getUTCFullYear()).padStart(4, '0');

/** The number that a format writes, by the first letter of the format. */
const numericFormats: Readonly<Record<string, (localTime: Date) => number>> = Object.freeze({
  y: (localTime) => localTime.getUTCFullYear(),
  x: (localTime) => thursdayOf(localTime).getUTCFullYear(),
  w: (localTime) => Math.ceil(dayOfYear(thursdayOf(localTime)) / daysOfWeek),
  e: weekday,
  D: dayOfYear,
  M: (localTime) => localTime.getUTCMonth() + 1,
  d: (localTime) => localTime.getUTCDate(),
  H: (localTime) => localTime.getUTCHours(),
  m: (localTime) => localTime.getUTCMinutes(),
  s: (localTime) => localTime.getUTCSeconds(),
});

const numberOf = (localTime: Date, format: DateFormat): number => numericFormats[format.charAt(0)]?.(localTime) ?? NaN;

/** The Thursday of the ISO week. The year of the week is the year of its Thursday. */
const thursdayOf = (localTime: Date): Date => new Date(localTime.getTime() + (4 - weekday(localTime)) * dayMs);

function dayOfYear(localTime: Date): number {
  const start = new Date(localTime);
  start.setUTCMonth(0, 1);
  return Math.floor(localTime.getTime() / dayMs) - Math.floor(start.getTime() / dayMs) + 1;
}

const isoTime = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** The milliseconds from 1970 to an instant, or to the beginning of a date in UTC; microseconds are a fraction. Undefined for other values. */
export function timeOf(value: Value): number | undefined {
  if (value === 'infinity') return Infinity;
  if (value === '-infinity') return -Infinity;
  const [found, year, month = '01', day = '01', fraction = '', zone] =
    typeof value === 'string' ? (isoTime.exec(value) ?? []) : [];
  if (found === undefined) return undefined;
  const instant = found.includes('T')
    ? Date.parse(zone === undefined ? `${found}Z` : found)
    : Date.parse(`${String(year)}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(instant)) return undefined;
  const time = instant + Number(fraction.slice(3, 6).padEnd(3, '0')) / 1000;
  // A double holds no microseconds of distant years, but it must not round up to the next millisecond, which may be of another year.
  return Math.floor(time) > instant ? instant + mostOfMillisecond : time;
}

/** The largest part of a millisecond that a double holds from the year 1 to 9999. */
const mostOfMillisecond = 1 - 2 ** -5;

const minuteMs = 60_000;

/** Shifts a time to the local time of a time zone, which the UTC methods of the Date return. A plain date is not shifted. */
export function zonedDate(time: number, type: 'date' | 'datetime', timezone: TimezoneName): Date {
  return new Date(type === 'date' ? time : time + IANAZone.create(timezone).offset(time) * minuteMs);
}
