import { isDay } from '../../schema/calendar.ts';
import type { DateLiteral } from '../tree.ts';

const day = /^(\d{4})(?:([-/])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
const time = /^(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Normalises a date in a query to ISO 8601; undefined when the date or time does not exist. */
export function readDate(text: string): DateLiteral | undefined {
  const [, first = '', rest] = /^([^T ]*)(?:[T ](.*))?$/is.exec(text) ?? [];
  const [found, year, mark, month, dayOfMonth] = day.exec(first) ?? [];
  if (found === undefined || year === undefined || !isDay(Number(year), Number(month ?? 1), Number(dayOfMonth ?? 1)))
    return undefined;
  // only a slash leaves out zeros
  if (mark === '-' && [month, dayOfMonth].some((part) => part?.length === 1)) return undefined;
  const date = [year, ...[month, dayOfMonth].flatMap((part) => part?.padStart(2, '0') ?? [])].join('-');
  if (rest === undefined) return { date };
  const [, clock, zone] = time.exec(rest) ?? [];
  if (clock === undefined || dayOfMonth === undefined) return undefined;
  const written = `${date}T${clock.replace(',', '.')}${isoZone(zone)}`;
  return Number.isNaN(Date.parse(written)) ? undefined : { date: written };
}

const isoZone = (zone = ''): string =>
  zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_zone, hours: string, minutes = '00') => `${hours}:${String(minutes)}`);
