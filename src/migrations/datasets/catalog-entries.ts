import { Migration } from '@mikro-orm/migrations';

/**
 * The search entries of the catalog: one row for each published dataset. The module `catalog` has the statement that derives an entry,
 * and fills the table at the next start of the service.
 */
export class CatalogEntries extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset"
      add column "published_at" timestamptz null,
      add column "data_processed_at" timestamptz null,
      add column "metadata_processed_at" timestamptz null,
      add column "shows_all_fields" boolean null generated always as
        (default_security @> '{"isDataVisible": true, "visibleFields": null}') stored`);
    // The status dates from the last run of a publication; the generation dates from the last publication of records.
    this.addSql(`update "dataset" d set
      "published_at" = coalesce((select min(g.created_at) from "generation" g where g.dataset_uid = d.uid), d.status_since),
      "data_processed_at" = (select g.created_at from "generation" g where g.id = d.generation),
      "metadata_processed_at" = d.status_since
      where d.is_published`);
    // The foreign key of entries refers to this constraint. It keeps the copies of these columns in an entry up to date.
    this.addSql(
      `alter table "dataset" add constraint "dataset_uid_is_restricted_shows_all_fields_unique" unique ("uid", "is_restricted", "shows_all_fields")`,
    );

    this.addSql(`create table "catalog_entry" (
      "uid" varchar(255) not null,
      "dataset_id" text collate "C" not null,
      "is_restricted" boolean not null,
      "shows_all_fields" boolean not null,
      "default_security" jsonb null,
      "created_by" varchar(255) null,
      "has_records" boolean not null,
      "title" text storage main collate "C" null,
      "keyword" text[] storage main collate "C" not null,
      "theme" text[] storage main collate "C" not null,
      "publisher" text storage main collate "C" null,
      "license" text collate "C" null,
      "language" text collate "C" null,
      "territory" text[] storage main collate "C" not null,
      "features" text[] storage main collate "C" not null,
      "modified" timestamptz null,
      "data_processed" timestamptz null,
      "metadata_processed" timestamptz null,
      "dcat_creator" text collate "C" null,
      "dcat_contributor" text collate "C" null,
      "dcat_accrualperiodicity" text collate "C" null,
      "dcat_issued" date null,
      "dcat_created" date null,
      "title_words" tsvector storage main null,
      "keyword_words" tsvector storage main null,
      "theme_words" tsvector storage main null,
      "publisher_words" tsvector storage main null,
      "dataset_id_words" tsvector storage main null,
      "description_words" tsvector storage external null,
      "field_words" tsvector storage external null,
      "all_words" tsvector storage external null,
      "derivation" int not null,
      primary key ("uid")
    )`);
    // Columns that facets, sorting and relevance read stay in the row; long vectors are stored outside it.
    this.addSql(`alter table "catalog_entry" set (toast_tuple_target = 512)`);
    this.addSql(
      `alter table "catalog_entry" add constraint "catalog_entry_created_by_foreign" foreign key ("created_by") references "user_account" ("username") on delete set null`,
    );
    // A statement that changes the access to a dataset also changes the access to its entry.
    this.addSql(`alter table "catalog_entry" add constraint "catalog_entry_security_foreign"
      foreign key ("uid", "is_restricted", "shows_all_fields") references "dataset" ("uid", "is_restricted", "shows_all_fields")
      on update cascade on delete cascade`);
    this.addSql(`create index "catalog_entry_created_by_index" on "catalog_entry" ("created_by")`);
    this.addSql(
      `create index "catalog_entry_modified_index" on "catalog_entry" ("modified" desc nulls last, "dataset_id")`,
    );
    this.addSql(`create index "catalog_entry_dataset_id_index" on "catalog_entry" ("dataset_id")`);
    this.addSql(`create index "catalog_entry_all_words_index" on "catalog_entry" using gin ("all_words")`);

    this.addSql(`create table "catalog_word" ("word" text collate "C" not null, primary key ("word"))`);
    // A word within some edits of another has the same beginning, the same end, or a similar length.
    this.addSql(`create index "catalog_word_reverse_index" on "catalog_word" (reverse("word") collate "C")`);

    // Every change of an entry raises the revision, which ends the validity of the caches of all processes.
    this.addSql(
      `create table "catalog_revision" ("id" int not null check ("id" = 1), "revision" bigint not null, primary key ("id"))`,
    );
    this.addSql(`insert into "catalog_revision" values (1, 0)`);
    this.addSql(`create function "raise_catalog_revision"() returns trigger language plpgsql as $$
      begin
        if exists (select from changed) then update catalog_revision set revision = revision + 1; end if;
        return null;
      end $$`);
    for (const [event, table] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      this.addSql(`create trigger "catalog_entry_${event}" after ${event} on "catalog_entry"
        referencing ${table} table as changed for each statement execute function "raise_catalog_revision"()`);
  }
}
