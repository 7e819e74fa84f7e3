import { Migration } from '@mikro-orm/migrations';

/** The user who saved the datasource of a resource. The rights of this user decide which forms the resource reads. */
export class FormSources extends Migration {
  override up(): void {
    this.addSql(
      `alter table "resource" add column "saved_by" varchar(255) null, add column "key_allows" text[] not null default '{}'`,
    );
    this.addSql(`create index "resource_saved_by_index" on "resource" ("saved_by")`);
    this.addSql(
      `alter table "resource" add constraint "resource_saved_by_foreign" foreign key ("saved_by") references "user_account" ("username") on delete set null`,
    );
  }
}
