import { Migration } from '@mikro-orm/migrations';

/** The folder of the stored files of this database. */
export class StorageFolder extends Migration {
  override up(): void {
    this.addSql(
      `create table "storage_folder" ("uid" varchar(255) not null, "folder" varchar(255) not null, primary key ("uid"))`,
    );
  }
}
