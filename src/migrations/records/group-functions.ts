import { SchemaMigration } from '#platform/database/schemas.ts';

/** SQL functions of compiled ODSQL for groups, aggregates, facets and random orders. The column engine has its own of the same names. */
export class GroupFunctions extends SchemaMigration {
  override up(): void {
    this.addSum();
    this.addGroups();
  }

  private addSum(): void {
    // A sum of doubles that is null where a double cannot hold it. PostgreSQL fails there.
    this
      .addSql(`create or replace function ${this.odsql}add_summand(total double precision, number double precision) returns double precision
      language sql immutable parallel safe as $$
      select case when number is null then total when total is null then number else coalesce(${this.odsql}add(total, number), 'Infinity') end $$`);
    this.addSql(`create or replace function ${this.odsql}finite(number double precision) returns double precision
      language sql immutable parallel safe as $$ select case when abs(number) < 'Infinity' then number + 0 end $$`);
    this.addSql(`create or replace aggregate ${this.odsql}sum(double precision)
      (sfunc = ${this.odsql}add_summand, stype = double precision, finalfunc = ${this.odsql}finite, parallel = safe)`);
  }

  private addGroups(): void {
    this.addSql(`create or replace function ${this.odsql}bin(width interval, clock timestamp) returns timestamp
      language sql immutable parallel safe as $$ select date_bin(width, clock, timestamp '1970-01-01') $$`);
    this.addSql(`create or replace function ${this.odsql}random(place text, seed bigint) returns bigint
      language sql immutable parallel safe as $$ select hashtextextended(place collate "C", seed) $$`);
    // The values of a list, each once, or null alone.
    this
      .addSql(`create or replace function ${this.odsql}distinct_values(list text[]) returns text[] language sql immutable parallel safe as $$
      select case when cardinality(list) > 0 then array(select distinct value from unnest(list) value) else array[null]::text[] end $$`);
    // A local time as an end of a range, to the millisecond.
    this
      .addSql(`create or replace function ${this.odsql}range_end(clock timestamp, zone text) returns text language sql immutable parallel safe as $$
      select case when zone = 'UTC' then to_char(clock, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        else ${this.odsql}zoned(clock at time zone zone, zone, 'MS') end $$`);
  }
}
