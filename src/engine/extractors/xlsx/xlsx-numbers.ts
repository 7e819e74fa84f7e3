/** How a number format shows a number. */
export type NumberKind = 'number' | 'date' | 'time' | 'datetime';

/** Built-in formats, which have an id but no code in the file (ECMA-376 part 1, 18.8.30). */
const builtInKinds = new Map<number, NumberKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, 'time'] as const),
  [22, 'datetime'],
]);

/** The kind of a number format: by its code, or by its id when the file has no code for it. */
export function parseNumberFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInKinds.get(id) ?? 'number';
  const [positive = ''] = code.replace(/"[^"]*"|\\.|[_*]./g, '').split(';');
  // Brackets hold colours, conditions and currencies, which are removed, and hours that count beyond a day, which are kept.
  const letters = positive
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}

const millisecondsPerDay = 86_400_000;
/** The number of days from 1899-12-30, day 0 of workbooks, to 1970-01-01. */
const daysBefore1970 = 25_569;
/** The number of days between the two calendars of workbooks. */
const between1900And1904 = 1_462;
/** The number of the last day of workbooks, 9999-12-31. */
const lastDay = 2_958_465;

/** Formats a number as its cell shows it: dates and times as ISO texts in UTC. A number outside the calendar stays a number. */
export function formatNumber(kind: NumberKind, value: number, is1904: boolean): number | string {
  if (kind === 'number') return value;
  const days = is1904 && kind !== 'time' ? value + between1900And1904 : value;
  if (days < 0 || days > lastDay + 1) return value;
  if (kind === 'time') return formatTime(days);
  // Serial numbers below 60 are a day behind: the calendar of workbooks has a 29 February 1900.
  const instant = new Date(
    Math.round(((days - daysBefore1970 + (days < 60 ? 1 : 0)) * millisecondsPerDay) / 1000) * 1000,
  ).toISOString();
  return kind === 'date' ? instant.slice(0, 10) : instant.replace('.000Z', 'Z');
}

function formatTime(days: number): string {
  const seconds = Math.round(days * 86_400);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
