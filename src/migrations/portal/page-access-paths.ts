import { Migration } from '@mikro-orm/migrations';

/** The rulesets that let their grantee edit the page. */
const grantsEditing = `"permissions" && '{edit_page,manage_page}'`;

/**
 * Indexes from which lists read the pages that a caller may see in the order of their titles, as the migration `access-paths` makes them for
 * datasets. The rulesets of a page carry its kind, its slug and its titles; the published title only while the page is restricted.
 */
export class PageAccessPaths extends Migration {
  override up(): void {
    this.addSql(`create index "portal_page_title_slug_uid_index" on "portal_page" ("title", "slug", "uid")`);
    this.addSql(
      `create index "portal_page_created_by_title_slug_uid_index" on "portal_page" ("created_by", "title", "slug", "uid")`,
    );
    this.addSql(`drop index "portal_page_created_by_index"`);
    this.addSql(`create index "portal_page_public_index" on "portal_page" ("kind", "published_title", "slug", "uid")
      where "published_at" is not null and not "is_restricted"`);
    this
      .addSql(`create index "portal_page_restricted_index" on "portal_page" ("created_by", "kind", "published_title", "slug", "uid")
      where "published_at" is not null and "is_restricted"`);

    this.addSql(`alter table "page_ruleset" add column "page_kind" text null, add column "page_slug" text null,
      add column "page_title" text null, add column "restricted_title" text null`);
    this.addSql(`update "page_ruleset" r set "page_kind" = p.kind, "page_slug" = p.slug, "page_title" = p.title,
      "restricted_title" = case when p.published_at is not null and p.is_restricted then p.published_title end
      from "portal_page" p where p.uid = r.page_uid`);
    for (const grantee of ['username', 'group_uid']) {
      this
        .addSql(`create index "page_ruleset_${grantee}_editing_index" on "page_ruleset" ("${grantee}", "page_title", "page_slug", "page_uid")
        where "${grantee}" is not null and ${grantsEditing}`);
      this.addSql(`create index "page_ruleset_${grantee}_restricted_index" on "page_ruleset"
        ("${grantee}", "page_kind", "restricted_title", "page_slug", "page_uid") where "${grantee}" is not null and "restricted_title" is not null`);
    }

    // The lock keeps the page as it is until the ruleset is visible to its trigger.
    this.addSql(`create function "copy_from_page"() returns trigger language plpgsql as $$
      begin
        select p.kind, p.slug, p.title, case when p.published_at is not null and p.is_restricted then p.published_title end
        into strict new.page_kind, new.page_slug, new.page_title, new.restricted_title
        from portal_page p where p.uid = new.page_uid for share;
        return new;
      end $$`);
    this.addSql(`create trigger "page_ruleset_copy" before insert or update of "page_uid" on "page_ruleset"
      for each row execute function "copy_from_page"()`);
    this.addSql(`create function "copy_to_page_rulesets"() returns trigger language plpgsql as $$
      begin
        update page_ruleset set page_kind = new.kind, page_slug = new.slug, page_title = new.title,
          restricted_title = case when new.published_at is not null and new.is_restricted then new.published_title end
        where page_uid = new.uid;
        return null;
      end $$`);
    this
      .addSql(`create trigger "portal_page_copy" after update of "kind", "slug", "title", "is_restricted", "published_title", "published_at"
      on "portal_page" for each row
      when ((old.kind, old.slug, old.title, old.is_restricted, old.published_title, old.published_at)
        is distinct from (new.kind, new.slug, new.title, new.is_restricted, new.published_title, new.published_at))
      execute function "copy_to_page_rulesets"()`);
  }
}
