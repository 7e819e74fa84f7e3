import { Migration } from '@mikro-orm/migrations';

/** The extent of each generation. That of an earlier generation is unknown, and stays so until its dataset is published again. */
export class GeographicExtents extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "extent" jsonb null`);
  }
}
