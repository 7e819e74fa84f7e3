import { Migration } from '@mikro-orm/migrations';

/** Renames the columns for the user whose rights a processor, a resource or a schedule runs with, and for the scopes of the key that saved it. */
export class Definers extends Migration {
  override up(): void {
    for (const table of ['processor', 'resource']) {
      this.addSql(`alter table "${table}" rename column "saved_by" to "definer"`);
      this.addSql(`alter table "${table}" rename column "key_allows" to "definer_scopes"`);
      this.addSql(`alter index "${table}_saved_by_index" rename to "${table}_definer_index"`);
      this.addSql(`alter table "${table}" rename constraint "${table}_saved_by_foreign" to "${table}_definer_foreign"`);
    }
    this.addSql(`alter table "schedule" rename column "key_allows" to "scopes"`);
    // Queued and running publications keep the definers in their configuration.
    this.addSql(`
      update "publication_order" set "configuration" = ("configuration" - 'savers') || jsonb_build_object('definers', (
        select coalesce(jsonb_object_agg("uid", jsonb_build_object('username', "saver" -> 'username', 'scopes', "saver" -> 'keyAllows')), '{}'::jsonb)
        from jsonb_each("configuration" -> 'savers') as each("uid", "saver")))
      where "configuration" -> 'savers' is not null`);
  }
}
