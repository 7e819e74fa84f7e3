import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { TimezoneName } from '../scope.ts';

/** The types of values that have an order. */
export type SqlType = 'bigint' | 'double precision' | 'text' | 'date' | 'timestamptz';

const maxBigint = 2 ** 63;

/** Whether a bigint represents a number exactly. Int fields are compared with bigints. */
export const isBigint = (value: number): boolean => Number.isInteger(value) && value >= -maxBigint && value < maxBigint;

/** A number: a bigint when a bigint represents it exactly, otherwise a double. */
export const numberSql = (value: number): Sql =>
  isBigint(value) ? sql`${BigInt(value).toString()}::bigint` : doubleSql(value);

/** A number as a double. */
export const doubleSql = (value: number): Sql => sql`${value}::double precision`;

/** A day, `2026-01-31`, or an infinity. */
export const dateSql = (day: string): Sql => sql`${day}::date`;

/** An instant, `2026-01-31T08:00:00.000Z`, or an infinity. */
export function datetimeSql(instant: string): Sql {
  // ISO 8601 writes the years before 0 and after 9999 with a sign and six digits, which no engine reads, and PostgreSQL has no year 0.
  return /^[+-]\d|^0000/.test(instant)
    ? sql`odsql.instant(${microseconds(instant)}::bigint)`
    : sql`${instant}::timestamptz`;
}

/** The microseconds from 1970 to an instant. */
function microseconds(instant: string): string {
  const [, beyondMilliseconds = ''] = /\.\d{3}(\d{3})Z$/.exec(instant) ?? [];
  return String(BigInt(Date.parse(instant)) * 1_000n + BigInt(beyondMilliseconds));
}

/** A time zone, whose name the bound query has checked. As a part of the statement it lets an engine leave out what another zone would need. */
export const timezoneSql = (timezone: TimezoneName): Sql => sqlText(`'${timezone.replaceAll("'", "''")}'`);

/** The text of an instant in a time zone, with its offset. The offset of UTC needs no calendar, to prepare which costs as much as a small page. */
export const zonedSql = (instant: Sql, timezone: TimezoneName): Sql =>
  timezone === 'UTC'
    ? sql`(trim(replace(to_json(odsql.utc_clock(${instant}))::text, ' ', 'T'), '"') || '+00:00')`
    : sql`odsql.zoned(${instant}, ${timezoneSql(timezone)})`;
