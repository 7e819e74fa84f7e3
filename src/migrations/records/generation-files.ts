import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the file of each generation, and the tail of the records that were pushed after it. Generations of earlier versions have a table in
 * the schema `records` instead.
 */
export class GenerationFiles extends Migration {
  override up(): void {
    this.addSql(`alter table "generation"
      add column "file" varchar(64) null,
      add column "file_count" bigint not null default 0,
      add column "folded_at" timestamptz null,
      add column "tail_version" bigint not null default 0`);
    this.addSql(`create index "generation_file_index" on "generation" ("file")`);
    this.addSql(
      `alter table "generation" add constraint "generation_file_foreign" foreign key ("file") references "blob" ("key") on delete restrict`,
    );
    this.addSql(`create table "record_tail" (
      "generation" bigint not null,
      "position" bigint not null,
      "id" bytea not null,
      "column_count" int not null,
      "line" text not null,
      "made_at" timestamptz not null,
      primary key ("generation", "position")
    )`);
    this.addSql(
      `alter table "record_tail" add constraint "record_tail_generation_id_unique" unique ("generation", "id")`,
    );
    this.addSql(
      `alter table "record_tail" add constraint "record_tail_generation_foreign" foreign key ("generation") references "generation" ("id") on delete cascade`,
    );
  }
}
