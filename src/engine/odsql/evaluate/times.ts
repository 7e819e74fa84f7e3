import { IANAZone } from 'luxon';
import type { Value } from '../../records/record.ts';
import type { TimezoneName } from '../scope.ts';

const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** Milliseconds since 1970 of a date, at its beginning in UTC, or of an instant, microseconds as a fraction; undefined for other values. */
export function timeOf(value: Value): number | undefined {
  if (value === 'infinity') return Infinity;
  if (value === '-infinity') return -Infinity;
  const [found, year, month = '01', day = '01', fraction = '', zone] =
    typeof value === 'string' ? (pattern.exec(value) ?? []) : [];
  if (found === undefined) return undefined;
  const instant = found.includes('T')
    ? Date.parse(zone === undefined ? `${found}Z` : found)
    : Date.parse(`${String(year)}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(instant)) return undefined;
  return instant + Number(fraction.slice(3, 6).padEnd(3, '0')) / 1000;
}

const minute = 60_000;

/** A time as a clock in the timezone shows it: read it by the UTC methods of Date. A plain date has no timezone. */
export function shownTime(time: number, type: 'date' | 'datetime', timezone: TimezoneName): Date {
  return new Date(type === 'date' ? time : time + IANAZone.create(timezone).offset(time) * minute);
}
