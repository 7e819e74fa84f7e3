import { Migration } from '@mikro-orm/migrations';

/** Users and their keys, rulesets, datasets with resources and processors, versions, and published records. */
export class Foundation extends Migration {
  override up(): void {
    this.addSql(`create table "generation" (
      "id" bigserial primary key,
      "dataset_uid" varchar(255) not null,
      "created_at" timestamptz not null default now()
    )`);
    this.addSql(`create index "generation_dataset_uid_index" on "generation" ("dataset_uid")`);
    this.addSql(`create table "user_group" (
      "uid" varchar(255) not null,
      "title" text not null,
      "permissions" text[] not null default '{}',
      "created_at" timestamptz not null default now(),
      primary key ("uid")
    )`);
    this.addSql(`create table "record" (
      "generation" bigint not null,
      "position" bigint not null,
      "value" jsonb not null,
      primary key ("generation", "position")
    )`);
    this.addSql(`create table "user_account" (
      "username" varchar(255) not null,
      "permissions" text[] not null default '{}',
      "is_active" boolean not null default true,
      "created_at" timestamptz not null default now(),
      primary key ("username")
    )`);
    this.addSql(`create table "ruleset" (
      "id" bigserial primary key,
      "dataset_uid" varchar(255) not null,
      "username" varchar(255) null,
      "group_uid" varchar(255) null,
      "permissions" text[] not null default '{}',
      "security" jsonb not null
    )`);
    this.addSql(`create index "ruleset_username_index" on "ruleset" ("username")`);
    this.addSql(`create index "ruleset_group_uid_index" on "ruleset" ("group_uid")`);
    this.addSql(
      `alter table "ruleset" add constraint "ruleset_dataset_uid_username_unique" unique ("dataset_uid", "username")`,
    );
    this.addSql(
      `alter table "ruleset" add constraint "ruleset_dataset_uid_group_uid_unique" unique ("dataset_uid", "group_uid")`,
    );
    this.addSql(
      `alter table "ruleset" add constraint "ruleset_names_one_holder" check (num_nonnulls(username, group_uid) = 1)`,
    );
    this.addSql(`create table "membership" (
      "username" varchar(255) not null,
      "group_uid" varchar(255) not null,
      primary key ("username", "group_uid")
    )`);
    this.addSql(`create index "membership_group_uid_index" on "membership" ("group_uid")`);
    this.addSql(`create table "dataset" (
      "uid" varchar(255) not null,
      "dataset_id" varchar(255) not null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      "created_by" varchar(255) null,
      "updated_by" varchar(255) null,
      "revision" int not null default 0,
      "is_published" boolean not null default false,
      "is_restricted" boolean not null default false,
      "default_security" jsonb not null,
      "metadata" jsonb not null,
      "published_metadata" jsonb null,
      "published_fields" jsonb null,
      "generation" bigint null,
      "status" varchar(255) not null default 'idle',
      "previous_status" varchar(255) null,
      "status_since" timestamptz not null,
      "status_message" text null,
      "status_params" jsonb not null default '{}',
      "records_errors" jsonb not null default '[]',
      primary key ("uid")
    )`);
    this.addSql(`alter table "dataset" add constraint "dataset_dataset_id_unique" unique ("dataset_id")`);
    this.addSql(`create index "dataset_created_by_index" on "dataset" ("created_by")`);
    this.addSql(`create index "dataset_updated_by_index" on "dataset" ("updated_by")`);
    this.addSql(`create index "dataset_created_at_uid_index" on "dataset" ("created_at", "uid")`);
    this.addSql(`create table "section_snapshot" (
      "id" bigserial primary key,
      "dataset_uid" varchar(255) not null,
      "section" varchar(255) not null,
      "content" jsonb not null
    )`);
    this.addSql(`create index "section_snapshot_dataset_uid_index" on "section_snapshot" ("dataset_uid")`);
    this.addSql(`create table "resource_file" (
      "dataset_uid" varchar(255) not null,
      "uid" varchar(255) not null,
      "mimetype" text null,
      "content" varchar(64) not null,
      "bytes" bigint not null,
      "created_at" timestamptz not null,
      primary key ("dataset_uid", "uid")
    )`);
    this.addSql(`create index "resource_file_content_index" on "resource_file" ("content")`);
    this.addSql(`create table "resource" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "type" text not null,
      "title" text not null,
      "params" jsonb not null,
      "url" text null,
      "datasource" jsonb null,
      "secrets" jsonb null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(
      `create index "resource_dataset_uid_created_at_uid_index" on "resource" ("dataset_uid", "created_at", "uid")`,
    );
    this.addSql(`create table "publication_order" (
      "dataset_uid" varchar(255) not null,
      "id" uuid not null,
      "kind" text not null,
      "configuration" jsonb not null,
      "ordered_by" varchar(255) null,
      "ordered_at" timestamptz not null,
      "attempts" int not null default 0,
      "holder" uuid null,
      "generation" bigint null,
      "progress" jsonb null,
      primary key ("dataset_uid")
    )`);
    this.addSql(`alter table "publication_order" add constraint "publication_order_id_unique" unique ("id")`);
    this.addSql(`create table "processor" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "position" int not null,
      "type" text not null,
      "label" text not null default '',
      "params" jsonb not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "processor_dataset_uid_position_index" on "processor" ("dataset_uid", "position")`);
    this.addSql(`create table "dataset_version" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "revision" int not null,
      "sections" text[] not null,
      "snapshots" bigint[] not null,
      "created_by" varchar(255) null,
      "created_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "dataset_version_created_by_index" on "dataset_version" ("created_by")`);
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_dataset_uid_revision_unique" unique ("dataset_uid", "revision")`,
    );
    this.addSql(`create table "api_key" (
      "uid" varchar(255) not null,
      "label" text not null default '',
      "username" varchar(255) not null,
      "hash" varchar(64) not null,
      "permissions" text[] null,
      "created_at" timestamptz not null default now(),
      "expires_at" timestamptz null,
      "revoked_at" timestamptz null,
      primary key ("uid")
    )`);
    this.addSql(`create index "api_key_username_index" on "api_key" ("username")`);
    this.addSql(`alter table "api_key" add constraint "api_key_hash_unique" unique ("hash")`);
    this.addSql(
      `alter table "ruleset" add constraint "ruleset_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    );
    this.addSql(
      `alter table "ruleset" add constraint "ruleset_group_uid_foreign" foreign key ("group_uid") references "user_group" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_username_foreign" foreign key ("username") references "user_account" ("username") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_group_uid_foreign" foreign key ("group_uid") references "user_group" ("uid") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "dataset" add constraint "dataset_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "dataset" add constraint "dataset_updated_by_foreign" foreign key ("updated_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "section_snapshot" add constraint "section_snapshot_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "resource_file" add constraint "resource_file_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "resource" add constraint "resource_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "publication_order" add constraint "publication_order_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "processor" add constraint "processor_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "dataset_version" add constraint "dataset_version_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "api_key" add constraint "api_key_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    );
  }
}
