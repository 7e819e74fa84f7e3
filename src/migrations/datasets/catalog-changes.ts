import { Migration } from '@mikro-orm/migrations';

/**
 * Records which entries a revision of the catalog changed, so that processes update their copies without reading the whole catalog.
 * Changes of rulesets raise the revision too, because rulesets decide which entries a caller finds.
 */
export class CatalogChanges extends Migration {
  override up(): void {
    // The features that callers without a ruleset see. The next start of the service derives them.
    this.addSql(
      `alter table "catalog_entry" add column "public_features" text[] storage main collate "C" not null default '{}'`,
    );
    this.addSql(
      `create index "catalog_entry_lists_index" on "catalog_entry" using gin ("theme", "keyword", "territory")`,
    );
    this.addSql(`create index "catalog_entry_publisher_index" on "catalog_entry" ("publisher")`);

    this.addSql(
      `create table "catalog_change" ("uid" varchar(255) not null, "revision" bigint not null, primary key ("uid"))`,
    );
    this.addSql(`create index "catalog_change_revision_index" on "catalog_change" ("revision")`);
    this.addSql(`create or replace function "raise_catalog_revision"() returns trigger language plpgsql as $$
      declare
        raised bigint;
      begin
        if not exists (select from changed) then return null; end if;
        update catalog_revision set revision = revision + 1 returning revision into raised;
        if tg_table_name = 'catalog_entry' then
          insert into catalog_change (uid, revision) select uid, raised from changed
            on conflict (uid) do update set revision = excluded.revision;
        end if;
        return null;
      end $$`);
    for (const [event, table] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      this.addSql(`create trigger "ruleset_${event}" after ${event} on "ruleset"
        referencing ${table} table as changed for each statement execute function "raise_catalog_revision"()`);
  }
}
