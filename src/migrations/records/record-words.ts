import { Migration } from '@mikro-orm/migrations';

/**
 * Stores for each generation whether its table has the column with the words of each record. Tables of earlier versions have an index on
 * an expression instead; a job adds the column to them (src/modules/records/generations/add-words.job.ts).
 */
export class RecordWords extends Migration {
  override up(): void {
    this.addSql(
      `alter table "generation" drop column "words", add column "words" varchar(255) not null default 'absent'`,
    );
  }
}
