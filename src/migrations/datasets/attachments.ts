import { Migration } from '@mikro-orm/migrations';

/** Files exposed alongside a dataset. */
export class Attachments extends Migration {
  override up(): void {
    this.addSql(`create table "attachment" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "filename" text not null,
      "mimetype" text null,
      "content" varchar(64) not null,
      "bytes" bigint not null,
      "created_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "attachment_content_index" on "attachment" ("content")`);
    this.addSql(
      `create index "attachment_dataset_uid_created_at_uid_index" on "attachment" ("dataset_uid", "created_at", "uid")`,
    );
    this.addSql(
      `alter table "attachment" add constraint "attachment_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "attachment" add constraint "attachment_content_foreign" foreign key ("content") references "stored_content" ("key")`,
    );
  }
}
