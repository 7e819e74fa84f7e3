import { Migration } from '@mikro-orm/migrations';

/** Which fields everyone sees decides what a search finds, so that a change of it is a change of the catalog. */
export class CatalogSecurity extends Migration {
  override up(): void {
    this.addSql(`create function "raise_catalog_revision_of_dataset"() returns trigger language plpgsql as $$
      begin
        update catalog_revision set revision = revision + 1;
        return null;
      end $$`);
    this.addSql(`create trigger "dataset_default_security" after update of "default_security" on "dataset" for each row
      when (new.is_published and old.default_security is distinct from new.default_security)
      execute function "raise_catalog_revision_of_dataset"()`);
  }
}
