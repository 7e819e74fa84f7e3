import type { TimezoneName } from './scope.ts';
import { IANAZone } from 'luxon';

/** The form of a name. It excludes offsets such as +02:00, because PostgreSQL reads their sign the other way round. */
const namePattern = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;
/** Names of three letters may be abbreviations of several zones: only those of the time zone database are accepted. */
const threeLetters = /^[a-z]{3}$/i;
const threeLetterNames = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;
/** Replacements for IANA names that PostgreSQL would read as abbreviations without daylight saving time. */
const replacements: ReadonlyMap<string, TimezoneName> = new Map([
  ['CET', 'Europe/Brussels'],
  ['MET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['WET', 'Europe/Lisbon'],
]);

/** Names that are valid as they are. */
const validNames: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** Resolves an IANA name to a name that means the same time zone in JavaScript and PostgreSQL; undefined for an unknown name. */
export function resolveTimezone(timezone: string): TimezoneName | undefined {
  if (!namePattern.test(timezone) || (threeLetters.test(timezone) && !threeLetterNames.test(timezone)))
    return undefined;
  const replacement = replacements.get(timezone.toUpperCase());
  if (replacement !== undefined) return replacement;
  // Creating a formatter takes longer than the rest of binding a query.
  if (validNames.has(timezone)) return timezone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The minutes between UTC and a time zone at a time in milliseconds. Historical offsets had seconds, which ISO 8601 cannot write. */
const offsetMinutes = (time: number, timezone: TimezoneName): number =>
  timezone === 'UTC' ? 0 : Math.round(IANAZone.create(timezone).offset(time));

function offsetText(minutes: number): string {
  const digits = (number: number): string => String(Math.trunc(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
}

/** A time in ISO 8601, but with a plain year 10000, as engines write it. */
const isoText = (time: number): string => new Date(time).toISOString().replace(/^\+0?/, '');

/** The text of an instant in a time zone: the seconds of a time in milliseconds, a fraction such as `.25`, and the offset. `odsql.zoned` must return the same. */
export function zonedText(time: number, fraction: string, timezone: TimezoneName): string {
  const minutes = offsetMinutes(time, timezone);
  return isoText(Math.floor(time) + minutes * minuteMs).replace(/\.\d{3}Z$/, fraction + offsetText(minutes));
}

/**
 * An end of a range in the name of a group: a number as JavaScript writes it, a day or an instant in UTC as ISO 8601 to the millisecond,
 * in a time zone. `odsql.range_end` must return the same.
 */
export function rangeEndText(end: number | string, timezone: TimezoneName): string {
  if (typeof end === 'number') return String(end);
  return instantText(Date.parse(end), timezone);
}

/** The time that a clock shows as an end of a range. The time is in milliseconds, as if the clock was in UTC. */
export const clockText = (clock: number, timezone: TimezoneName): string =>
  instantText(instantOfClock(clock, timezone), timezone);

function instantText(time: number, timezone: TimezoneName): string {
  if (timezone === 'UTC') return isoText(time);
  const minutes = offsetMinutes(time, timezone);
  return isoText(time + minutes * minuteMs).replace('Z', offsetText(minutes));
}

/** The instant at which a clock shows a time: the later one of two, and after the gap for a time that the clock skips. */
function instantOfClock(clock: number, timezone: TimezoneName): number {
  if (timezone === 'UTC') return clock;
  const before = clock - offsetMs(clock - dayMs, timezone);
  const shown = [before, clock - offsetMs(clock + dayMs, timezone)].filter(
    (instant) => clockAt(instant, timezone) === clock,
  );
  return shown.length > 0 ? Math.max(...shown) : before;
}

const offsetMs = (time: number, timezone: TimezoneName): number =>
  timezone === 'UTC' ? 0 : Math.round(IANAZone.create(timezone).offset(time) * minuteMs);

/** The time that a clock in a time zone shows, in milliseconds as if the clock was in UTC. */
export const clockAt = (time: number, timezone: TimezoneName): number => Math.floor(time) + offsetMs(time, timezone);
