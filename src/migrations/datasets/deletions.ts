import { Migration } from '@mikro-orm/migrations';

/**
 * Deleted datasets and forms that can be restored, with the rows that they had. A migration that renames or removes a table or a column
 * must do the same in `deleted_row`.
 */
export class Deletions extends Migration {
  override up(): void {
    this.addSql(`create table "deletion" (
      "uid" varchar(255) not null,
      "kind" text not null,
      "name" text not null,
      "title" text not null,
      "deleted_at" timestamptz not null,
      "deleted_by" varchar(255) null,
      "expires_at" timestamptz not null,
      "is_purged" boolean not null default false,
      primary key ("uid")
    )`);
    this.addSql(`create index "deletion_deleted_by_index" on "deletion" ("deleted_by")`);
    this.addSql(`create index "deletion_expires_at_index" on "deletion" ("expires_at")`);
    this.addSql(`create index "deletion_kind_deleted_at_uid_index" on "deletion" ("kind", "deleted_at", "uid")`);
    this.addSql(
      `alter table "deletion" add constraint "deletion_deleted_by_foreign" foreign key ("deleted_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(`create table "deleted_row" (
      "id" bigserial primary key,
      "deletion_uid" varchar(255) not null,
      "table_name" text not null,
      "values" jsonb not null
    )`);
    this.addSql(
      `create index "deleted_row_deletion_uid_table_name_index" on "deleted_row" ("deletion_uid", "table_name")`,
    );
    this.addSql(
      `alter table "deleted_row" add constraint "deleted_row_deletion_uid_foreign" foreign key ("deletion_uid") references "deletion" ("uid") on delete cascade`,
    );
    this.#keepReferences('deleted_blob', 'blob_key', 64, 'blob', 'key');
    this.#keepReferences('deleted_connection', 'connection_uid', 255, 'connection', 'uid');
  }

  /** A table of the rows that deleted rows refer to; none of them can be deleted before. */
  #keepReferences(table: string, column: string, length: number, referenced: string, key: string): void {
    this.addSql(`create table "${table}" (
      "deletion_uid" varchar(255) not null,
      "${column}" varchar(${String(length)}) not null,
      primary key ("deletion_uid", "${column}")
    )`);
    this.addSql(`create index "${table}_${column}_index" on "${table}" ("${column}")`);
    this.addSql(
      `alter table "${table}" add constraint "${table}_deletion_uid_foreign" foreign key ("deletion_uid") references "deletion" ("uid") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}") references "${referenced}" ("${key}") on update cascade on delete restrict`,
    );
  }
}
