import { Migration } from '@mikro-orm/migrations';

/** The schedules of datasets. */
export class Schedules extends Migration {
  override up(): void {
    this.addSql(`create table "schedule" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "cron_schedule" text not null,
      "created_by" varchar(255) null,
      "key_allows" text[] not null,
      "created_at" timestamptz not null,
      "next_run_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "schedule_created_by_index" on "schedule" ("created_by")`);
    this.addSql(`create index "schedule_next_run_at_index" on "schedule" ("next_run_at")`);
    this.addSql(
      `create index "schedule_dataset_uid_created_at_uid_index" on "schedule" ("dataset_uid", "created_at", "uid")`,
    );
    this.addSql(
      `alter table "schedule" add constraint "schedule_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "schedule" add constraint "schedule_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
  }
}
