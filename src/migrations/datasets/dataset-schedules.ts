import { Migration } from '@mikro-orm/migrations';

/**
 * Gives the table of schedules a name that pg-boss does not use, so that both can be in one schema. The version before reads and writes it
 * as a view, which only a catalog with five schemas has: no version before this one runs on one schema.
 */
export class DatasetSchedules extends Migration {
  override up(): void {
    this.addSql(`alter table "schedule" rename to "dataset_schedule"`);
    this.addSql(`alter table "dataset_schedule" rename constraint "schedule_pkey" to "dataset_schedule_pkey"`);
    for (const column of ['dataset_uid', 'created_by'])
      this.addSql(
        `alter table "dataset_schedule" rename constraint "schedule_${column}_foreign" to "dataset_schedule_${column}_foreign"`,
      );
    for (const columns of ['created_by', 'next_run_at', 'dataset_uid_created_at_uid'])
      this.addSql(`alter index "schedule_${columns}_index" rename to "dataset_schedule_${columns}_index"`);
    this.addSql(`update "deleted_row" set "table_name" = 'dataset_schedule' where "table_name" = 'schedule'`);
    this.addSql(`do $$ begin
      if to_regclass('totals_row_total') is null then
        create view "schedule" as select * from "dataset_schedule";
      end if;
    end $$`);
  }
}
