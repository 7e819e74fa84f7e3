import type { Zone } from 'luxon';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const abbreviated = (names: readonly string[]): string => names.map((name) => name.slice(0, 3)).join('|');

/** The pattern of each directive of strptime; names are English. */
const patterns: Readonly<Record<string, string>> = {
  Y: '\\d{4}',
  y: '\\d{2}',
  m: '1[0-2]|0?[1-9]',
  d: '3[01]|[12]\\d|0?[1-9]',
  e: '3[01]|[12]\\d| ?[1-9]|0[1-9]',
  j: '36[0-6]|3[0-5]\\d|[12]\\d\\d|0?[1-9]\\d|0{0,2}[1-9]',
  H: '2[0-3]|[01]\\d|\\d',
  I: '1[0-2]|0?[1-9]',
  M: '[0-5]\\d|\\d',
  S: '[0-5]\\d|\\d',
  f: '\\d{1,9}',
  p: 'am|pm',
  w: '[0-6]',
  B: months.join('|'),
  b: abbreviated(months),
  h: abbreviated(months),
  A: weekdays.join('|'),
  a: abbreviated(weekdays),
  z: 'z|[+-]\\d{2}:?\\d{2}',
  Z: 'utc|gmt|z',
  s: '-?\\d{1,11}',
};

/** Directives that stand for several others. */
const shorthands: Readonly<Record<string, string>> = { T: '%H:%M:%S', R: '%H:%M', D: '%m/%d/%y', F: '%Y-%m-%d' };

/** Parses a text to an ISO date, an instant in UTC, or a local date-time without a zone. */
type DateParser = (text: string) => string | undefined;

/**
 * Compiles a format of strptime to a parser. It returns an ISO date when the format has no time of day, else an ISO date-time, in UTC
 * when the format has a zone; undefined for texts that do not match and days that do not exist. For an invalid format the result is
 * an error message.
 */
export function compileDateFormat(format: string): DateParser | { readonly error: string } {
  const expanded = format.trim().replace(/%([TRDF])/g, (_match, letter: string) => shorthands[letter] ?? '');
  /** The directives in the order of their groups. */
  const seen = new Set<string>();
  let pattern = '';
  for (const [part] of expanded.matchAll(/%[\s\S]|\s+|[^%\s]+|%/g)) {
    const letter = part[1] ?? '';
    if (/^\s/.test(part)) pattern += '\\s+';
    else if (!part.startsWith('%')) pattern += part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    else if (letter === '%') pattern += '%';
    else if (patterns[letter] === undefined) return { error: `The directive ${part} is not known.` };
    else if (seen.has(letter)) return { error: `The directive ${part} is used twice.` };
    else {
      seen.add(letter);
      pattern += `(${patterns[letter]})`;
    }
  }
  if (!['Y', 'y', 's'].some((letter) => seen.has(letter)))
    return { error: 'Give a format with a year, such as %d/%m/%Y.' };
  const expression = new RegExp(`^${pattern}$`, 'i');
  const groups: Groups = Object.fromEntries([...seen].map((letter, index) => [letter, index + 1]));
  const hasTime = ['H', 'I', 's'].some((letter) => seen.has(letter));
  const isInstant = ['z', 'Z', 's'].some((letter) => seen.has(letter));
  const parseFixedWidth = compileFixedWidth(expanded);
  return (text) => {
    const date = parseFixedWidth?.(text);
    if (date !== undefined) return date;
    const match = expression.exec(text.trim());
    const iso = match ? toIso(new Parts(match, groups), hasTime) : undefined;
    return hasTime && !isInstant ? iso?.slice(0, -1) : iso;
  };
}

/** The number of the group of each directive. Numbered groups are faster than named ones, which make an object for each match. */
type Groups = Readonly<Record<string, number | undefined>>;

/** The matched texts by the letter of their directive. */
class Parts {
  readonly #match: RegExpExecArray;
  readonly #groups: Groups;

  constructor(match: RegExpExecArray, groups: Groups) {
    this.#match = match;
    this.#groups = groups;
  }

  /** The text of a directive; undefined where the format lacks it. */
  of(letter: string): string | undefined {
    const group = this.#groups[letter];
    return group === undefined ? undefined : this.#match[group];
  }
}

function toIso(parts: Parts, hasTime: boolean): string | undefined {
  if (parts.of('s') !== undefined) return isoText(new Date(Number(parts.of('s')) * 1000), true);
  const year = parts.of('Y') === undefined ? fullYearOf(Number(parts.of('y'))) : Number(parts.of('Y'));
  const day = Number(parts.of('j') ?? parts.of('d') ?? parts.of('e') ?? 1);
  const month = parts.of('j') === undefined ? monthOf(parts) : 0;
  // The date is written from its parts where no calendar is needed: a zone cannot move a date without a time of day, and without a
  // zone and a fraction the time stays as it is.
  if (parts.of('j') === undefined && (!hasTime || (parts.of('z') === undefined && parts.of('f') === undefined)))
    return isoFromFields(parts, { year, month, day }, hasTime);
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  if (parts.of('j') === undefined ? date.getUTCMonth() !== month : date.getUTCFullYear() !== year) return undefined;
  if (hasTime)
    date.setUTCHours(
      hourOf(parts),
      Number(parts.of('M') ?? 0) - offsetOf(parts.of('z')),
      Number(parts.of('S') ?? 0),
      fractionToMilliseconds(parts.of('f')),
    );
  return isoText(date, hasTime);
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** The day and time of the parts; undefined for a day that does not exist. Months count from 0. */
function isoFromFields(
  parts: Parts,
  { year, month, day }: { year: number; month: number; day: number },
  hasTime: boolean,
): string | undefined {
  if (year < 1 || !isDay(year, month + 1, day)) return undefined;
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month + 1)}-${twoDigits(day)}`;
  return hasTime
    ? `${date}T${twoDigits(hourOf(parts))}:${twoDigits(Number(parts.of('M') ?? 0))}:${twoDigits(Number(parts.of('S') ?? 0))}Z`
    : date;
}

/** The year of two digits: as in POSIX, 69 to 99 are in the twentieth century. */
const fullYearOf = (year: number): number => (year < 69 ? 2000 + year : 1900 + year);

/** The month, from 0. */
function monthOf(parts: Parts): number {
  const name = (parts.of('B') ?? parts.of('b') ?? parts.of('h'))?.toLowerCase();
  return name === undefined ? Number(parts.of('m') ?? 1) - 1 : months.findIndex((month) => month.startsWith(name));
}

function hourOf(parts: Parts): number {
  const hour = parts.of('H');
  if (hour !== undefined) return Number(hour);
  return (Number(parts.of('I') ?? 0) % 12) + (parts.of('p')?.toLowerCase() === 'pm' ? 12 : 0);
}

/** The offset of a zone, in minutes ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const fractionToMilliseconds = (fraction: string | undefined): number =>
  fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}0`) * 1000 + 1e-6);

function isoText(date: Date, hasTime: boolean): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return hasTime ? text.replace('.000Z', 'Z') : text.slice(0, 10);
}

/** The number of digits of each directive that has as many in nearly all dates. */
const widths: Readonly<Record<string, number>> = { Y: 4, m: 2, d: 2, H: 2, M: 2, S: 2 };

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/**
 * Compiles a format with numbers only, such as `%d/%m/%Y %H:%M`, to a parser of texts in which each number has all its digits: nearly
 * all dates, several times faster than by a regular expression. The parser returns undefined for any other text, which may still match
 * the format. The result is undefined for other formats.
 */
function compileFixedWidth(format: string): ((text: string) => string | undefined) | undefined {
  const starts = new Map<string, number>();
  let template = '';
  for (const [part] of format.matchAll(/%[\s\S]|\s+|[^%\s]/g)) {
    const width = widths[part[1] ?? ''];
    if (!part.startsWith('%')) template += part.trim() === '' ? ' ' : part;
    else if (width === undefined) return undefined;
    else {
      starts.set(part[1] ?? '', template.length);
      template += '\0'.repeat(width);
    }
  }
  if (!['Y', 'm', 'd'].every((letter) => starts.has(letter))) return undefined;
  const part = (text: string, letter: string): string => {
    const start = starts.get(letter);
    return start === undefined ? '00' : text.slice(start, start + (widths[letter] ?? 0));
  };
  const hasTime = starts.has('H');
  return (text) => {
    if (text.length !== template.length) return undefined;
    for (let index = 0; index < template.length; index++) {
      const expected = template.charCodeAt(index);
      const unit = text.charCodeAt(index);
      if (expected === 0 ? !isDigit(unit) : unit !== expected) return undefined;
    }
    const [year, month, day] = [part(text, 'Y'), part(text, 'm'), part(text, 'd')];
    const [hour, minute, second] = [part(text, 'H'), part(text, 'M'), part(text, 'S')];
    if (year === '0000' || !isDay(Number(year), Number(month), Number(day))) return undefined;
    if (hour > '23' || minute > '59' || second > '59') return undefined;
    return hasTime ? `${year}-${month}-${day}T${hour}:${minute}:${second}` : `${year}-${month}-${day}`;
  };
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** The maximum number of days whose offsets are cached: most records cover few days, and computing an offset is slow. */
const maxDays = 10_000;

/**
 * Creates a function that converts the local time of a zone, in milliseconds as if it were UTC, to the instant. A local time that
 * occurs twice becomes the first of the two instants. A local time that is skipped moves forward by the length of the gap.
 */
export function createLocalTimeConverter(zone: Zone): (localTime: number) => number {
  const offsets = new Map<number, number>();
  const offsetAt = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    if (offsets.size >= maxDays) offsets.clear();
    const offset = zone.offset(start) * minute;
    offsets.set(start, offset);
    return offset;
  };
  const isValidOffset = (localTime: number, offset: number): boolean =>
    zone.offset(localTime - offset) * minute === offset;
  return (localTime) => {
    // Offsets are less than a day. A change of the offset on this local day therefore lies between these two instants.
    const start = Math.floor(localTime / day) * day;
    const before = offsetAt(start - day);
    const after = offsetAt(start + 2 * day);
    // The offset before a change is used while it is valid, and for a skipped time, where neither offset is valid.
    const isBeforeUsed = before === after || isValidOffset(localTime, before) || !isValidOffset(localTime, after);
    return localTime - (isBeforeUsed ? before : after);
  };
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether a day exists; months count from 1. JavaScript's Date would accept 30 February as a day of March. */
export const isDay = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= (month === 2 && isLeap(year) ? 29 : (daysOfMonths[month - 1] ?? 0));
