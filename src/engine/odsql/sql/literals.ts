import { sql, type Sql } from '../../../kernel/sql.ts';

/** The PostgreSQL types of values that have an order. */
export type SqlType = 'bigint' | 'double precision' | 'text' | 'date' | 'timestamptz';

const maxBigint = 2 ** 63;

/** Whether a bigint represents a number exactly. Int fields and their indexes are compared with bigints. */
export const isBigint = (value: number): boolean => Number.isInteger(value) && value >= -maxBigint && value < maxBigint;

/** A number: a bigint when a bigint represents it exactly, otherwise a double. */
export const numberSql = (value: number): Sql =>
  isBigint(value) ? sql`${BigInt(value).toString()}::bigint` : doubleSql(value);

/** A number as a double. */
export const doubleSql = (value: number): Sql => sql`${value}::double precision`;

/** A day, `2026-01-31`. */
export const dateSql = (day: string): Sql => sql`${yearOfPostgres(day)}::date`;

/** An instant, `2026-01-31T08:00:00.000Z`. */
export const datetimeSql = (instant: string): Sql => sql`${yearOfPostgres(instant)}::timestamptz`;

/**
 * Converts the year of a time from ISO 8601 to PostgreSQL. ISO 8601 writes the years before 1 and after 9999 with a sign
 * and six digits, PostgreSQL with `BC` and without a sign.
 */
function yearOfPostgres(time: string): string {
  const [, sign = '', digits, rest = ''] = /^([+-]?)(\d+)(.*)$/.exec(time) ?? [];
  // `infinity` and `-infinity` have no year.
  if (digits === undefined) return time;
  const year = Number(`${sign}${digits}`);
  const [writtenYear, era] = year > 0 ? [year, ''] : [1 - year, ' BC'];
  return `${String(writtenYear).padStart(4, '0')}${rest}${era}`;
}
