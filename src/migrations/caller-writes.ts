import { Migration } from '@mikro-orm/migrations';

/**
 * The position of the write-ahead log after the last change of each user, for processes that read from a replica. The table is not logged:
 * positions are needed for seconds, and a primary that recovers from a crash may forget them.
 */
export class CallerWrites extends Migration {
  override up(): void {
    this.addSql(`create unlogged table "caller_write" (
      "username" text collate "C" primary key,
      "position" pg_lsn not null,
      "written_at" timestamptz not null
    ) with (fillfactor = 50)`);
  }
}
