import { DateTime } from 'luxon';

/** A year, a month, a day or an instant in ISO 8601, as metadata fields of the type `date` take it. */
type RemoteDate = string;

const zone = { zone: 'utc' } as const;
/** The longest text that is taken for a date. */
const maxLength = 100;

/**
 * A date as another portal writes it: ISO 8601 in all its forms, SQL, RFC 2822, HTTP, `31.12.2023`, `31/12/2023` where only one order is a day,
 * or seconds and milliseconds since 1970. A time without a zone is UTC. Undefined for anything else, such as 30 February or a repeated duration.
 */
export function parseRemoteDate(value: unknown): RemoteDate | undefined {
  if (typeof value === 'number') return parseNumber(value);
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  const text = value.trim();
  if (/^\d{4}$/.test(text)) return Number(text) > 0 ? text : undefined;
  if (/^\d{9,}$/.test(text)) return parseNumber(Number(text));
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  const short = /^(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4})$/.exec(text)?.groups;
  if (short) return parseShort(short);
  const isDay = /^\d{4}-?\d\d-?\d\d$/.test(text);
  const iso = text.replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3');
  const found = [
    DateTime.fromISO(iso, zone),
    DateTime.fromSQL(iso, zone),
    DateTime.fromRFC2822(text, zone),
    DateTime.fromHTTP(text, zone),
  ].find(({ isValid }) => isValid);
  return found && format(found, isDay || /^\d{4}\/\d\d\/\d\d$/.test(text));
}

/** The first instant of a date, as metadata fields of the type `datetime` take it. */
export function toInstant(date: RemoteDate | undefined): string | undefined {
  if (date === undefined) return undefined;
  return date.length < 10 ? `${date}${'-01'.repeat(date.length === 4 ? 2 : 1)}` : date;
}

/** A period: two dates with `/`, `to` or a dash with spaces between them. A date alone is both ends. */
export function parsePeriod(value: unknown): { readonly start?: RemoteDate; readonly end?: RemoteDate } {
  if (typeof value !== 'string') return {};
  const [from = '', to] = value.split(/\/(?=\D|\d{4}(?!\/))|\s+(?:to|–|-)\s+/i, 3);
  const start = parseRemoteDate(from);
  const end = to === undefined ? start : parseRemoteDate(to);
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

/** Seconds since 1970 have nine or ten digits, milliseconds more; four digits are a year. */
function parseNumber(value: number): RemoteDate | undefined {
  if (Number.isInteger(value) && value >= 1000 && value <= 9999) return String(value);
  if (value < 1e8) return undefined;
  return format(DateTime.fromMillis(value < 1e11 ? value * 1000 : value, zone), false);
}

/** A day with the year at its end: the day is first after points and wherever the second number is no month. */
function parseShort({ first = '', mark, second = '', year = '' }: Readonly<Record<string, string | undefined>>) {
  const isDayFirst = mark === '.' || Number(first) > 12;
  if (!isDayFirst && Number(second) <= 12 && first !== second) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const date = DateTime.fromObject({ year: Number(year), month: Number(month), day: Number(day) }, zone);
  return format(date, true);
}

function format(date: DateTime, isDay: boolean): RemoteDate | undefined {
  if (!date.isValid || date.year < 1 || date.year > 9999) return undefined;
  return (isDay ? date.toISODate() : date.toUTC().toISO({ suppressMilliseconds: true })) ?? undefined;
}
