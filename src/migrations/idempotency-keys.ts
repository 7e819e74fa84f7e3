import { Migration } from '@mikro-orm/migrations';

/**
 * The Idempotency-Keys of the last day. The table is logged: that a change was made is committed with the change, and must survive a crash
 * with it. The index on the time serves the sweep, that on the caller the limit of keys.
 */
export class IdempotencyKeys extends Migration {
  override up(): void {
    this.addSql(`create table "idempotency_key" (
      "uid" text not null,
      "caller" text not null,
      "fingerprint" text not null,
      "lease_id" text not null,
      "leased_until" timestamptz not null,
      "has_changed" boolean not null default false,
      "answer" text null,
      "created_at" timestamptz not null,
      primary key ("uid")
    ) with (fillfactor = 70)`);
    this.addSql(`create index "idempotency_key_caller_index" on "idempotency_key" ("caller")`);
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at")`);
  }
}
