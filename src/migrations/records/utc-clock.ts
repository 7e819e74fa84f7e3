import { Migration } from '@mikro-orm/migrations';

/** The local time of an instant in UTC: in the column engine, clocks of other zones take longer to prepare. */
export class UtcClock extends Migration {
  override up(): void {
    this
      .addSql(`create or replace function odsql.utc_clock(instant timestamptz) returns timestamp language sql immutable parallel safe as $$
      select instant at time zone 'UTC' $$`);
  }
}
