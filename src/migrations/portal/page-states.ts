import { Migration } from '@mikro-orm/migrations';

/** Who last changed a page, its draft and its published state, and when it was first published. */
const people = ['updated_by', 'draft_updated_by', 'published_by'];

/** The restricted title is that of a page that the portal shows to the grantees of its rulesets. */
const restrictedTitle = (page: string): string =>
  `case when ${page}.published_at is not null and ${page}.is_restricted and not ${page}.is_archived then ${page}.published_title end`;

const copied = ['kind', 'slug', 'title', 'is_restricted', 'is_archived', 'published_title', 'published_at'];
const copiedOf = (row: string): string => `(${copied.map((column) => `${row}.${column}`).join(', ')})`;

/** Archived pages, the history of pages, and the template and tags of code editor pages; the slugs of deleted pages that everyone could see. */
export class PageStates extends Migration {
  override up(): void {
    this.addSql(`alter table "portal_page"
      add column "is_archived" boolean not null default false,
      add column "template" text null,
      add column "tags" text[] not null default '{}',
      add column "draft_updated_at" timestamptz null,
      add column "first_published_at" timestamptz null,
      ${people.map((column) => `add column "${column}" varchar(255) null`).join(', ')}`);
    for (const column of people) {
      this.addSql(
        `alter table "portal_page" add constraint "portal_page_${column}_foreign" foreign key ("${column}") references "user_account" ("username") on delete set null`,
      );
      this.addSql(`create index "portal_page_${column}_index" on "portal_page" ("${column}")`);
    }
    this.addSql(`update "portal_page" set "first_published_at" = "published_at" where "published_at" is not null`);

    this.addSql(`create or replace function "copy_from_page"() returns trigger language plpgsql as $$
      begin
        select p.kind, p.slug, p.title, ${restrictedTitle('p')}
        into strict new.page_kind, new.page_slug, new.page_title, new.restricted_title
        from portal_page p where p.uid = new.page_uid for share;
        return new;
      end $$`);
    this.addSql(`create or replace function "copy_to_page_rulesets"() returns trigger language plpgsql as $$
      begin
        update page_ruleset set page_kind = new.kind, page_slug = new.slug, page_title = new.title,
          restricted_title = ${restrictedTitle('new')}
        where page_uid = new.uid;
        return null;
      end $$`);
    this.addSql(`drop trigger "portal_page_copy" on "portal_page"`);
    this.addSql(`create trigger "portal_page_copy" after update of ${copied.map((column) => `"${column}"`).join(', ')}
      on "portal_page" for each row when (${copiedOf('old')} is distinct from ${copiedOf('new')})
      execute function "copy_to_page_rulesets"()`);

    this.addSql(`create table "deleted_page" (
      "kind" varchar(255) not null,
      "slug" varchar(255) not null,
      "deleted_at" timestamptz not null,
      primary key ("kind", "slug")
    )`);
    this.addSql(`create index "deleted_page_deleted_at_index" on "deleted_page" ("deleted_at")`);
  }
}
