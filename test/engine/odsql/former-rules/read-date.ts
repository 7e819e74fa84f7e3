import { isDay } from '#engine/schema/date-formats.ts';
import type { DateLiteral } from './filter.ts';

const pattern =
  /^(\d{4})(?:[-/](\d\d)(?:[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?)?)?$/i;

/** Normalises a date in a query to ISO 8601; undefined when the date or time does not exist. */
export function readDate(text: string): DateLiteral | undefined {
  const [found, year, month, day, time, zone] = pattern.exec(text) ?? [];
  if (found === undefined || year === undefined || !isDay(Number(year), Number(month ?? 1), Number(day ?? 1)))
    return undefined;
  if (time !== undefined && Number.isNaN(Date.parse(`2026-01-01T${time}${zone?.toUpperCase() ?? 'Z'}`)))
    return undefined;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  return { date: time === undefined ? date : `${date}T${time}${zone?.toUpperCase() ?? ''}` };
}
