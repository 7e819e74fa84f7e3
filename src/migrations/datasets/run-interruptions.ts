import { Migration } from '@mikro-orm/migrations';

/** Why the last attempt of a publication was interrupted. */
export class RunInterruptions extends Migration {
  override up(): void {
    this.addSql(`alter table "publication_run" add column "interruption" jsonb null`);
  }
}
