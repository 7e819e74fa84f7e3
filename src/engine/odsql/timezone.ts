import type { TimezoneName } from './scope.ts';

/** An offset is no name, because PostgreSQL reads its sign the other way round. */
const name = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;
/** Three letters are an abbreviation, which may mean several zones, unless the time zone database has the name. */
const abbreviation = /^[a-z]{3}$/i;
const shortNames = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;
/** What names link to that PostgreSQL takes for abbreviations without daylight saving time. */
const links: ReadonlyMap<string, TimezoneName> = new Map([
  ['CET', 'Europe/Brussels'],
  ['MET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['WET', 'Europe/Lisbon'],
]);

/** Names that need no resolution. */
const known: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** The time zone with an IANA name, by a name that means the same to JavaScript and PostgreSQL; undefined for an unknown one. */
export function resolveTimezone(timezone: string): TimezoneName | undefined {
  if (!name.test(timezone) || (abbreviation.test(timezone) && !shortNames.test(timezone))) return undefined;
  const link = links.get(timezone.toUpperCase());
  if (link !== undefined) return link;
  // a formatter takes longer than the rest of a query's binding
  if (known.has(timezone)) return timezone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
