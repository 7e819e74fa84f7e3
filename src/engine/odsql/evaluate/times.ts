import { IANAZone } from 'luxon';
import type { Value } from '#engine/records/record.ts';
import type { TimezoneName } from '../scope.ts';

const isoTime = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** The milliseconds from 1970 to an instant, or to the beginning of a date in UTC; microseconds are a fraction. Undefined for other values. */
export function timeOf(value: Value): number | undefined {
  if (value === 'infinity') return Infinity;
  if (value === '-infinity') return -Infinity;
  const [found, year, month = '01', day = '01', fraction = '', zone] =
    typeof value === 'string' ? (isoTime.exec(value) ?? []) : [];
  if (found === undefined) return undefined;
  const instant = found.includes('T')
    ? Date.parse(zone === undefined ? `${found}Z` : found)
    : Date.parse(`${String(year)}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(instant)) return undefined;
  const time = instant + Number(fraction.slice(3, 6).padEnd(3, '0')) / 1000;
  // A double holds no microseconds of distant years, but it must not round up to the next millisecond, which may be of another year.
  return Math.floor(time) > instant ? instant + mostOfMillisecond : time;
}

/** The largest part of a millisecond that a double holds from the year 1 to 9999. */
const mostOfMillisecond = 1 - 2 ** -5;

const minuteMs = 60_000;

/** Shifts a time to the local time of a time zone, which the UTC methods of the Date return. A plain date is not shifted. */
export function zonedDate(time: number, type: 'date' | 'datetime', timezone: TimezoneName): Date {
  return new Date(type === 'date' ? time : time + IANAZone.create(timezone).offset(time) * minuteMs);
}
