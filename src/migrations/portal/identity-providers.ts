import { Migration } from '@mikro-orm/migrations';

/** The sign-in providers of the portal, and its default language. */
export class IdentityProviders extends Migration {
  override up(): void {
    this.addSql(`alter table "portal_setting" add column "default_language" text not null default 'en'`);
    this.addSql(`create table "identity_provider" (
      "uid" varchar(255) not null,
      "type" text not null,
      "place" int not null,
      "name" text not null,
      "login_link" text not null,
      "labels" jsonb not null,
      "is_default_login" boolean not null default false,
      "is_active" boolean not null default true,
      primary key ("uid")
    )`);
    this.addSql(
      `create index "identity_provider_place_name_uid_index" on "identity_provider" ("place", "name", "uid")`,
    );
    this.addSql(
      `create unique index "identity_provider_is_default_login_unique" on "identity_provider" ("is_default_login") where is_default_login`,
    );
  }
}
