import type { RequestContext } from '#api/context.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { moveInBatches } from './move-in-batches.ts';
import { ownedTables, type Column, type ForeignKey, type OwnedTable, type RootRow } from './owned-tables.ts';

/**
 * Inserts the rows that `deleteOwnedRows` kept, and forgets the deletion. Where a row refers to one that was deleted in the meantime, such as a
 * user, it gets what that deletion would have made of it: the reference is cleared, or the row is left out. A row whose owner can itself be
 * restored, such as a relation of two deleted datasets, waits in the deletion of that owner.
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
): Promise<readonly Column[]> {
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
    where r.deletion_uid = ${uid} and r.table_name = ${table.name} and owner.deletion_uid <> ${uid}) order by d.uid for update`;

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
function moveRows(uid: string, table: OwnedTable, columns: readonly Column[], batchSize: Sql): Sql {
  const { name, foreignKeys } = table;
  const value = ({ name: column, type }: Column): Sql => sql`(r.values ->> ${column}::text)::${sqlText(type)}`;
  const typed = new Map(columns.map((column) => [column.name, value(column)]));
  const cleared = foreignKeys.filter(({ onDelete }) => onDelete === 'n');
  const owners = ownersOf(table);
  const select = columns.map((column) => {
    const references = cleared.filter((key) => key.columns.includes(column.name));
    return references.length === 0
      ? value(column)
      : sql`case when ${sqlAnd(...references.map((key) => refersToRow(key, typed)))} then ${value(column)} end`;
  });
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
    moved as (delete from deleted_row where id = any(array(select id from picked except select id from waiting)) returning *),
    restored as (
      insert into ${sqlName(name)} (${sqlJoin(
        columns.map((column) => sqlName(column.name)),
        ', ',
      )})
      select ${sqlJoin(select, ', ')} from moved r where ${sqlAnd(...owners.map((key) => refersToRow(key, typed)))} order by r.id)
    select (select count(*)::int from picked) as picked, (select count(*) from moved)::int + (select count(*) from kept)::int as moved`;
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
