import { Migration } from '@mikro-orm/migrations';

/**
 * The words of a record become a column of its table. Tables of earlier versions have an index of an expression in its place; a job
 * gives them the column (src/modules/records/generations/add-words.job.ts).
 */
export class RecordWords extends Migration {
  override up(): void {
    this.addSql(
      `alter table "generation" drop column "words", add column "words" varchar(255) not null default 'absent'`,
    );
  }
}
