import { Migration } from '@mikro-orm/migrations';

/** The number of cleanings of a resource's cached source. */
export class SourceCleanings extends Migration {
  override up(): void {
    this.addSql(`alter table "resource" add column "cleanings" int not null default 0`);
  }
}
