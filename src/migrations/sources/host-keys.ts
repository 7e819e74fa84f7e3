import { Migration } from '@mikro-orm/migrations';

/** The host keys of SSH servers. */
export class HostKeys extends Migration {
  override up(): void {
    this.addSql(`create table "host_key" (
      "owner" varchar(255) not null,
      "address" text not null,
      "fingerprint" varchar(43) not null,
      primary key ("owner", "address")
    )`);
  }
}
