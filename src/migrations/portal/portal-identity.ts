import { Migration } from '@mikro-orm/migrations';

/** What makes a portal that of a city: its texts, pictures, colors, legal pages, themes, publisher and languages. */
export class PortalIdentity extends Migration {
  override up(): void {
    this.addSql(`alter table "portal_setting"
      add column "texts" jsonb null,
      add column "logo" text null,
      add column "favicon" text null,
      add column "accent_color" text null,
      add column "accent_color_dark" text null,
      add column "legal_pages" jsonb null,
      add column "themes" jsonb null,
      add column "publisher" jsonb null,
      add column "contact" jsonb null,
      add column "languages" text[] null`);
    this.addSql(`create table "portal_image" (
      "blob_key" varchar(64) not null,
      "media_type" text not null,
      "width" int not null,
      "height" int not null,
      "bytes" int not null,
      "created_at" timestamptz not null,
      primary key ("blob_key")
    )`);
    this.addSql(`create index "portal_image_blob_key_index" on "portal_image" ("blob_key")`);
    this.addSql(
      `alter table "portal_image" add constraint "portal_image_blob_key_foreign" foreign key ("blob_key") references "blob" ("key") on update cascade on delete restrict`,
    );
  }
}
