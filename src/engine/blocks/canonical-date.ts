import { DateTime } from 'luxon';

/** Matches a day, such as `2026-01-31`. */
const dayFormat = /^\d{4}-\d\d-\d\d$/;
/** Matches an instant, such as `2026-01-31T08:00`, optionally with seconds and an offset. */
const instantFormat = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Converts a date to a canonical text, so that text order is chronological: a day, or an instant in UTC and whole seconds. An instant
 * without an offset is in UTC. Undefined for any other text.
 */
export function canonicalDate(text: string, hasTime: boolean): string | undefined {
  if (!(hasTime ? instantFormat : dayFormat).test(text)) return undefined;
  const parsed = DateTime.fromISO(text.toUpperCase().replace(' ', 'T'), { zone: 'utc' });
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return undefined;
  return hasTime ? parsed.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'") : parsed.toFormat('yyyy-MM-dd');
}
