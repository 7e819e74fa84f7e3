import { Migration } from '@mikro-orm/migrations';

/** The drafts of forms and their published versions. */
export class Forms extends Migration {
  override up(): void {
    this.addSql(`create table "form" (
      "slug" varchar(255) not null,
      "revision" int not null default 1,
      "content" jsonb not null,
      "access_type" text not null,
      "is_moderated" boolean not null,
      "is_edition_enabled" boolean not null,
      "submissions_quota" int null,
      "last_version" int not null default 0,
      "published_version" int null,
      "created_by" varchar(255) null,
      "updated_by" varchar(255) null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("slug")
    )`);
    this.addSql(`create index "form_created_by_index" on "form" ("created_by")`);
    this.addSql(`create index "form_updated_by_index" on "form" ("updated_by")`);
    this.addSql(`create table "form_version" (
      "form_slug" varchar(255) not null,
      "number" int not null,
      "content" jsonb not null,
      "published_at" timestamptz not null,
      primary key ("form_slug", "number")
    )`);
    this.addSql(
      `alter table "form" add constraint "form_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "form" add constraint "form_updated_by_foreign" foreign key ("updated_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "form_version" add constraint "form_version_form_slug_foreign" foreign key ("form_slug") references "form" ("slug") on delete cascade`,
    );
  }
}
