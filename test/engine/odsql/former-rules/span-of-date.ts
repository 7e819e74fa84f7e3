/** A span of time in milliseconds since 1970 in UTC; `end` is the first instant after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** What a year, a month, a day or an instant in ISO 8601 covers, in UTC unless it says otherwise; undefined for other texts. */
export function spanOfDate(text: string): Span | undefined {
  const [found, year, month, day] = pattern.exec(text) ?? [];
  if (found === undefined) return undefined;
  if (found.includes('T')) return instant(found);
  const start = Date.parse(`${String(year)}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  if (Number.isNaN(start)) return undefined;
  const end = new Date(start);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { start, end: end.getTime() };
}

/** The span of an instant: one millisecond, the precision of instants. */
function instant(text: string): Span | undefined {
  const start = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(start) ? undefined : { start, end: start + 1 };
}
