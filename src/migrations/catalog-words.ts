import { Migration } from '@mikro-orm/migrations';

/** The words of an entry, apart by the place where they are, so that relevance depends on the place. The next start fills them. */
export class CatalogWords extends Migration {
  override up(): void {
    this.addSql(
      `alter table "catalog_entry" drop column "words", drop column "more_words", drop column "field_words", drop column "records_count"`,
    );
    for (const place of ['title', 'keyword', 'theme', 'publisher', 'dataset_id', 'description', 'field'])
      this.addSql(`alter table "catalog_entry" add column "${place}_words" tsvector null`);
    // words within some edits of a word begin or end as it does, or are of a similar length
    this.addSql(`create index "catalog_word_reverse_index" on "catalog_word" (reverse("word") collate "C")`);
  }
}
