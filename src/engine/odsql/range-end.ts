import { IANAZone } from 'luxon';
import type { TimezoneName } from './scope.ts';

const minuteMs = 60_000;

/**
 * An end of a range in the name of a group: a number as JavaScript writes it, a day or an instant in UTC as ISO 8601 to the millisecond,
 * in a time zone. `odsql.range_end` must return the same.
 */
export function rangeEndText(end: number | string, timezone: TimezoneName): string {
  if (typeof end === 'number') return String(end);
  const time = Date.parse(end);
  if (timezone === 'UTC') return isoText(time);
  // historical offsets had seconds, which ISO 8601 cannot write
  const minutes = Math.round(IANAZone.create(timezone).offset(time));
  const digits = (number: number): string => String(Math.trunc(number)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
  return isoText(time + minutes * minuteMs).replace('Z', offset);
}

/** A time in ISO 8601, but with a plain year 10000, as engines write it. */
const isoText = (time: number): string => new Date(time).toISOString().replace(/^\+0/, '');
