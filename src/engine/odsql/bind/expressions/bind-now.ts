import { DateTime } from 'luxon';
import type { ScopeField } from '../../scope.ts';
import type { Call } from '../../tree.ts';
import type { Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';

type Time = DateTime;
type Change = (time: Time, value: number) => Time | undefined;

const between = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const weekdays = ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'];
const daysOfWeek = 7;

/** The first such day from a day on, and further ones; backwards for a negative number. Monday is 0. */
function toWeekday(time: Time, weekday: number, count: number): Time | undefined {
  if (count === 0) return undefined;
  const ahead = (weekday + 1 - time.weekday + daysOfWeek) % daysOfWeek;
  const first = count > 0 ? ahead : ahead === 0 ? 0 : ahead - daysOfWeek;
  return time.plus({ days: first + (count - Math.sign(count)) * daysOfWeek });
}

/** Undefined for a value that the part cannot have. */
const changes: Readonly<Record<string, Change>> = Object.freeze({
  year: (time, year) => (between(year, 1, 9999) ? time.set({ year }) : undefined),
  month: (time, month) => (between(month, 1, 12) ? time.set({ month }) : undefined),
  day: (time, day) => (between(day, 1, 31) ? time.set({ day: Math.min(day, time.daysInMonth ?? day) }) : undefined),
  hour: (time, hour) => (between(hour, 0, 23) ? time.set({ hour }) : undefined),
  minute: (time, minute) => (between(minute, 0, 59) ? time.set({ minute }) : undefined),
  second: (time, second) => (between(second, 0, 59) ? time.set({ second }) : undefined),
  microsecond: (time, value) =>
    between(value, 0, 999_999) ? time.set({ millisecond: Math.floor(value / 1000) }) : undefined,
  years: (time, years) => time.plus({ years }),
  months: (time, months) => time.plus({ months }),
  weeks: (time, weeks) => time.plus({ weeks }),
  days: (time, days) => time.plus({ days }),
  hours: (time, hours) => time.plus({ hours }),
  minutes: (time, minutes) => time.plus({ minutes }),
  seconds: (time, seconds) => time.plus({ seconds }),
  microseconds: (time, value) => time.plus({ milliseconds: Math.floor(value / 1000) }),
  weekday: (time, weekday) => (between(weekday, 0, 6) ? toWeekday(time, weekday, 1) : undefined),
  ...Object.fromEntries(
    weekdays.map((name, weekday): [string, Change] => [name, (time, count) => toWeekday(time, weekday, count)]),
  ),
});

/** The instant of `now(…)`: its arguments are applied from left to right in the timezone, of each name the last one. */
export function bindNow<F extends ScopeField>({ named, text }: Call, binding: Binding<F>): ScalarExpression<F> {
  const { now, timezone } = binding.scope;
  const last = named.filter(({ name }, at) => !named.slice(at + 1).some((later) => later.name === name));
  let time: Time = DateTime.fromJSDate(now, { zone: timezone });
  for (const { name, value } of last) {
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (!change) binding.malformed(`now() has no argument ${name}`);
    const changed = change(time, value);
    if (!changed?.isValid || !between(changed.year, 1, 9999)) binding.malformed(`${text} is not a time`);
    time = changed;
  }
  return { kind: 'literal', type: 'datetime', value: time.toJSDate().toISOString() };
}
