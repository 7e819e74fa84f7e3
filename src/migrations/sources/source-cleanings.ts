import { Migration } from '@mikro-orm/migrations';

/** How often the cached source of a resource was cleaned. */
export class SourceCleanings extends Migration {
  override up(): void {
    this.addSql(`alter table "resource" add column "cleanings" int not null default 0`);
  }
}
