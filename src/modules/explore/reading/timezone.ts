import { failFields } from '../../../kernel/fail.ts';

/** Names of the time zone database; an offset is none, because PostgreSQL reads its sign the other way round. */
const name = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;

/** Checks the name of a time zone. Fails INVALID_INPUT for an unknown one. */
export function checkTimezone(timezone: string): string {
  return name.test(timezone) && isKnown(timezone)
    ? timezone
    : failFields({ timezone: ['Give a time zone by its IANA name, such as Europe/Paris.'] });
}

function isKnown(timezone: string): boolean {
  // the default of nearly all queries; a formatter takes longer than the rest of a query's binding
  if (timezone === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
