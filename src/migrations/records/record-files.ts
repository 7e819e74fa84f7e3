import { Migration } from '@mikro-orm/migrations';

/** The stored files that the records of a generation describe. Generations of earlier versions kept no bytes of files. */
export class RecordFiles extends Migration {
  override up(): void {
    this.addSql(`create table "record_file" (
      "generation" bigint not null,
      "blob_key" varchar(64) not null,
      primary key ("generation", "blob_key")
    )`);
    this.addSql(`create index "record_file_blob_key_index" on "record_file" ("blob_key")`);
    this.addSql(
      `alter table "record_file" add constraint "record_file_generation_foreign" foreign key ("generation") references "generation" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "record_file" add constraint "record_file_blob_key_foreign" foreign key ("blob_key") references "blob" ("key") on update cascade on delete restrict`,
    );
  }
}
