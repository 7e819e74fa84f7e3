import { sql, sqlText } from '../../src/kernel/sql.ts';
import type { DatabaseClient } from '../../src/platform/database/database-client.ts';

/** Undoes the migrations that renamed, the last one first. */
const statements = [
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
const migrations = ['2026-11-22-definers', '2026-11-22-publication-runs', '2026-11-22-form-editing'];

/** Gives tables and columns the names of the first version; the next start migrates them again. */
export async function restoreEarlierNames(db: DatabaseClient): Promise<void> {
  for (const statement of statements) await db.rows(sqlText(statement));
  await db.rows(sql`delete from migration where name = any(${migrations}::text[])`);
}
