import { Migration } from '@mikro-orm/migrations';

/**
 * The metadata templates that a portal defines, and whether it has activated those of every portal. Processes keep the list and are notified
 * of each change, which is rare.
 */
export class MetadataTemplates extends Migration {
  override up(): void {
    this.addSql(`create table "metadata_template" (
      "name" varchar(255) not null primary key,
      "title" text null,
      "type" text null,
      "is_active" boolean not null,
      "fields" jsonb null,
      "created_at" timestamptz null,
      "created_by" varchar(255) null,
      "updated_at" timestamptz not null,
      "updated_by" varchar(255) null
    )`);
    for (const column of ['created_by', 'updated_by']) {
      this.addSql(`create index "metadata_template_${column}_index" on "metadata_template" ("${column}")`);
      this.addSql(
        `alter table "metadata_template" add constraint "metadata_template_${column}_foreign" foreign key ("${column}") references "user_account" ("username") on delete set null`,
      );
    }
    this.addSql(`create function "notify_templates_changed"() returns trigger language plpgsql as $$
      begin
        perform pg_notify('catalograph', 'templates');
        return null;
      end $$`);
    this.addSql(`create trigger "metadata_template_notify" after insert or update or delete on "metadata_template"
      for each statement execute function "notify_templates_changed"()`);
  }
}
