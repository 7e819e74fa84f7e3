import { Migration } from '@mikro-orm/migrations';

/** Which fields everyone sees decides what a search finds, so that an entry changes with it. The next start fills the column. */
export class CatalogSecurity extends Migration {
  override up(): void {
    this.addSql(`alter table "catalog_entry" add column "default_security" jsonb null`);
  }
}
