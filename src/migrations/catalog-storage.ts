import { Migration } from '@mikro-orm/migrations';

/** Keeps what facets, orders and relevance read of an entry in its row, and long vectors out of it. The next start writes the rows again. */
export class CatalogStorage extends Migration {
  override up(): void {
    const apart = ['description_words', 'field_words', 'all_words'];
    for (const column of apart)
      this.addSql(`alter table "catalog_entry" alter column "${column}" set storage external`);
    const kept = ['title', 'keyword', 'theme', 'publisher', 'territory', 'features'];
    for (const column of [
      ...kept,
      'title_words',
      'keyword_words',
      'theme_words',
      'publisher_words',
      'dataset_id_words',
    ])
      this.addSql(`alter table "catalog_entry" alter column "${column}" set storage main`);
  }
}
