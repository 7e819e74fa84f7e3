import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the records of the generations that are still in the table `record`, which versions before 0.1.0 had for all of them. Without their number a
 * generation looks empty, and would answer so, and take pushes, until its records are moved into a file (src/modules/records/generations/move-records.ts).
 */
export class SharedRecordCounts extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if to_regclass('record') is not null then
        update "generation" g set "record_count" = counted.n
        from (select "generation", count(*) as n from "record" group by "generation") counted
        where counted."generation" = g."id" and g."file" is null and g."record_count" = 0 and g."tail_version" = 0;
      end if;
    end $$`);
  }
}
