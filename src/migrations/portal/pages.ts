import { Migration } from '@mikro-orm/migrations';

/** The pages of the portal, their rulesets, and the datasets that published pages use. */
export class Pages extends Migration {
  override up(): void {
    this.addSql(`create table "portal_page" (
      "uid" varchar(255) not null,
      "kind" varchar(255) not null,
      "slug" varchar(255) not null,
      "is_restricted" boolean not null default false,
      "revision" int not null default 0,
      "title" text not null,
      "titles" jsonb null,
      "description" text null,
      "content" jsonb not null,
      "published_title" text null,
      "published_titles" jsonb null,
      "published_description" text null,
      "published_content" jsonb null,
      "published_at" timestamptz null,
      "created_by" varchar(255) null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`alter table "portal_page" add constraint "portal_page_kind_slug_unique" unique ("kind", "slug")`);
    this.addSql(
      `create index "portal_page_kind_published_title_slug_index" on "portal_page" ("kind", "published_title", "slug")`,
    );
    this.addSql(`create index "portal_page_created_by_index" on "portal_page" ("created_by")`);
    this.addSql(
      `alter table "portal_page" add constraint "portal_page_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );

    this.addSql(`create table "page_ruleset" (
      "id" serial not null,
      "page_uid" varchar(255) not null,
      "username" varchar(255) null,
      "group_uid" varchar(255) null,
      "permissions" text[] not null,
      primary key ("id")
    )`);
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_page_uid_username_unique" unique ("page_uid", "username")`,
    );
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_page_uid_group_uid_unique" unique ("page_uid", "group_uid")`,
    );
    this.addSql(`create index "page_ruleset_username_index" on "page_ruleset" ("username")`);
    this.addSql(`create index "page_ruleset_group_uid_index" on "page_ruleset" ("group_uid")`);
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_names_one_holder" check (num_nonnulls(username, group_uid) = 1)`,
    );
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_page_uid_foreign" foreign key ("page_uid") references "portal_page" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    );
    this.addSql(
      `alter table "page_ruleset" add constraint "page_ruleset_group_uid_foreign" foreign key ("group_uid") references "user_group" ("uid") on delete cascade`,
    );

    this.addSql(`create table "data_provider" (
      "page_uid" varchar(255) not null,
      "name" text not null,
      "dataset" text not null,
      primary key ("page_uid", "name")
    )`);
    this.addSql(`create index "data_provider_dataset_index" on "data_provider" ("dataset")`);
    this.addSql(
      `alter table "data_provider" add constraint "data_provider_page_uid_foreign" foreign key ("page_uid") references "portal_page" ("uid") on delete cascade`,
    );
    // The identifier of a dataset is never the uid of another dataset.
    this.addSql(`create view "data_provider_dataset" as
      select p.page_uid, p.name, d.uid as dataset_uid from data_provider p join dataset d on d.dataset_id = p.dataset
      union
      select p.page_uid, p.name, d.uid from data_provider p join dataset d on d.uid = p.dataset`);
  }
}
