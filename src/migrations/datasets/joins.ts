import { Migration } from '@mikro-orm/migrations';

/** The user who saved a processor. The rights of this user decide which other datasets the processor reads. */
export class Joins extends Migration {
  override up(): void {
    this.addSql(
      `alter table "processor" add column "saved_by" varchar(255) null, add column "key_allows" text[] not null default '{}'`,
    );
    this.addSql(`create index "processor_saved_by_index" on "processor" ("saved_by")`);
    this.addSql(
      `alter table "processor" add constraint "processor_saved_by_foreign" foreign key ("saved_by") references "user_account" ("username") on delete set null`,
    );
  }
}
