import { Migration } from '@mikro-orm/migrations';

/** The rulesets that let their grantee read the configuration of the dataset. */
const grantsReading = `"permissions" && '{edit_dataset,publish_dataset}'`;

/**
 * Indexes from which lists read the datasets that a caller may see in the order of their creation, one index for each reason: public, created
 * by the caller, or granted by a ruleset. Rulesets therefore carry what orders their datasets, and whether these are restricted entries of
 * the catalog. Triggers copy both from the dataset, whatever changes it.
 */
export class AccessPaths extends Migration {
  override up(): void {
    this.addSql(
      `create index "dataset_created_by_created_at_uid_index" on "dataset" ("created_by", "created_at", "uid")`,
    );
    this.addSql(`drop index "dataset_created_by_index"`);
    this.addSql(`create index "dataset_entry_index" on "dataset" ("created_at", "uid") where "is_published"`);
    this.addSql(`create index "dataset_public_entry_index" on "dataset" ("created_at", "uid")
      where "is_published" and not "is_restricted"`);
    this.addSql(`create index "dataset_restricted_entry_index" on "dataset" ("created_by", "created_at", "uid")
      where "is_published" and "is_restricted"`);

    this.addSql(`alter table "ruleset" add column "dataset_created_at" timestamptz null,
      add column "is_restricted_entry" boolean null`);
    // A ruleset without a dataset grants nothing.
    this.addSql(`delete from "ruleset" where "dataset_uid" not in (select "uid" from "dataset")`);
    this
      .addSql(`update "ruleset" r set "dataset_created_at" = d.created_at, "is_restricted_entry" = d.is_published and d.is_restricted
      from "dataset" d where d.uid = r.dataset_uid`);
    for (const grantee of ['username', 'group_uid']) {
      const columns = `("${grantee}", "dataset_created_at", "dataset_uid") where "${grantee}" is not null`;
      this.addSql(`create index "ruleset_${grantee}_reading_index" on "ruleset" ${columns} and ${grantsReading}`);
      this.addSql(
        `create index "ruleset_${grantee}_restricted_entry_index" on "ruleset" ${columns} and "is_restricted_entry"`,
      );
    }

    // The lock keeps the dataset as it is until the ruleset is visible to its trigger.
    this.addSql(`create function "copy_from_dataset"() returns trigger language plpgsql as $$
      begin
        select d.created_at, d.is_published and d.is_restricted into strict new.dataset_created_at, new.is_restricted_entry
        from dataset d where d.uid = new.dataset_uid for share;
        return new;
      end $$`);
    this.addSql(`create trigger "ruleset_copy" before insert or update of "dataset_uid" on "ruleset"
      for each row execute function "copy_from_dataset"()`);
    this.addSql(`create function "copy_to_rulesets"() returns trigger language plpgsql as $$
      begin
        update ruleset set dataset_created_at = new.created_at, is_restricted_entry = new.is_published and new.is_restricted
        where dataset_uid = new.uid;
        return null;
      end $$`);
    this
      .addSql(`create trigger "dataset_copy" after update of "created_at", "is_published", "is_restricted" on "dataset" for each row
      when ((old.created_at, old.is_published and old.is_restricted) is distinct from (new.created_at, new.is_published and new.is_restricted))
      execute function "copy_to_rulesets"()`);
  }
}
