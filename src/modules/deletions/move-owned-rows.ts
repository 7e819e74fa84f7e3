import type { RequestContext } from '#api/context.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import type { DeletedKind } from './deletion.entity.ts';
import {
  type OwnedColumn,
  type ForeignKey,
  moveInBatches,
  type OwnedTable,
  ownedTables,
  type RootRow,
} from './owned-tables.ts';
import { firstRow } from '#platform/database/database-client.ts';

const dayMs = 86_400_000;

/** What is about to be deleted. */
interface Deleted {
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
    values (${uid}, ${kind}, ${name}, ${title}, ${now}::timestamptz, ${session.username ?? null},
      ${expiresAt}::timestamptz)`);
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

/** Keeps the rows `moved`, and the bytes and connections that they name anywhere; rather too many than too few. */
function keepRows(uid: string, { name, columns }: OwnedTable, rows: Sql): Sql {
  const keys = columns.map((column) => sql`${column.name}::text`);
  const values = columns.map((column) => sql`t.${sqlName(column.name)}::text`);
  const named = (pattern: string): Sql =>
    sql`kept r, regexp_matches(r.values::text, ${sqlText(`'\\m${pattern}\\M'`)}, 'g') named`;
  return sql`
    with ${rows},
    kept as (
      insert into deleted_row (deletion_uid, table_name, values)
      select ${uid}::text, ${name}::text, jsonb_object(array[${sqlJoin(keys, ', ')}], array[${sqlJoin(values, ', ')}])
      from moved t
      returning
      values),
    blobs as (
      insert into deleted_blob (deletion_uid, blob_key)
      select distinct ${uid}::text, b.key
      from ${named('[0-9a-f]{64}')}, blob b
      where b.key = named[1]
      on conflict
      do nothing),
    connections as (
      insert into deleted_connection (deletion_uid, connection_uid)
      select distinct ${uid}::text, c.uid
      from ${named('co_[0-9a-z]{6}')}, connection c
      where c.uid = named[1]
      on conflict
      do nothing)
    ${counts}`;
}

/**
 * Inserts the rows that `deleteOwnedRows` kept, and forgets the deletion. A row whose owner was deleted in the meantime is left out; references
 * to deleted users have been cleared by `forgetUser`. A row whose owner can itself be restored, such as a relation of two deleted datasets, waits
 * in the deletion of that owner.
 */
export async function restoreRows({ db }: RequestContext, uid: string, root: RootRow): Promise<void> {
  for (const table of await ownedTables(db, root)) {
    for (let columns; (columns = await keptColumns(db, uid, table)).length > 0;) {
      if (ownersOf(table).length > 1) await db.rows(lockOwners(uid, table));
      const kept = columns;
      await moveInBatches(db, (batchSize) => moveRows(uid, table, kept, batchSize));
    }
  }
  await db.rows(sql`delete from deletion where uid = ${uid}`);
}

/** The foreign keys to the rows with which a row is deleted. */
const ownersOf = ({ foreignKeys }: OwnedTable): readonly ForeignKey[] =>
  foreignKeys.filter(({ onDelete }) => onDelete === 'c');

/**
 * The columns that some of the kept rows of a table have; none without rows. Columns that were added since then get their default. Throws for a
 * column that the table no longer has: the migration that removed or renamed it must do the same in the kept rows.
 */
async function keptColumns(
  db: RequestContext['db'],
  uid: string,
  { name, columns }: OwnedTable,
): Promise<readonly OwnedColumn[]> {
  const kept = await firstRow<{ names: string[] }>(
    db,
    sql`select ${columnNames} as names from deleted_row r where deletion_uid = ${uid} and table_name = ${name} limit 1`,
  );
  const keptNames = new Set(kept?.names);
  const found = columns.filter((column) => keptNames.has(column.name));
  if (found.length < keptNames.size)
    throw new Error(`The table ${name} lacks columns of deleted rows: ${[...keptNames].join(', ')}.`);
  return found;
}

/** The columns of a kept row. PostgreSQL sorts the keys, so rows with the same columns have equal arrays. */
const columnNames = sqlText('array(select jsonb_object_keys(r.values))');

/** Locks the deletions that keep owners of the rows, so that none of them is restored or purged at the same time. */
const lockOwners = (uid: string, table: OwnedTable): Sql => sql`
  select d.uid from deletion d where d.uid in (
    select owner.deletion_uid from deleted_row r join deleted_row owner on ${sqlJoin(
      ownersOf(table).map((key) => isOwner(key)),
      ' or ',
    )}
    where r.deletion_uid = ${uid} and r.table_name = ${table.name} and owner.deletion_uid <> ${uid})
    order by d.uid
    for update`;

/** Condition: the kept row `owner` is the one that the kept row `r` refers to. */
const isOwner = ({ columns, referenced, referencedColumns }: ForeignKey): Sql =>
  sqlAnd(
    sql`owner.table_name = ${referenced}::text`,
    ...columns.map(
      (column, index) => sql`owner.values ->> ${referencedColumns[index] ?? ''}::text = r.values ->> ${column}::text`,
    ),
  );

/**
 * Moves some of the kept rows of a table, which have the given columns, back to it. A row that lacks an owner is moved to the deletion that keeps
 * the owner, if there is one, and is left out otherwise.
 */
function moveRows(uid: string, table: OwnedTable, columns: readonly OwnedColumn[], batchSize: Sql): Sql {
  const { name } = table;
  const value = ({ name: column, type }: OwnedColumn): Sql => sql`(r.values ->> ${column}::text)::${sqlText(type)}`;
  const typed = new Map(columns.map((column) => [column.name, value(column)]));
  const owners = ownersOf(table);
  const names = sqlJoin(
    columns.map((column) => sql`${column.name}::text`),
    ', ',
  );
  const waiting = owners.map(
    (key) => sql`
      select r.id, d.uid from picked r join deleted_row owner on ${isOwner(key)}
        join deletion d on d.uid = owner.deletion_uid and not d.is_purged and d.uid <> ${uid}
      where not ${refersToRow(key, typed)}`,
  );
  return sql`
    with picked as (
      select * from deleted_row r where deletion_uid = ${uid} and table_name = ${name}
        and ${columnNames} @> array[${names}] and ${columnNames} <@ array[${names}] limit ${batchSize} for update),
    waiting as (${owners.length > 1 ? sqlJoin(waiting, ' union all ') : sqlText('select id, deletion_uid as uid from picked where false')}),
    kept as (update deleted_row r set deletion_uid = w.uid from waiting w where r.id = w.id returning 1),
    moved as (delete from deleted_row
      where id = any(array(select id from picked except select id from waiting))
      returning *),
    restored as (
      insert into ${sqlName(name)} (${sqlJoin(
        columns.map((column) => sqlName(column.name)),
        ', ',
      )})
      select ${sqlJoin(columns.map(value), ', ')}
      from moved r
      where ${sqlAnd(...owners.map((key) => refersToRow(key, typed)))}
      order by r.id)
    select (select count(*)::int from picked) as picked,
      (select count(*) from moved)::int + (select count(*) from kept)::int as moved`;
}

/** Condition: the kept row refers to a row that exists, or to none. A generated column follows from others that exist. */
function refersToRow({ columns, referenced, referencedColumns }: ForeignKey, typed: ReadonlyMap<string, Sql>): Sql {
  const values = columns.map((column) => typed.get(column));
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length) return sqlText('true');
  const isEmpty = known.map((value) => sql`${value} is null`);
  const isEqual = known.map((value, index) => sql`p.${sqlName(referencedColumns[index] ?? '')} = ${value}`);
  return sql`(${sqlJoin(isEmpty, ' or ')} or exists (select from ${sqlName(referenced)} p where ${sqlJoin(isEqual, ' and ')}))`;
}
