import { SchemaMigration } from '#platform/database/schemas.ts';

/**
 * The SQL functions of compiled conditions and expressions (src/engine/odsql/sql) that stand for what PostgreSQL and the column engine
 * write differently. The column engine has functions of the same names (src/engine/odsql/columns).
 */
export class PortableFunctions extends SchemaMigration {
  override up(): void {
    this.addTimes();
    this.addNumbers();
    this.addLists();
    this.addWords();
  }

  private addTimes(): void {
    // The local time of an instant.
    this
      .addSql(`create or replace function ${this.odsql}clock(instant timestamptz, zone text) returns timestamp language sql immutable parallel safe as $$
      select instant at time zone zone $$`);
    // The instant that is so many microseconds after 1970, exactly: a double does not hold the microseconds of distant years.
    this
      .addSql(`create or replace function ${this.odsql}instant(microseconds bigint) returns timestamptz language sql immutable parallel safe as $$
      select to_timestamp(floor(microseconds / 1000000.0)::double precision)
        + (microseconds - floor(microseconds / 1000000.0) * 1000000)::int * interval '1 microsecond' $$`);
    // The instant at which a day begins in UTC.
    this
      .addSql(`create or replace function ${this.odsql}midnight(day date) returns timestamptz language sql immutable parallel safe as $$
      select day::timestamp at time zone 'UTC' $$`);
    // JSON does not depend on the settings of the connection.
    this
      .addSql(`create or replace function ${this.odsql}date_text(day date) returns text language sql immutable parallel safe as $$
      select to_json(day) #>> '{}' $$`);
  }

  private addNumbers(): void {
    // The functions of arithmetic return no infinite number, so nothing is left to check.
    for (const name of ['finite', 'finite_plain'])
      this
        .addSql(`create or replace function ${this.odsql}${name}(number double precision) returns double precision language sql immutable parallel safe as $$
        select number $$`);
    // A whole number with at least some digits.
    this
      .addSql(`create or replace function ${this.odsql}digits(number int, width int) returns text language sql immutable parallel safe as $$
      select lpad(number::text, greatest(width, length(number::text)), '0') $$`);
    // A double as JavaScript writes it. PostgreSQL has the same digits, but writes exponents from 1e15 on and below 1e-4, where JavaScript
    // writes them from 1e21 on and below 1e-6, pads exponents with zeros, and keeps the sign of zero.
    this
      .addSql(`create or replace function ${this.odsql}number_text(number double precision) returns text language sql immutable parallel safe as $$
      select case when abs(number) >= 1e-4 and abs(number) < 1e15 then number::text when number = 0 then '0'
        when abs(number) >= 1e-6 and abs(number) < 1e21 then number::text::numeric::text else replace(number::text, 'e-0', 'e-') end $$`);
  }

  private addLists(): void {
    // PostgreSQL merges the function into a statement, whose condition an index on the list can answer.
    this
      .addSql(`create or replace function ${this.odsql}has(list text[], value text) returns boolean language sql immutable parallel safe as $$
      select list @> array[value] $$`);
    // Whether a list has a text between two ends, of which null is an open end.
    this
      .addSql(`create or replace function ${this.odsql}has_between(list text[], low text, includes_low boolean, high text, includes_high boolean) returns boolean
      language sql immutable parallel safe as $$
      select exists (select from unnest(list) item
        where (low is null or item collate "C" > low or (includes_low and item = low))
          and (high is null or item collate "C" < high or (includes_high and item = high))) $$`);
    // Whether a list has a text that is \`true\` or \`false\` in any combination of upper and lower case.
    this
      .addSql(`create or replace function ${this.odsql}has_truth(list text[], truth text) returns boolean language sql immutable parallel safe as $$
      select exists (select from unnest(list) item where lower(item) = truth) $$`);
  }

  private addWords(): void {
    // Each character in lower case, regardless of its neighbours.
    this
      .addSql(`create or replace function ${this.odsql}lower(value text) returns text language sql immutable parallel safe as $$
      select lower(value collate "pg_c_utf8") collate "C" $$`);
    // Whether folded words, each with a space before and after it, have one within as many edits as the length of a word allows.
    // A word within n edits contains at least one of n + 1 pieces unchanged. A search for the pieces is faster than counting edits.
    this
      .addSql(`create or replace function ${this.odsql}has_near(words text, word text) returns boolean language plpgsql immutable strict parallel safe cost 1000 as $$
      declare
        edits int := case when length(word) < 3 then 0 when length(word) < 6 then 1 else 2 end;
        size int := ceil(length(word)::numeric / (edits + 1));
        pieces text[] := array(select substr(word, piece * size + 1, size) from generate_series(0, edits) piece
          where piece * size < length(word));
      begin
        if edits = 0 then return strpos(words, ' ' || word || ' ') > 0; end if;
        return exists (select from unnest(pieces) piece where strpos(words, piece) > 0)
          and exists (select from unnest(string_to_array(words, ' ')) near
            where length(near) between length(word) - edits and length(word) + edits
              and exists (select from unnest(pieces) piece where strpos(near, piece) > 0) and ${this.odsql}is_near(near, word, edits));
      end $$`);
    // Whether a text contains words. An asterisk follows a word that others may begin with, a tilde a word that may be misspelt.
    this
      .addSql(`create or replace function ${this.odsql}has_words(value text, patterns text[]) returns boolean language plpgsql immutable strict parallel safe cost 1000 as $$
      declare
        words text := ${this.odsql}words(value);
        pattern text;
      begin
        foreach pattern in array patterns loop
          if not (case right(pattern, 1) when '*' then strpos(words, ' ' || left(pattern, -1)) > 0
            when '~' then ${this.odsql}has_near(words, left(pattern, -1)) else strpos(words, ' ' || pattern || ' ') > 0 end) then return false; end if;
        end loop;
        return true;
      end $$`);
  }
}
