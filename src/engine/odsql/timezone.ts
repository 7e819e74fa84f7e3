import type { TimezoneName } from './scope.ts';

/** The form of a name. It excludes offsets such as +02:00, because PostgreSQL reads their sign the other way round. */
const namePattern = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;
/**
 * Matches names of three letters. They may be abbreviations that mean several zones, so only the names that the time zone
 * database defines are accepted.
 */
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
