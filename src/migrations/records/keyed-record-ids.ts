import { Migration } from '@mikro-orm/migrations';

/**
 * Stores for each generation how many of its records have keyed identifiers. Earlier versions wrote unkeyed ones; a job replaces them
 * (src/modules/records/generations/key-record-ids.job.ts).
 */
export class KeyedRecordIds extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "keyed_count" bigint not null default 0`);
  }
}
