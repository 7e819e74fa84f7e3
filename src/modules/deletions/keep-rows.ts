import type { RequestContext } from '../../api/context.ts';
import { sql, sqlJoin, sqlName } from '../../kernel/sql.ts';
import type { DeletedKind } from './deletion.entity.ts';
import { ownedTables, type RootRow } from './owned-tables.ts';

const dayMs = 86_400_000;

/** What is about to be deleted. */
export interface Deleted {
  readonly uid: string;
  readonly kind: DeletedKind;
  readonly name: string;
  readonly title: string;
  /** The row that is deleted. The transaction has locked it. */
  readonly root: RootRow;
}

/**
 * Keeps the rows that the deletion of a row is about to delete, so that they can be restored; with DELETED_RETENTION_DAYS=0 it keeps
 * nothing. The rows stay in the database. Each is locked, so none is added or changed between this copy and the deletion.
 */
export async function keepRows({ app, db, session }: RequestContext, deleted: Deleted): Promise<void> {
  const { deletedRetentionDays } = app.config;
  if (deletedRetentionDays === 0) return;
  const { uid, kind, name, title, root } = deleted;
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + deletedRetentionDays * dayMs);
  await db.rows(sql`
    insert into deletion (uid, kind, name, title, deleted_at, deleted_by, expires_at)
    values (${uid}, ${kind}, ${name}, ${title}, ${now}::timestamptz, ${session.username ?? null}, ${expiresAt}::timestamptz)`);
  for (const { name: table, columns, condition } of await ownedTables(db, root)) {
    const keys = columns.map((column) => sql`${column.name}::text`);
    const values = columns.map((column) => sql`t.${sqlName(column.name)}::text`);
    await db.rows(sql`
      insert into deleted_row (deletion_uid, table_name, values)
      select ${uid}::text, ${table}::text, jsonb_object(array[${sqlJoin(keys, ', ')}], array[${sqlJoin(values, ', ')}])
      from ${sqlName(table)} t where ${condition} for update of t`);
  }
  await keepReferences({ db }, uid);
}

/**
 * Keeps the stored bytes and the connections that the rows name anywhere, in snapshots of versions too. More may be kept than is needed,
 * never less.
 */
async function keepReferences({ db }: Pick<RequestContext, 'db'>, uid: string): Promise<void> {
  await db.rows(sql`
    insert into deleted_blob (deletion_uid, blob_key)
    select distinct ${uid}::text, b.key from deleted_row r, regexp_matches(r.values::text, '\\m[0-9a-f]{64}\\M', 'g') named, blob b
    where r.deletion_uid = ${uid} and b.key = named[1]`);
  await db.rows(sql`
    insert into deleted_connection (deletion_uid, connection_uid)
    select distinct ${uid}::text, c.uid from deleted_row r, regexp_matches(r.values::text, '\\mco_[0-9a-z]{6}\\M', 'g') named, connection c
    where r.deletion_uid = ${uid} and c.uid = named[1]`);
}
