import { Migration } from '@mikro-orm/migrations';

/** The orders of a catalog search, each with an index over the entries that are restricted or not. */
const orders = {
  title: `(left(odsql.fold("title"), 450) collate "C")`,
  title_desc: `(left(odsql.fold("title"), 450) collate "C") desc nulls last`,
  modified: `"modified" desc nulls last`,
  modified_asc: `"modified"`,
  processed: `"data_processed" desc nulls last`,
};

/**
 * Indexes from which a search of the catalog reads a page in its order, for each reason why the caller may see an entry. A change of
 * `odsql.fold` must build those of titles again.
 */
export class CatalogOrders extends Migration {
  override up(): void {
    for (const [name, value] of Object.entries(orders))
      this.addSql(
        `create index "catalog_entry_${name}_order_index" on "catalog_entry" ("is_restricted", ${value}, "dataset_id")`,
      );
    this.addSql(
      `create index "catalog_entry_dataset_id_order_index" on "catalog_entry" ("is_restricted", "dataset_id")`,
    );
  }
}
