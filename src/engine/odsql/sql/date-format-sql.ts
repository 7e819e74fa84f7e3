import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { calendarNames } from '../calendar-names.ts';
import type { DateFormat, DateToken } from '../date-format.ts';
import type { Language } from '../scope.ts';
import { concatSql } from './concat-sql.ts';

/** The part of a date that a numeric format writes. */
const parts = {
  yy: 'year',
  yyyy: 'year',
  xx: 'isoyear',
  xxxx: 'isoyear',
  w: 'week',
  ww: 'week',
  e: 'isodow',
  D: 'doy',
  DDD: 'doy',
  M: 'month',
  MM: 'month',
  d: 'day',
  dd: 'day',
  H: 'hour',
  HH: 'hour',
  m: 'minute',
  mm: 'minute',
  s: 'second',
  ss: 'second',
} as const satisfies Partial<Record<DateFormat, string>>;

const isNumber = (format: DateFormat): format is keyof typeof parts => format in parts;

/** Formats a local time by the tokens of a `date_format` pattern; null stays null. */
export function dateFormatSql(time: Sql, tokens: readonly DateToken[], language: Language): Sql {
  const names = calendarNames[language];
  const nameSql = (format: 'E' | 'EEEE' | 'MMM' | 'MMMM'): Sql => {
    const namesOfFormat = { E: names.shortDays, EEEE: names.days, MMM: names.shortMonths, MMMM: names.months }[format];
    const texts = namesOfFormat.map((name) => sql`${name}::text`);
    return sql`(array[${sqlJoin(texts, ', ')}])[${datePartSql(format.startsWith('E') ? 'isodow' : 'month', time)}]`;
  };
  const tokenSql = (token: DateToken): Sql => {
    if ('text' in token) return sql`${token.text}::text`;
    const { format } = token;
    if (!isNumber(format)) return nameSql(format);
    const number = datePartSql(parts[format], time);
    return format === 'yy' || format === 'xx'
      ? sql`right(odsql.digits(${number}, 4), 2)`
      : sql`odsql.digits(${number}, ${sqlText(String(format.length))})`;
  };
  const joined = (some: readonly DateToken[]): Sql => concatSql([sqlText(`''`), ...some.map(tokenSql)]);
  const first = tokens.findIndex((token) => 'format' in token);
  const part = tokens[first];
  // Where the time is null, so is its first part, and so the whole. A test for null would convert the time once more.
  return part
    ? sql`(${joined(tokens.slice(0, first))} || ${tokenSql(part)} || ${joined(tokens.slice(first + 1))})`
    : sql`case when ${time} is not null then ${joined(tokens)} end`;
}

/** A part of a date or a local time, as a whole number. `date_part` may return a double; `extract` may return a numeric, which is slower. */
export const datePartSql = (part: string, time: Sql): Sql =>
  sql`floor(date_part(${sqlText(`'${part}'`)}, ${time}))::int`;
