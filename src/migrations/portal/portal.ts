import { Migration } from '@mikro-orm/migrations';

/** The settings of the portal, a single row. */
export class Portal extends Migration {
  override up(): void {
    this.addSql(`create table "portal_setting" (
      "id" int not null,
      "is_feedback_enabled" boolean not null default false,
      primary key ("id")
    )`);
    this.addSql(`alter table "portal_setting" add constraint "portal_setting_is_one_row" check (id = 1)`);
    this.addSql(`insert into "portal_setting" ("id") values (1)`);
  }
}
