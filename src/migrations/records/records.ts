import { Migration } from '@mikro-orm/migrations';

/**
 * Prepares the schema `records`, in which each generation of records has a table. The next start of the service moves the records of the
 * table `record` there, one generation at a time, and then drops `record` (src/modules/records/generations/move-records.ts).
 */
export class Records extends Migration {
  override up(): void {
    this.addSql(`create schema if not exists "records"`);
    this.addSql(`alter table "generation"
      add column "fields" jsonb not null default '[]',
      add column "record_count" bigint not null default 0,
      add column "words" jsonb null,
      add column "replaced_at" timestamptz null`);
    this.addSql(`do $$ begin
      if not exists (select from "record") then drop table "record"; end if;
    end $$`);
  }
}
