import { Migration } from '@mikro-orm/migrations';

/** The refresh tokens that providers issued in place of the configured ones. */
export class RefreshTokens extends Migration {
  override up(): void {
    this.addSql(`create table "refresh_token" (
      "uid" varchar(64) not null,
      "owner" varchar(255) not null,
      "fingerprint" varchar(64) not null,
      "sealed" text not null,
      primary key ("uid")
    )`);
  }
}
