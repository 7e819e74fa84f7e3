import { SchemaMigration } from '#platform/database/schemas.ts';

/** SQL functions of compiled ODSQL for numbers, points and JSON. They return null for null, and fail on no value. */
export class QueryValues extends SchemaMigration {
  override up(): void {
    this.addArithmetic();
    this.addDistance();
    this.addJson();
  }

  private addArithmetic(): void {
    // PostgreSQL fails on a result outside the range of doubles. These functions return null for a large result, and 0 for a small one.
    // The product or quotient of null and 0 is null.
    this
      .addSql(`create or replace function ${this.odsql}multiply(a double precision, b double precision) returns double precision language sql immutable parallel safe as $$
      select case when a is null or b is null then null when a = 0 or b = 0 then 0
        when abs(a) > 1 and abs(b) > 1 then case when abs(a) <= 1.7976931348623157e308 / abs(b) then a * b end
        when abs(a) < 1 and abs(b) < 1 and abs(a) < 5e-324 / abs(b) then 0 else a * b end $$`);
    this
      .addSql(`create or replace function ${this.odsql}divide(a double precision, b double precision) returns double precision language sql immutable parallel safe as $$
      select case when a is null or b is null or b = 0 then null when a = 0 then 0
        when abs(b) < 1 and abs(a) > 1 then case when abs(a) <= 1.7976931348623157e308 * abs(b) then a / b end
        when abs(b) > 1 and abs(a) < 1 and abs(a) < 5e-324 * abs(b) then 0 else a / b end $$`);
  }

  private addDistance(): void {
    // The distance in metres, on a sphere with the mean radius of the earth. `least` ignores null, so null is tested first.
    this
      .addSql(`create or replace function ${this.odsql}distance(place point, lon double precision, lat double precision) returns double precision
      language sql immutable parallel safe as $$
      select case when place is not null then
        2 * 6371008.7714 * asin(sqrt(least(1, sind((place[1] - lat) / 2) ^ 2 + cosd(lat) * cosd(place[1]) * sind((place[0] - lon) / 2) ^ 2))) end $$`);
  }

  private addJson(): void {
    // PostgreSQL fails on JSON that is nested too deeply for its stack, and a row adds a few levels around the value. An exception handler
    // costs a subtransaction, so only texts with many brackets use one.
    this
      .addSql(`create or replace function ${this.odsql}is_json(value text) returns boolean language plpgsql stable strict parallel unsafe as $$
      begin
        if length(value) - length(translate(value, '[{', '')) <= 1000 then return pg_input_is_valid(value, 'json'); end if;
        begin
          return pg_input_is_valid(value, 'json') and pg_input_is_valid(repeat('[', 20) || value || repeat(']', 20), 'json');
        exception when statement_too_complex then
          return false;
        end;
      end $$`);
  }
}
