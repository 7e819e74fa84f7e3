import { Migration } from '@mikro-orm/migrations';

/** The service as a client of sign-in providers, and the sessions of people who have signed in. */
export class SignInSessions extends Migration {
  override up(): void {
    this.addSql(`alter table "identity_provider"
      add column "client_id" text null,
      add column "client_secret" text null,
      add column "scopes" text[] not null default '{profile,email}'`);
    this.addSql(`create table "sign_in_session" (
      "uid" varchar(255) not null,
      "hash" varchar(64) not null,
      "identity_uid" varchar(255) not null,
      "created_at" timestamptz not null default now(),
      "last_seen_at" timestamptz not null default now(),
      "expires_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`alter table "sign_in_session" add constraint "sign_in_session_hash_unique" unique ("hash")`);
    this.addSql(
      `create index "sign_in_session_identity_uid_created_at_index" on "sign_in_session" ("identity_uid", "created_at")`,
    );
    this.addSql(`create index "sign_in_session_expires_at_index" on "sign_in_session" ("expires_at")`);
    this.addSql(
      `alter table "sign_in_session" add constraint "sign_in_session_identity_uid_foreign" foreign key ("identity_uid") references "external_identity" ("uid") on delete cascade`,
    );
  }
}
