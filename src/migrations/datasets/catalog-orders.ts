import { SchemaMigration } from '#platform/database/schemas.ts';

/** The orders of a catalog search, each with an index over the entries that are restricted or not. */
const orders = (title: string) => ({
  title,
  title_desc: `${title} desc nulls last`,
  modified: `"modified" desc nulls last`,
  modified_asc: `"modified"`,
  processed: `"data_processed" desc nulls last`,
});

/**
 * Indexes from which a search of the catalog reads a page in its order, for each reason why the caller may see an entry. A change of
 * `odsql.fold` must build those of titles again.
 */
export class CatalogOrders extends SchemaMigration {
  override up(): void {
    const title = `(left(${this.odsql}fold("title"), 450) collate "C")`;
    for (const [name, value] of Object.entries(orders(title)))
      this.addSql(
        `create index "catalog_entry_${name}_order_index" on "catalog_entry" ("is_restricted", ${value}, "dataset_id")`,
      );
    this.addSql(
      `create index "catalog_entry_dataset_id_order_index" on "catalog_entry" ("is_restricted", "dataset_id")`,
    );
  }
}
