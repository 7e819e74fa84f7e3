/** One of the five fields of a cron schedule. */
export interface CronField {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  /** The names of the numbers, beginning with `first`. */
  readonly names?: readonly string[];
}

/** The five fields, in order. */
export const cronFields: readonly CronField[] = [
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
export type ParsedField = { readonly numbers: readonly number[] } | { readonly problem: string };

/** Parses a field: a list of numbers, names, ranges and `*`, each with an optional step. */
export function parseField(field: CronField, text: string): ParsedField {
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
