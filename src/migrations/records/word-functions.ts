import { SchemaMigration } from '#platform/database/schemas.ts';
import { marks, wordCharacters } from './folded-characters.ts';

/**
 * Replaces the functions that fold and split texts by faster ones with the same results. They take two thirds of the time: most texts
 * are ASCII once the marks of Latin letters are removed, and so need none of the large Unicode character classes.
 */
export class WordFunctions extends SchemaMigration {
  override up(): void {
    this
      .addSql(`create or replace function ${this.odsql}fold(value text) returns text language plpgsql immutable strict parallel safe as $$
      declare
        folded text;
      begin
        if octet_length(value) = length(value) then return lower(value collate "pg_c_utf8"); end if;
        folded := regexp_replace(normalize(value, nfkd), '[\\u0300-\\u036f]+', '', 'g');
        if octet_length(folded) = length(folded) then return lower(folded collate "pg_c_utf8"); end if;
        return replace(lower(regexp_replace(folded, '[${marks}]+', '', 'g') collate "pg_c_utf8"), 'ς', 'σ');
      end $$`);
    this
      .addSql(`create or replace function ${this.odsql}words(value text) returns text language plpgsql immutable strict parallel safe as $$
      declare
        folded text := ' ' || ${this.odsql}fold(value) || ' ';
      begin
        return regexp_replace(folded, case when octet_length(folded) = length(folded) then '[^a-z0-9 ]+' else '[^a-z0-9 ${wordCharacters}]+' end, ' ', 'g');
      end $$`);
  }
}
