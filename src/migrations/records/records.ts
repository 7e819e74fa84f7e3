import { Migration } from '@mikro-orm/migrations';

/**
 * Each generation of records becomes a table in the schema `records`. The next start moves the records of the table `record` there,
 * a generation at a time, and drops it (src/modules/records/generations/move-records.ts).
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
