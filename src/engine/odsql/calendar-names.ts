import type { Language } from './scope.ts';

/** The names of months from January and of days from Monday, in full and short. */
export interface CalendarNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
}

const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** The names in a language, as `date_format` writes them. */
export function calendarNames(language: Language): CalendarNames {
  const names = (options: Intl.DateTimeFormatOptions, times: readonly number[]): string[] => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return times.map((time) => format.format(time));
  };
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
  const days = Array.from({ length: 7 }, (_, day) => monday + day * dayMs);
  return {
    months: names({ month: 'long' }, months),
    shortMonths: names({ month: 'short' }, months),
    days: names({ weekday: 'long' }, days),
    shortDays: names({ weekday: 'short' }, days),
  };
}
