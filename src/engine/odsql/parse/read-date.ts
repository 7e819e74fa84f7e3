import { isDay } from '#engine/schema/calendar.ts';
import type { DateLiteral } from '../tree.ts';

const dayPattern = /^(\d{4})(?:([-/])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
const timePattern = /^(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Normalises a date in a query to ISO 8601; undefined when the date or time does not exist. */
export function readDate(text: string): DateLiteral | undefined {
  const [, dateText = '', timeText] = /^([^T ]*)(?:[T ](.*))?$/is.exec(text) ?? [];
  const [found, year, dateSeparator, month, dayOfMonth] = dayPattern.exec(dateText) ?? [];
  if (found === undefined || year === undefined || !isDay(Number(year), Number(month ?? 1), Number(dayOfMonth ?? 1)))
    return undefined;
  // Only a date with slashes may omit leading zeros.
  if (dateSeparator === '-' && [month, dayOfMonth].some((part) => part?.length === 1)) return undefined;
  const date = [year, ...[month, dayOfMonth].flatMap((part) => part?.padStart(2, '0') ?? [])].join('-');
  if (timeText === undefined) return { date };
  const [, clock, zone] = timePattern.exec(timeText) ?? [];
  if (clock === undefined || dayOfMonth === undefined) return undefined;
  const written = `${date}T${clock.replace(',', '.')}${isoZone(zone)}`;
  return Number.isNaN(Date.parse(written)) ? undefined : { date: written };
}

const isoZone = (zone = ''): string =>
  zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_zone, hours: string, minutes = '00') => `${hours}:${String(minutes)}`);
