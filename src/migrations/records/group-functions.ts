import { Migration } from '@mikro-orm/migrations';

/** SQL functions of compiled ODSQL for groups, aggregates, facets and random orders. The column engine has its own of the same names. */
export class GroupFunctions extends Migration {
  override up(): void {
    this.addSum();
    this.addGroups();
  }

  private addSum(): void {
    // A sum of doubles that is null where a double cannot hold it. PostgreSQL fails there.
    this
      .addSql(`create or replace function odsql.add_summand(total double precision, number double precision) returns double precision
      language sql immutable parallel safe as $$
      select case when number is null then total when total is null then number else coalesce(odsql.add(total, number), 'Infinity') end $$`);
    this.addSql(`create or replace function odsql.finite(number double precision) returns double precision
      language sql immutable parallel safe as $$ select case when abs(number) < 'Infinity' then number + 0 end $$`);
    this.addSql(`create or replace aggregate odsql.sum(double precision)
      (sfunc = odsql.add_summand, stype = double precision, finalfunc = odsql.finite, parallel = safe)`);
  }

  private addGroups(): void {
    this.addSql(`create or replace function odsql.bin(width interval, clock timestamp) returns timestamp
      language sql immutable parallel safe as $$ select date_bin(width, clock, timestamp '1970-01-01') $$`);
    this.addSql(`create or replace function odsql.random(place text, seed bigint) returns bigint
      language sql immutable parallel safe as $$ select hashtextextended(place collate "C", seed) $$`);
    // The values of a list, each once, or null alone.
    this
      .addSql(`create or replace function odsql.distinct_values(list text[]) returns text[] language sql immutable parallel safe as $$
      select case when cardinality(list) > 0 then array(select distinct value from unnest(list) value) else array[null]::text[] end $$`);
    // A local time as an end of a range, to the millisecond.
    this
      .addSql(`create or replace function odsql.range_end(clock timestamp, zone text) returns text language sql immutable parallel safe as $$
      select case when zone = 'UTC' then to_char(clock, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        else odsql.zoned(clock at time zone zone, zone, 'MS') end $$`);
  }
}
