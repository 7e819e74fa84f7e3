import { DateTime } from 'luxon';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Call } from '#engine/odsql/tree.ts';
import type { Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';

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

/**
 * Moves to the `count`-th of a weekday, beginning with the current day; a negative count goes back. Monday is 0. Undefined for a count
 * of 0.
 */
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
