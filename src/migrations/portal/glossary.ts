import { Migration } from '@mikro-orm/migrations';

/** The glossary of the portal. */
export class Glossary extends Migration {
  override up(): void {
    this.addSql(`create table "glossary_term" (
      "uid" varchar(255) not null,
      "name" text not null,
      "aliases" text[] not null,
      "description" text not null,
      "search_name" text not null,
      "search_aliases" text[] not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "glossary_term_search_name_uid_index" on "glossary_term" ("search_name", "uid")`);
  }
}
