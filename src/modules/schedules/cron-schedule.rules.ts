import { failFields, requiredMessage } from '#kernel/fail.ts';

const maxLength = 1_000;

/** Returns a cron schedule of five fields unchanged; fails INVALID_INPUT with the wrong field and the reason. */
export function parseCronSchedule(text: string): string {
  const problem = cronProblem(text);
  return problem === undefined ? text : failFields({ cronSchedule: [problem] });
}

/** What is wrong with a cron schedule; undefined when it is valid. */
export function cronProblem(text: string): string | undefined {
  if (text.trim() === '') return requiredMessage;
  if (text.length > maxLength) return `Give at most ${maxLength} characters.`;
  const parts = text.trim().split(/\s+/);
  if (parts.length !== cronFields.length)
    return `Give five fields: ${cronFields.map(({ name }) => name).join(', ')}. There are ${parts.length}.`;
  for (const [index, field] of cronFields.entries()) {
    const parsed = parseField(field, parts[index] ?? '');
    if ('problem' in parsed) return `Field ${index + 1}, ${field.name}: ${parsed.problem}`;
  }
  return hasRun(text) ? undefined : 'Field 3, day of the month: none of the months in field 4 has such a day.';
}

/** Whether a well-formed schedule ever runs. A schedule for 31 February never runs. */
function hasRun(text: string): boolean {
  try {
    return nextRun(text, new Date(0)).getTime() > 0;
  } catch {
    return false;
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The maximum time between two runs, with a margin: the next 29 February may be eight years away. */
const maxWaitMs = 9 * 366 * dayMs;

/** The first run of a well-formed schedule after an instant, in UTC (docs/contract/rest.md 4); throws when there is none. */
export function nextRun(cronSchedule: string, after: Date): Date {
  const { times, isScheduledDay } = parseTimes(cronSchedule);
  const first = (Math.floor(after.getTime() / minuteMs) + 1) * minuteMs;
  for (let midnight = Math.floor(first / dayMs) * dayMs; midnight < first + maxWaitMs; midnight += dayMs) {
    const time = isScheduledDay(new Date(midnight))
      ? times.find((timeOfDay) => midnight + timeOfDay >= first)
      : undefined;
    if (time !== undefined) return new Date(midnight + time);
  }
  throw new RangeError('This schedule has no run.');
}

/** The times of day of a schedule in milliseconds, in order, and a function that returns whether the schedule runs on a day. */
function parseTimes(cronSchedule: string) {
  const texts = cronSchedule.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = cronFields.map((field, index) =>
    numbersOf(field, texts[index] ?? ''),
  );
  // when both day fields are restricted, cron runs on a day that matches either of them
  const matchesEitherField = texts[2] !== '*' && texts[4] !== '*';
  return {
    times: [...(hours ?? [])]
      .flatMap((hourOfDay) => [...(minutes ?? [])].map((minuteOfHour) => hourOfDay * hourMs + minuteOfHour * minuteMs))
      .toSorted((a, b) => a - b),
    isScheduledDay: (date: Date): boolean => {
      if (!months?.has(date.getUTCMonth() + 1)) return false;
      const isDate = dates?.has(date.getUTCDate()) === true;
      const isWeekday = weekdays?.has(date.getUTCDay()) === true;
      return matchesEitherField ? isDate || isWeekday : isDate && isWeekday;
    },
  };
}

/** The numbers of a field. In the day of the week, 7 also stands for Sunday and becomes 0. */
function numbersOf(field: CronField, text: string): ReadonlySet<number> {
  const parsed = parseField(field, text);
  return new Set('problem' in parsed ? [] : parsed.numbers.map((number) => (field.last === 7 ? number % 7 : number)));
}

/** One of the five fields of a cron schedule. */
interface CronField {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  /** The names of the numbers, beginning with `first`. */
  readonly names?: readonly string[];
}

/** The five fields, in order. */
const cronFields: readonly CronField[] = [
  { name: 'minute', first: 0, last: 59 },
  { name: 'hour', first: 0, last: 23 },
  { name: 'day of the month', first: 1, last: 31 },
  {
    name: 'month',
    first: 1,
    last: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of the week', first: 0, last: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

/** The numbers that a field stands for, or what is wrong with the field. */
type ParsedField = { readonly numbers: readonly number[] } | { readonly problem: string };

/** Parses a field: a list of numbers, names, ranges and `*`, each with an optional step. */
function parseField(field: CronField, text: string): ParsedField {
  const numbers: number[] = [];
  for (const item of text.split(',')) {
    const parsed = parseItem(field, item);
    if ('problem' in parsed) return parsed;
    numbers.push(...parsed.numbers);
  }
  return { numbers };
}

/** Parses one item of the list: a number, a name, a range or `*`, with an optional step. */
function parseItem(field: CronField, item: string): ParsedField {
  const [, range, step = '1'] = /^([^/]+)(?:\/([^/]*))?$/.exec(item) ?? [];
  if (range === undefined) return { problem: `${JSON.stringify(item)} is not a number, a range or *.` };
  if (!/^\d{1,3}$/.test(step) || Number(step) === 0)
    return { problem: `the step ${JSON.stringify(step)} is not a number greater than 0.` };
  const ends = range === '*' ? [field.first, field.last] : range.split('-').map((value) => parseNumber(field, value));
  const problem = ends.find((end) => typeof end === 'string');
  if (problem !== undefined) return { problem };
  const bounds = ends.filter((end) => typeof end === 'number');
  if (bounds.length > 2) return { problem: `${JSON.stringify(range)} is not a range.` };
  const [from = 0] = bounds;
  // a single number with a step begins a range that ends with the last number of the field
  const to = bounds[1] ?? (item.includes('/') ? field.last : from);
  if (from > to) return { problem: `the range ${range} ends before it begins.` };
  return {
    numbers: Array.from(
      { length: Math.floor((to - from) / Number(step)) + 1 },
      (_value, index) => from + index * Number(step),
    ),
  };
}

/** Parses a number or a name; returns a message that says what is wrong with an invalid text. */
function parseNumber({ first, last, names = [] }: CronField, text: string): number | string {
  const index = names.indexOf(text.toLowerCase());
  if (index >= 0) return first + index;
  if (!/^\d{1,4}$/.test(text))
    return `${JSON.stringify(text)} is not a number${names.length > 0 ? `, nor one of ${names.join(', ')}` : ''}.`;
  const number = Number(text);
  return number < first || number > last ? `${text} is not between ${first} and ${last}.` : number;
}
