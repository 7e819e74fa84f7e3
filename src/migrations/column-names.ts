import { SchemaMigration } from '#platform/database/schemas.ts';

/** SQL that renames `content` to `blobKey` in each element of a jsonb array of files. */
const withBlobKeys = (files: string): string =>
  `(select coalesce(jsonb_agg(file - 'content' || jsonb_build_object('blobKey', file -> 'content') order by at), '[]'::jsonb)
    from jsonb_array_elements(${files}) with ordinality each(file, at))`;

/** Renames the columns called `content` after their values: the key of a blob, the snapshot of a section, the answers of a submission. */
export class ColumnNames extends SchemaMigration {
  override up(): void {
    this.renameBlobs();
    this.addSql(`alter table "section_snapshot" rename column "content" to "snapshot"`);
    this.addSql(`alter table "submission" rename column "content" to "answers"`);
    this.addSql(`alter index "submission_content_index" rename to "submission_answers_index"`);
    this.renameKeysInFiles();
    for (const table of ['ruleset', 'page_ruleset'])
      this.addSql(
        `alter table "${table}" rename constraint "${table}_names_one_holder" to "${table}_names_one_grantee"`,
      );
    // The only job of this queue recurs and carries no data: the worker sends it again to the renamed queue.
    this.addSql(`do $$ begin
      if to_regprocedure('${this.pgboss}delete_queue(text)') is not null then
        perform ${this.pgboss}delete_queue(name) from ${this.pgboss}queue where name = 'collect-contents';
      end if;
    end $$`);
  }

  private renameBlobs(): void {
    this.addSql(`alter table "stored_content" rename to "blob"`);
    this.addSql(`alter table "blob" rename constraint "stored_content_pkey" to "blob_pkey"`);
    for (const table of ['attachment', 'resource_cache', 'resource_file', 'submission_image']) {
      this.addSql(`alter table "${table}" rename column "content" to "blob_key"`);
      this.addSql(`alter table "${table}" rename constraint "${table}_content_foreign" to "${table}_blob_key_foreign"`);
      this.addSql(`alter index "${table}_content_index" rename to "${table}_blob_key_index"`);
    }
  }

  private renameKeysInFiles(): void {
    this.addSql(`update "section_snapshot"
      set "snapshot" = ${withBlobKeys('"snapshot"')} where "section" = 'attachments' and jsonb_typeof("snapshot") = 'array'`);
    this.addSql(`update "section_snapshot"
      set "snapshot" = jsonb_set("snapshot", '{files}', ${withBlobKeys(`"snapshot" -> 'files'`)})
      where "section" = 'resources' and jsonb_typeof("snapshot" -> 'files') = 'array'`);
    this.addSql(`update "publication_run"
      set "configuration" = jsonb_set("configuration", '{resources,files}', ${withBlobKeys(`"configuration" -> 'resources' -> 'files'`)})
      where jsonb_typeof("configuration" -> 'resources' -> 'files') = 'array'`);
  }
}
