import { Migration } from '@mikro-orm/migrations';

/** Which tokens of sign-in providers are accepted, and the accounts of users at these providers. */
export class SignIn extends Migration {
  override up(): void {
    this.addSql(`alter table "identity_provider"
      add column "issuer" text null,
      add column "audiences" text[] not null default '{}',
      add column "groups_claim" text null,
      add column "creates_users" boolean not null default false`);
    this.addSql(`alter table "identity_provider" add constraint "identity_provider_issuer_unique" unique ("issuer")`);
    this.addSql(`create table "external_identity" (
      "uid" varchar(255) not null,
      "provider_uid" varchar(255) not null,
      "subject" text not null,
      "username" varchar(255) not null,
      "created_at" timestamptz not null default now(),
      "token_issued_at" timestamptz null,
      primary key ("uid")
    )`);
    this.addSql(
      `alter table "external_identity" add constraint "external_identity_provider_uid_subject_unique" unique ("provider_uid", "subject")`,
    );
    this.addSql(
      `alter table "external_identity" add constraint "external_identity_username_provider_uid_unique" unique ("username", "provider_uid")`,
    );
    this.addSql(
      `alter table "external_identity" add constraint "external_identity_provider_uid_foreign" foreign key ("provider_uid") references "identity_provider" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "external_identity" add constraint "external_identity_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    );
    this.addSql(`alter table "membership" add column "provider_uid" varchar(255) null`);
    this.addSql(`create index "membership_provider_uid_index" on "membership" ("provider_uid")`);
    this.addSql(
      `alter table "membership" add constraint "membership_provider_uid_foreign" foreign key ("provider_uid") references "identity_provider" ("uid") on delete cascade`,
    );
  }
}
