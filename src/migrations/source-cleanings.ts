import { Migration } from '@mikro-orm/migrations';

/** How often what is kept of a resource's source was cleaned. */
export class SourceCleanings extends Migration {
  override up(): void {
    this.addSql(`alter table "resource" add column "cleanings" int not null default 0`);
  }
}
