import { readDate } from '../parse/parse-expression.ts';
import type { ScopeField, TimezoneName } from '../scope.ts';
import type { Call, DateLiteral, Literal } from '../tree.ts';
import type { Binding, ScalarExpression } from './bound.ts';
import { DateTime, IANAZone } from 'luxon';
import { createLocalTimeConverter } from '#engine/schema/date-formats.ts';

/** Binds a literal as a value. A date literal becomes its first day or instant; null has the type `int`. */
export function bindLiteral<F extends ScopeField>(value: Literal, binding: Binding<F>): ScalarExpression<F> {
  if (value === null) return { kind: 'literal', type: 'int', value };
  if (typeof value === 'string') return { kind: 'literal', type: 'text', value };
  if (typeof value === 'number')
    return { kind: 'literal', type: Number.isSafeInteger(value) ? 'int' : 'double', value };
  if (typeof value === 'boolean') {
    return binding.clause === 'select'
      ? { kind: 'boolean', type: 'json', value }
      : binding.malformed(`${value} is not a value here`);
  }
  if ('geometry' in value) return binding.malformed('A geometry is not a value here');
  return timeLiteral(value, value.date.includes('T') ? 'datetime' : 'date', binding);
}

/** Binds a date literal to its first day or instant. */
export function timeLiteral<F extends ScopeField>(
  { date }: DateLiteral,
  type: 'date' | 'datetime',
  { scope }: Binding<F>,
): ScalarExpression<F> {
  const { start } = spanOf(date, type, scope.timezone);
  return { kind: 'literal', type, value: start === '-infinity' || start === 'infinity' ? null : start };
}

/** Reads a literal that is compared with dates. A text that begins with an ISO day is a date too. Undefined for other literals. */
export function dateOf(value: Literal): DateLiteral | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? readDate(value) : undefined;
  return typeof value === 'object' && value !== null && 'date' in value ? value : undefined;
}

/** A time to the millisecond, and the microseconds after it. */
interface Moment {
  readonly time: DateTime;
  readonly microseconds: number;
}
type Change = (moment: Moment, value: number) => Moment | undefined;

const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/** Creates a change of a moment that keeps its microseconds. A change returns undefined for a value that its part cannot have. */
const changeTime =
  (change: (time: DateTime, value: number) => DateTime | undefined): Change =>
  ({ time, microseconds }, value) => {
    const changed = change(time, value);
    return changed && { time: changed, microseconds };
  };

/** Creates a change that sets a part, whose values are from `min` to `max`. */
const setter = (part: 'year' | 'month' | 'hour' | 'minute' | 'second', min: number, max: number): Change =>
  changeTime((time, value) => (isBetween(value, min, max) ? time.set({ [part]: value }) : undefined));

/** Creates a change that adds a number of units. */
const adder = (unit: 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'): Change =>
  changeTime((time, value) => time.plus({ [unit]: value }));

/** Replaces the microseconds of the second. A negative number or 1,000,000 and more leads to another second. */
const withMicroseconds = ({ time }: Moment, microseconds: number): Moment => ({
  time: time.set({ millisecond: 0 }).plus({ milliseconds: Math.floor(microseconds / 1000) }),
  microseconds: ((microseconds % 1000) + 1000) % 1000,
});

const weekdays = ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'];
const daysOfWeek = 7;

/** Moves to the `count`-th of a weekday (Monday is 0) from the current day; backwards for a negative count. */
function toWeekday(time: DateTime, weekday: number, count: number): DateTime | undefined {
  if (count === 0) return undefined;
  const daysAhead = (weekday + 1 - time.weekday + daysOfWeek) % daysOfWeek;
  const daysToFirst = count > 0 || daysAhead === 0 ? daysAhead : daysAhead - daysOfWeek;
  const furtherWeeks = count - Math.sign(count);
  return time.plus({ days: daysToFirst + furtherWeeks * daysOfWeek });
}

const changes: Readonly<Record<string, Change>> = Object.freeze({
  year: setter('year', 1, 9999),
  month: setter('month', 1, 12),
  day: changeTime((time, day) =>
    isBetween(day, 1, 31) ? time.set({ day: Math.min(day, time.daysInMonth ?? day) }) : undefined,
  ),
  hour: setter('hour', 0, 23),
  minute: setter('minute', 0, 59),
  second: setter('second', 0, 59),
  microsecond: (moment, value) => (isBetween(value, 0, 999_999) ? withMicroseconds(moment, value) : undefined),
  years: adder('years'),
  months: adder('months'),
  weeks: adder('weeks'),
  days: adder('days'),
  hours: adder('hours'),
  minutes: adder('minutes'),
  seconds: adder('seconds'),
  microseconds: (moment, value) =>
    withMicroseconds(moment, moment.time.millisecond * 1000 + moment.microseconds + value),
  weekday: changeTime((time, weekday) => (isBetween(weekday, 0, 6) ? toWeekday(time, weekday, 1) : undefined)),
  ...Object.fromEntries(
    weekdays.map((name, weekday): [string, Change] => [
      name,
      changeTime((time, count) => toWeekday(time, weekday, count)),
    ]),
  ),
});

/**
 * Binds `now(…)` to an instant. The arguments apply from left to right in the time zone of the scope. Of several arguments with one name,
 * only the last counts.
 */
export function bindNow<F extends ScopeField>({ named, text }: Call, binding: Binding<F>): ScalarExpression<F> {
  const { now, timezone } = binding.scope;
  const lastOfEachName = named.filter(
    ({ name }, index) => !named.slice(index + 1).some((later) => later.name === name),
  );
  let moment: Moment = { time: DateTime.fromJSDate(now, { zone: timezone }), microseconds: 0 };
  for (const { name, value } of lastOfEachName) {
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (!change) binding.malformed(`now() has no argument ${name}`);
    const changed = change(moment, value);
    if (!changed?.time.isValid || !isBetween(changed.time.year, 1, 9999)) binding.malformed(`${text} is not a time`);
    moment = changed;
  }
  return { kind: 'literal', type: 'datetime', value: textOf(moment) };
}

/** Writes a moment in UTC, with microseconds only when they are not 0. */
function textOf({ time, microseconds }: Moment): string {
  const digits = microseconds === 0 ? '' : String(microseconds).padStart(3, '0');
  return time.toJSDate().toISOString().replace('Z', `${digits}Z`);
}

/** The span of time that a date literal covers; `end` is excluded. The ends are days or instants in UTC, or infinities outside years 1 to 9999. */
interface Span {
  readonly start: string;
  readonly end: string;
}

const dayMs = 86_400_000;
const firstDay = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const calendarDate = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const withZone = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The span of a date literal: a year, a month, a day, or one millisecond of an instant. Dates have no time zone; among datetimes, a
 * literal without a zone is in `timezone`.
 */
export function spanOf(date: string, type: 'date' | 'datetime', timezone: TimezoneName): Span {
  const toInstant =
    type === 'date' ? (localTime: number) => localTime : createLocalTimeConverter(IANAZone.create(timezone));
  const { start, end } = instantsOf(date, toInstant);
  return type === 'date'
    ? { start: dayFrom(start), end: dayFrom(end) }
    : { start: textOfInstant(start), end: textOfInstant(end) };
}

function instantsOf(date: string, toInstant: (localTime: number) => number): { start: number; end: number } {
  const [found, year, month, day] = calendarDate.exec(date) ?? [];
  if (found === undefined) {
    const start = withZone.test(date) ? Date.parse(date) : toInstant(Date.parse(`${date}Z`));
    return { start, end: start + 1 };
  }
  const start = Date.parse(`${String(year)}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  const end = new Date(start);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { start: toInstant(start), end: toInstant(end.getTime()) };
}

/** The first day that begins at an instant or after it. */
const dayFrom = (instant: number): string => textOfInstant(Math.ceil(instant / dayMs) * dayMs).replace(/T.*/, '');

/** An instant as text; an infinity outside the years that both PostgreSQL and ISO 8601 write with four digits. */
function textOfInstant(instant: number): string {
  if (instant < firstDay) return '-infinity';
  return instant > lastInstant ? 'infinity' : new Date(instant).toISOString();
}
