import { Migration } from '@mikro-orm/migrations';

/** The audit log. Its entries outlive the users, keys and objects that they name, so nothing refers to other tables. */
export class AuditLog extends Migration {
  override up(): void {
    this.addSql(`create table "audit_entry" (
      "uid" varchar(255) not null,
      "at" timestamptz not null,
      "username" text null,
      "key_uid" text null,
      "action" text not null,
      "object_type" text not null,
      "object_key" text not null,
      "fields" text[] not null,
      "client_address" text null,
      "trace_id" text not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "audit_entry_at_uid_index" on "audit_entry" ("at", "uid")`);
    this.addSql(`create index "audit_entry_username_at_uid_index" on "audit_entry" ("username", "at", "uid")`);
    this.addSql(`create index "audit_entry_action_at_uid_index" on "audit_entry" ("action", "at", "uid")`);
    this.addSql(
      `create index "audit_entry_object_type_object_key_at_uid_index" on "audit_entry" ("object_type", "object_key", "at", "uid")`,
    );
  }
}
