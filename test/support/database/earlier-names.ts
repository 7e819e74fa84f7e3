import { sql, sqlText } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/** Reverses the renaming migrations, the last one first. */
const statements = [
  'drop view schedule',
  'alter table dataset_schedule rename to schedule',
  'alter table schedule rename constraint dataset_schedule_pkey to schedule_pkey',
  ...['dataset_uid', 'created_by'].map(
    (column) =>
      `alter table schedule rename constraint dataset_schedule_${column}_foreign to schedule_${column}_foreign`,
  ),
  ...['created_by', 'next_run_at', 'dataset_uid_created_at_uid'].map(
    (columns) => `alter index dataset_schedule_${columns}_index rename to schedule_${columns}_index`,
  ),
  `update deleted_row set table_name = 'schedule' where table_name = 'dataset_schedule'`,
  ...['ruleset', 'page_ruleset'].map(
    (table) => `alter table ${table} rename constraint ${table}_names_one_grantee to ${table}_names_one_holder`,
  ),
  'alter index submission_answers_index rename to submission_content_index',
  'alter table submission rename column answers to content',
  'alter table section_snapshot rename column snapshot to content',
  ...['attachment', 'resource_cache', 'resource_file', 'submission_image'].flatMap((table) => [
    `alter table ${table} rename column blob_key to content`,
    `alter table ${table} rename constraint ${table}_blob_key_foreign to ${table}_content_foreign`,
    `alter index ${table}_blob_key_index rename to ${table}_content_index`,
  ]),
  'alter table blob rename to stored_content',
  'alter table stored_content rename constraint blob_pkey to stored_content_pkey',
  'alter table form rename column is_editing_enabled to is_edition_enabled',
  'alter table publication_run rename to publication_order',
  'alter table publication_order rename column requested_by to ordered_by',
  'alter table publication_order rename column requested_at to ordered_at',
  'alter table publication_order rename column lease_id to holder',
  'alter table publication_order rename constraint publication_run_pkey to publication_order_pkey',
  'alter table publication_order rename constraint publication_run_id_unique to publication_order_id_unique',
  'alter table publication_order rename constraint publication_run_dataset_uid_foreign to publication_order_dataset_uid_foreign',
  'alter table generation rename column transform to treatment',
  'alter table published_upstream rename to published_source',
  'alter table published_source rename constraint published_upstream_pkey to published_source_pkey',
  'alter table published_source rename constraint published_upstream_dataset_uid_foreign to published_source_dataset_uid_foreign',
  'alter index published_upstream_name_index rename to published_source_name_index',
  ...['processor', 'resource'].flatMap((table) => [
    `alter table ${table} rename column definer to saved_by`,
    `alter table ${table} rename column definer_scopes to key_allows`,
    `alter index ${table}_definer_index rename to ${table}_saved_by_index`,
    `alter table ${table} rename constraint ${table}_definer_foreign to ${table}_saved_by_foreign`,
  ]),
  'alter table schedule rename column scopes to key_allows',
];
const migrations = [
  '2026-11-22-definers',
  '2026-11-22-publication-runs',
  '2026-11-22-form-editing',
  '2026-11-22-column-names',
  '2026-11-23-dataset-schedules',
];

/** Gives tables and columns the names of the first version; the next start migrates them again. */
export async function restoreEarlierNames(db: DatabaseClient): Promise<void> {
  for (const statement of statements) await db.rows(sqlText(statement));
  await db.rows(sql`delete from migration where name = any(${migrations}::text[])`);
}
