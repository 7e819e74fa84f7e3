import { Migration } from '@mikro-orm/migrations';

/** What SSH servers are known by. */
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
