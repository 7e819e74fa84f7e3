import { calendarNames } from '../calendar-names.ts';
import type { DateFormat, DateToken } from '../date-format.ts';
import type { Language } from '../scope.ts';

const dayMs = 86_400_000;
const daysOfWeek = 7;

/** Writes a time, which the UTC methods of Date read, by the tokens of a pattern. */
export function dateFormatter(tokens: readonly DateToken[], language: Language): (shown: Date) => string {
  const names = calendarNames[language];
  const words: Partial<Record<DateFormat, (shown: Date) => string | undefined>> = {
    E: (shown) => names.shortDays[weekday(shown) - 1],
    EEEE: (shown) => names.days[weekday(shown) - 1],
    MMM: (shown) => names.shortMonths[shown.getUTCMonth()],
    MMMM: (shown) => names.months[shown.getUTCMonth()],
    yy: (shown) => yearText(shown).slice(-2),
    xx: (shown) => yearText(thursdayOf(shown)).slice(-2),
  };
  const write = (shown: Date, format: DateFormat): string =>
    words[format]?.(shown) ?? String(numberOf(shown, format)).padStart(format.length, '0');
  return (shown) => tokens.map((token) => ('text' in token ? token.text : write(shown, token.format))).join('');
}

/** Monday is 1. */
const weekday = (shown: Date): number => shown.getUTCDay() || daysOfWeek;

const yearText = (shown: Date): string => String(shown.getUTCFullYear()).padStart(4, '0');

/** The number that the first letter of a format stands for. */
const numbers: Readonly<Record<string, (shown: Date) => number>> = Object.freeze({
  y: (shown) => shown.getUTCFullYear(),
  x: (shown) => thursdayOf(shown).getUTCFullYear(),
  w: (shown) => Math.ceil(dayOfYear(thursdayOf(shown)) / daysOfWeek),
  e: weekday,
  D: dayOfYear,
  M: (shown) => shown.getUTCMonth() + 1,
  d: (shown) => shown.getUTCDate(),
  H: (shown) => shown.getUTCHours(),
  m: (shown) => shown.getUTCMinutes(),
  s: (shown) => shown.getUTCSeconds(),
});

const numberOf = (shown: Date, format: DateFormat): number => numbers[format.charAt(0)]?.(shown) ?? NaN;

/** The Thursday of the ISO week, whose year is the week's. */
const thursdayOf = (shown: Date): Date => new Date(shown.getTime() + (4 - weekday(shown)) * dayMs);

function dayOfYear(shown: Date): number {
  const start = new Date(shown);
  start.setUTCMonth(0, 1);
  return Math.floor(shown.getTime() / dayMs) - Math.floor(start.getTime() / dayMs) + 1;
}
