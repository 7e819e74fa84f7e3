import { DateTime } from 'luxon';

/** `2026-01-31`. */
const dayFormat = /^\d{4}-\d\d-\d\d$/;
/** `2026-01-31T08:00`, optionally with seconds and an offset. */
const instantFormat = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?$/;

/** Converts a date to the form in which text order is chronological: a day, or an instant in UTC and whole seconds. Undefined for other texts. An instant without an offset is in UTC. */
export function canonicalDate(text: string, hasTime: boolean): string | undefined {
  if (!(hasTime ? instantFormat : dayFormat).test(text)) return undefined;
  const read = DateTime.fromISO(text.toUpperCase().replace(' ', 'T'), { zone: 'utc' });
  if (!read.isValid || read.year < 1 || read.year > 9999) return undefined;
  return hasTime ? read.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'") : read.toFormat('yyyy-MM-dd');
}
