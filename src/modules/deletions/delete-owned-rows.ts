import type { RequestContext } from '#api/context.ts';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import type { DeletedKind } from './deletion.entity.ts';
import { moveInBatches } from './move-in-batches.ts';
import { ownedTables, type OwnedTable, type RootRow } from './owned-tables.ts';

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
 * Deletes the rows that a row owns, and keeps them and the row itself so that they can be restored; with DELETED_RETENTION_DAYS=0 it keeps
 * nothing. The row itself remains to be deleted. The kept rows stay in the database, in `deleted_row`.
 */
export async function deleteOwnedRows(ctx: RequestContext, deleted: Deleted): Promise<void> {
  const { app, db } = ctx;
  const { uid, root } = deleted;
  const tables = await ownedTables(db, root);
  const isKept = app.config.deletedRetentionDays > 0;
  if (isKept) await insertDeletion(ctx, deleted);
  // While the rows that own others are locked, nothing is added below them.
  for (const table of tables.filter(({ ownsRows }) => ownsRows)) await db.rows(lockRows(table));
  for (const table of tables.toReversed())
    if (table.name !== root.table)
      await moveInBatches(db, (batchSize) => {
        const deletedRows = deleteRows(table, batchSize);
        return isKept ? keepRows(uid, table, deletedRows) : sql`with ${deletedRows} ${counts}`;
      });
    else if (isKept) await db.rows(keepRows(uid, table, rootRow(table)));
}

async function insertDeletion({ app, db, session }: RequestContext, deleted: Deleted): Promise<void> {
  const { uid, kind, name, title } = deleted;
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + app.config.deletedRetentionDays * dayMs);
  await db.rows(sql`
    insert into deletion (uid, kind, name, title, deleted_at, deleted_by, expires_at)
    values (${uid}, ${kind}, ${name}, ${title}, ${now}::timestamptz, ${session.username ?? null}, ${expiresAt}::timestamptz)`);
}

const lockRows = ({ name, condition }: OwnedTable): Sql =>
  sql`select count(*) from (select from ${sqlName(name)} t where ${condition} for update) locked`;

/** Locks some of the rows as `picked`, as they are once no other transaction holds them, and deletes them as `moved`. */
const deleteRows = ({ name, condition }: OwnedTable, batchSize: Sql): Sql => sql`
  picked as (select t.ctid as place from ${sqlName(name)} t where ${condition} limit ${batchSize} for update),
  moved as (delete from ${sqlName(name)} t where t.ctid = any(array(select place from picked)) returning t.*)`;

const rootRow = ({ name, condition }: OwnedTable): Sql =>
  sql`picked as (select t.* from ${sqlName(name)} t where ${condition}), moved as (select * from picked)`;

const counts = sqlText(
  'select (select count(*)::int from picked) as picked, (select count(*)::int from moved) as moved',
);

/**
 * Keeps the rows `moved`, and the stored bytes and connections that they name anywhere, in snapshots of versions too. More may be kept than is
 * needed, never less.
 */
function keepRows(uid: string, { name, columns }: OwnedTable, rows: Sql): Sql {
  const keys = columns.map((column) => sql`${column.name}::text`);
  const values = columns.map((column) => sql`t.${sqlName(column.name)}::text`);
  const named = (pattern: string): Sql =>
    sql`kept r, regexp_matches(r.values::text, ${sqlText(`'\\m${pattern}\\M'`)}, 'g') named`;
  return sql`
    with ${rows},
    kept as (
      insert into deleted_row (deletion_uid, table_name, values)
      select ${uid}::text, ${name}::text, jsonb_object(array[${sqlJoin(keys, ', ')}], array[${sqlJoin(values, ', ')}]) from moved t returning values),
    blobs as (
      insert into deleted_blob (deletion_uid, blob_key)
      select distinct ${uid}::text, b.key from ${named('[0-9a-f]{64}')}, blob b where b.key = named[1] on conflict do nothing),
    connections as (
      insert into deleted_connection (deletion_uid, connection_uid)
      select distinct ${uid}::text, c.uid from ${named('co_[0-9a-z]{6}')}, connection c where c.uid = named[1] on conflict do nothing)
    ${counts}`;
}
