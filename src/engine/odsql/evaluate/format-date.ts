import { calendarNames } from '../calendar-names.ts';
import type { DateFormat, DateToken } from '../date-format.ts';
import type { Language } from '../scope.ts';

const dayMs = 86_400_000;
const daysOfWeek = 7;

/** Writes a time, which the UTC methods of Date read, by the tokens of a pattern. */
export function dateFormatter(tokens: readonly DateToken[], language: Language): (shown: Date) => string {
  const names = calendarNames(language);
  const write = (shown: Date, format: DateFormat): string => {
    switch (format) {
      case 'E':
        return names.shortDays[weekday(shown) - 1] ?? '';
      case 'EEEE':
        return names.days[weekday(shown) - 1] ?? '';
      case 'MMM':
        return names.shortMonths[shown.getUTCMonth()] ?? '';
      case 'MMMM':
        return names.months[shown.getUTCMonth()] ?? '';
      case 'yy':
      case 'xx':
        return numberOf(shown, format).slice(-2);
      default:
        return numberOf(shown, format).padStart(format.length, '0');
    }
  };
  return (shown) => tokens.map((token) => ('text' in token ? token.text : write(shown, token.format))).join('');
}

/** Monday is 1. */
const weekday = (shown: Date): number => shown.getUTCDay() || daysOfWeek;

/** The number that the first letter of a format stands for; years have four digits. */
function numberOf(shown: Date, format: DateFormat): string {
  switch (format[0]) {
    case 'y':
      return String(shown.getUTCFullYear()).padStart(4, '0');
    case 'x':
      return String(thursdayOf(shown).getUTCFullYear()).padStart(4, '0');
    case 'w':
      return String(Math.ceil(dayOfYear(thursdayOf(shown)) / daysOfWeek));
    case 'e':
      return String(weekday(shown));
    case 'D':
      return String(dayOfYear(shown));
    case 'M':
      return String(shown.getUTCMonth() + 1);
    case 'd':
      return String(shown.getUTCDate());
    case 'H':
      return String(shown.getUTCHours());
    case 'm':
      return String(shown.getUTCMinutes());
    default:
      return String(shown.getUTCSeconds());
  }
}

/** The Thursday of the ISO week, whose year is the week's. */
const thursdayOf = (shown: Date): Date => new Date(shown.getTime() + (4 - weekday(shown)) * dayMs);

function dayOfYear(shown: Date): number {
  const start = new Date(shown);
  start.setUTCMonth(0, 1);
  return Math.round(Math.floor(shown.getTime() / dayMs) - Math.floor(start.getTime() / dayMs) + 1);
}
