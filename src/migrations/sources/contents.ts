import { Migration } from '@mikro-orm/migrations';

/** The stored blobs, and the foreign key of files to them. */
export class Contents extends Migration {
  override up(): void {
    this.addSql(`create table "stored_content" (
      "key" varchar(64) not null,
      "unreferenced_since" timestamptz null,
      primary key ("key")
    )`);
    this.addSql(`insert into "stored_content" ("key")
      select content from resource_file
      union select file ->> 'content' from section_snapshot s, jsonb_array_elements(s.content -> 'files') file where s.section = 'resources'
      union select file ->> 'content' from publication_order o, jsonb_array_elements(o.configuration -> 'resources' -> 'files') file`);
    this.addSql(
      `alter table "resource_file" add constraint "resource_file_content_foreign" foreign key ("content") references "stored_content" ("key")`,
    );
  }
}
