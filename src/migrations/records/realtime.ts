import { Migration } from '@mikro-orm/migrations';

/** The log of pushed records, and the position that each generation of records has reached in the log. */
export class Realtime extends Migration {
  override up(): void {
    this.addSql(`create table "realtime_record" (
      "position" bigserial primary key,
      "dataset_uid" varchar(255) not null,
      "resource_uid" varchar(255) not null,
      "value" json not null,
      "created_at" timestamptz not null
    )`);
    this.addSql(
      `create index "realtime_record_dataset_uid_position_index" on "realtime_record" ("dataset_uid", "position")`,
    );
    this.addSql(
      `create index "realtime_record_resource_uid_position_index" on "realtime_record" ("resource_uid", "position")`,
    );
    this.addSql(
      `alter table "realtime_record" add constraint "realtime_record_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(`alter table "generation" add column "log_position" bigint not null default 0`);
    this.addSql(`alter table "generation" add column "treatment" jsonb not null default '{}'`);
  }
}
