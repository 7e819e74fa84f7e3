import { Migration } from '@mikro-orm/migrations';

/** What limits an API key besides its scopes: that it only reads, and the datasets that it reaches. */
export class KeyLimits extends Migration {
  override up(): void {
    this.addSql(`alter table "api_key"
      add column if not exists "is_read_only" boolean not null default false,
      add column if not exists "datasets" text[] null`);
  }
}
