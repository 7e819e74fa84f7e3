import fc from 'fast-check';
import { double, place, word } from './any-record.ts';

const quoted = (value: string): string => JSON.stringify(value);

/** A number as queries write it. */
export const number = double
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
  .map((value) => (value < 0 ? `-${String(-value)}` : String(value)));

const pattern = fc
  .array(
    fc.constantFrom(
      ...['yy', 'YYYY', 'xx', 'xxxx', 'w', 'ww', 'e', 'E', 'EEEE', 'D', 'DDD', 'M', 'MM', 'MMM', 'MMMM', 'd', 'dd'],
      ...['H', 'HH', 'm', 'mm', 's', 'ss', "'o''clock'"],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((letters) => letters.join('-'));

/** Expressions of each type over the columns of `any-record.ts`. */
export const anyExpression = fc.letrec<{ number: string; text: string; time: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('n', 'x', 'null'),
    number,
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/'), tie('number'))
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    tie('number').map((a) => `-(${a})`),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `ifnull(${a}, ${b})`),
    tie('text').map((a) => `length(${a})`),
    fc
      .tuple(fc.constantFrom('year', 'month', 'day', 'hour', 'minute', 'second'), tie('time'))
      .map(([part, a]) => `${part}(${a})`),
  ),
  text: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.constant('name'),
    word.map(quoted),
    tie('text').map((a) => `lower(${a})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `ifnull(${a}, ${b})`),
    fc.tuple(tie('time'), pattern).map(([a, letters]) => `date_format(${a}, ${quoted(letters)})`),
  ),
  time: fc.oneof(
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('d', 't', "date'2024-03-31T01:30'", "date'1987'"),
    fc.constantFrom('now()', 'now(month=2, day=31)', 'now(mondays=-1, hour=2)', 'now(microseconds=-1500)'),
    fc
      .tuple(fc.constantFrom('d', 't'), fc.constantFrom("date'2024-02-29'", "date'2023'", 'null'))
      .map(([a, b]) => `ifnull(${a}, ${b})`),
  ),
}));

/** Expressions that only `select` takes: JSON in texts. */
export const anyJson = fc
  .tuple(
    anyExpression.text,
    fc.constantFrom(`'{"a": [1, "b"]}'`, `'[1e2, null, true]'`, `'"x'`, `'12'`, `''`),
    fc.constantFrom('', ', null', ", 'none'"),
  )
  .map(([a, json, fallback]) => `json_format(ifnull(${a}, ${json})${fallback})`);

/** A distance, which SQL and JavaScript round differently. */
export const anyDistance = place.map((point) => `distance(p, geom'POINT(${point.join(' ')})')`);
