/** How a number format shows a number. */
export type NumberKind = 'number' | 'date' | 'time' | 'datetime';

/** How the cells of a style show a number. */
export interface NumberFormat {
  readonly kind: NumberKind;
  /** The digits and the signs between them, where the format fixes the number of digits, as for postal codes: `00000`, `000-0000`. */
  readonly digits?: string;
}

/** Built-in formats, which have an id but no code in the file (ECMA-376 part 1, 18.8.30). */
const builtInKinds = new Map<number, NumberKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, 'time'] as const),
  [22, 'datetime'],
]);

/** A format by its code, or by its id when the file has no code for it. */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: builtInKinds.get(id) ?? 'number' };
  const digits = fixedDigitsOf(code);
  return digits === undefined ? { kind: kindOf(code) } : { kind: 'number', digits };
}

/** The digits of a format that has zeros and signs alone; undefined for any other. */
function fixedDigitsOf(code: string): string | undefined {
  const [positive = ''] = code
    .replace(/\\(.)/g, '$1')
    .replace(/"([^"0#?;]*)"/g, '$1')
    .split(';');
  return /^[ ()/-]*0[0 ()/-]*0[ ()/-]*$/.test(positive) ? positive.trim() : undefined;
}

function kindOf(code: string): NumberKind {
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

/**
 * Formats a number as its cell shows it: dates and times as ISO texts in UTC, to the millisecond; numbers with leading zeros as texts. A
 * number outside the calendar stays a number.
 */
export function formatNumber({ kind, digits }: NumberFormat, value: number, is1904: boolean): number | string {
  if (digits !== undefined) return Number.isSafeInteger(value) && value >= 0 ? fillDigits(digits, value) : value;
  if (kind === 'number') return value;
  const days = is1904 && kind !== 'time' ? value + between1900And1904 : value;
  if (days < 0 || days > lastDay + 1) return value;
  if (kind === 'time') return formatTime(days);
  // Serial numbers below 60 are a day behind: the calendar of workbooks has a 29 February 1900.
  const instant = new Date(
    Math.round((days - daysBefore1970 + (days < 60 ? 1 : 0)) * millisecondsPerDay),
  ).toISOString();
  return kind === 'date' ? instant.slice(0, 10) : instant.replace('.000Z', 'Z');
}

function formatTime(days: number): string {
  const milliseconds = Math.round(days * millisecondsPerDay);
  const seconds = Math.floor(milliseconds / 1000);
  const whole = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = milliseconds % 1000;
  return fraction === 0 ? whole : `${whole}.${String(fraction).padStart(3, '0')}`;
}

/** Puts the digits of a number into the zeros of a format, from the last one. More digits than zeros are written at the first zero. */
function fillDigits(format: string, value: number): string {
  const count = format.replace(/[^0]/g, '').length;
  const digits = String(value).padStart(count, '0');
  let position = digits.length - count;
  let isFirst = true;
  return format.replace(/0/g, () => {
    const start = isFirst ? 0 : position;
    isFirst = false;
    return digits.slice(start, ++position);
  });
}
