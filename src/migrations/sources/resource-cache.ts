import { Migration } from '@mikro-orm/migrations';

/** The cached sources of resources. */
export class ResourceCache extends Migration {
  override up(): void {
    this.addSql(`create table "resource_cache" (
      "resource_uid" varchar(255) not null,
      "source" varchar(64) not null,
      "etag" text null,
      "last_modified" text null,
      "filename" text not null,
      "mimetype" text null,
      "content" varchar(64) not null,
      "bytes" bigint not null,
      "read_at" timestamptz not null,
      primary key ("resource_uid")
    )`);
    this.addSql(`create index "resource_cache_content_index" on "resource_cache" ("content")`);
    this.addSql(
      `alter table "resource_cache" add constraint "resource_cache_resource_uid_foreign" foreign key ("resource_uid") references "resource" ("uid") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "resource_cache" add constraint "resource_cache_content_foreign" foreign key ("content") references "stored_content" ("key")`,
    );
  }
}
