import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { calendarNames } from '../calendar-names.ts';
import type { DateFormat, DateToken } from '../date-format.ts';
import type { Language } from '../scope.ts';
import { concatSql } from './concat-sql.ts';

/** The `to_char` patterns of the numeric formats. */
const patterns = {
  yy: 'YY',
  yyyy: 'YYYY',
  xx: 'IY',
  xxxx: 'IYYY',
  w: 'FMIW',
  ww: 'IW',
  e: 'ID',
  D: 'FMDDD',
  DDD: 'DDD',
  M: 'FMMM',
  MM: 'MM',
  d: 'FMDD',
  dd: 'DD',
  H: 'FMHH24',
  HH: 'HH24',
  m: 'FMMI',
  mm: 'MI',
  s: 'FMSS',
  ss: 'SS',
} as const satisfies Partial<Record<DateFormat, string>>;

const isNumber = (format: DateFormat): format is keyof typeof patterns => format in patterns;

/** Formats a local time by the tokens of a `date_format` pattern; null stays null. */
export function dateFormatSql(time: Sql, tokens: readonly DateToken[], language: Language): Sql {
  const names = calendarNames[language];
  const nameSql = (format: 'E' | 'EEEE' | 'MMM' | 'MMMM'): Sql => {
    const namesOfFormat = { E: names.shortDays, EEEE: names.days, MMM: names.shortMonths, MMMM: names.months }[format];
    const part = sqlText(format.startsWith('E') ? 'isodow' : 'month');
    return sql`(${namesOfFormat}::text[])[extract(${part} from ${time})::int]`;
  };
  const tokenSql = (token: DateToken): Sql => {
    if ('text' in token) return sql`${token.text}::text`;
    const { format } = token;
    return isNumber(format) ? sql`to_char(${time}, ${patterns[format]})` : nameSql(format);
  };
  return sql`case when ${time} is not null then ${concatSql(tokens.map(tokenSql))} end`;
}
