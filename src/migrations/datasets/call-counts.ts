import { Migration } from '@mikro-orm/migrations';

/** The calls that count towards the quotas of datasets. */
export class CallCounts extends Migration {
  override up(): void {
    this.addSql(`create table "call_count" (
      "dataset_uid" varchar(255) not null,
      "caller" varchar(255) not null,
      "unit" varchar(255) not null,
      "period_start" timestamptz not null,
      "call_limit" int not null,
      "count" bigint not null,
      primary key ("dataset_uid", "caller")
    )`);
  }
}
