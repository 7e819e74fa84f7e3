import { Migration } from '@mikro-orm/migrations';

/** Removes the number of keyed identifiers, which no release has had: records of earlier versions get keyed ones when they move to files. */
export class KeyedCounts extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" drop column "keyed_count"`);
  }
}
