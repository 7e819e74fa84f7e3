import { calendarNames } from '../calendar-names.ts';
import type { DateFormat, DateToken } from '../date-format.ts';
import type { Language } from '../scope.ts';

const dayMs = 86_400_000;
const daysOfWeek = 7;

/** Creates a function that formats a local time by the tokens of a pattern. The UTC methods of the Date return the local time. */
export function dateFormatter(tokens: readonly DateToken[], language: Language): (localTime: Date) => string {
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
