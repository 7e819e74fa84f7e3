import { Migration } from '@mikro-orm/migrations';

/** The index by which a query over the catalog finds a dataset by its uid. Queries compare texts by code point, as the index of identifiers does. */
export class CatalogUidLookups extends Migration {
  override up(): void {
    this.addSql(`create index "catalog_entry_uid_index" on "catalog_entry" ("uid" collate "C")`);
  }
}
