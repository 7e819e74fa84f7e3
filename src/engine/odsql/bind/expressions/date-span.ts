import { IANAZone } from 'luxon';
import { createLocalTimeConverter } from '#engine/schema/local-time.ts';
import type { TimezoneName } from '#engine/odsql/scope.ts';

/** The span of time that a date literal covers; `end` is excluded. The ends are days or instants in UTC, or infinities outside years 1 to 9999. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

const dayMs = 86_400_000;
const firstDay = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const calendarDate = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const withZone = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The span of a date literal: a year, a month, a day, or one millisecond of an instant. Dates have no time zone; among datetimes, a
 * literal without a zone is in `timezone`.
 */
export function spanOf(date: string, type: 'date' | 'datetime', timezone: TimezoneName): Span {
  const toInstant =
    type === 'date' ? (localTime: number) => localTime : createLocalTimeConverter(IANAZone.create(timezone));
  const { start, end } = instantsOf(date, toInstant);
  return type === 'date'
    ? { start: dayFrom(start), end: dayFrom(end) }
    : { start: textOfInstant(start), end: textOfInstant(end) };
}

function instantsOf(date: string, toInstant: (localTime: number) => number): { start: number; end: number } {
  const [found, year, month, day] = calendarDate.exec(date) ?? [];
  if (found === undefined) {
    const start = withZone.test(date) ? Date.parse(date) : toInstant(Date.parse(`${date}Z`));
    return { start, end: start + 1 };
  }
  const start = Date.parse(`${String(year)}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  const end = new Date(start);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { start: toInstant(start), end: toInstant(end.getTime()) };
}

/** The first day that begins at an instant or after it. */
const dayFrom = (instant: number): string => textOfInstant(Math.ceil(instant / dayMs) * dayMs).replace(/T.*/, '');

/** An instant as text; an infinity outside the years that both PostgreSQL and ISO 8601 write with four digits. */
export function textOfInstant(instant: number): string {
  if (instant < firstDay) return '-infinity';
  return instant > lastInstant ? 'infinity' : new Date(instant).toISOString();
}
