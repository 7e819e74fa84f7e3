import type { RequestContext } from '../../api/context.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { moveInBatches } from './move-in-batches.ts';
import { ownedTables, type Column, type ForeignKey, type OwnedTable, type RootRow } from './owned-tables.ts';

/**
 * Inserts the rows that `deleteOwnedRows` kept, and forgets the deletion. Where a row refers to one that was deleted in the meantime, such as a
 * user, it gets what that deletion would have made of it: the reference is cleared, or the row is left out.
 */
export async function restoreRows({ db }: RequestContext, uid: string, root: RootRow): Promise<void> {
  for (const table of await ownedTables(db, root)) {
    const columns = await keptColumns(db, uid, table);
    if (columns.length > 0) await moveInBatches(db, (batchSize) => moveRows(uid, table, columns, batchSize));
  }
  await db.rows(sql`delete from deletion where uid = ${uid}`);
}

/**
 * The columns that the kept rows of a table have; none without rows. Columns that were added since then get their default. Throws for a
 * column that the table no longer has: the migration that removed or renamed it must do the same in the kept rows.
 */
async function keptColumns(
  db: RequestContext['db'],
  uid: string,
  { name, columns }: OwnedTable,
): Promise<readonly Column[]> {
  const kept = await firstRow<{ names: string[] }>(
    db,
    sql`select array(select jsonb_object_keys(values)) as names from deleted_row where deletion_uid = ${uid} and table_name = ${name} limit 1`,
  );
  const keptNames = new Set(kept?.names);
  const found = columns.filter((column) => keptNames.has(column.name));
  if (found.length < keptNames.size)
    throw new Error(`The table ${name} lacks columns of deleted rows: ${[...keptNames].join(', ')}.`);
  return found;
}

/** Moves some of the kept rows of a table back to it. */
function moveRows(uid: string, { name, foreignKeys }: OwnedTable, columns: readonly Column[], batchSize: Sql): Sql {
  const value = ({ name: column, type }: Column): Sql => sql`(r.values ->> ${column}::text)::${sqlText(type)}`;
  const typed = new Map(columns.map((column) => [column.name, value(column)]));
  const cleared = foreignKeys.filter(({ onDelete }) => onDelete === 'n');
  const required = foreignKeys.filter(({ onDelete }) => onDelete === 'c');
  const select = columns.map((column) => {
    const references = cleared.filter((key) => key.columns.includes(column.name));
    return references.length === 0
      ? value(column)
      : sql`case when ${sqlAnd(...references.map((key) => refersToRow(key, typed)))} then ${value(column)} end`;
  });
  return sql`
    with moved as (
      delete from deleted_row where id = any(array(
        select id from deleted_row where deletion_uid = ${uid} and table_name = ${name} limit ${batchSize})) returning *),
    restored as (
      insert into ${sqlName(name)} (${sqlJoin(
        columns.map((column) => sqlName(column.name)),
        ', ',
      )})
      select ${sqlJoin(select, ', ')} from moved r where ${sqlAnd(...required.map((key) => refersToRow(key, typed)))} order by r.id)
    select count(*)::int as count from moved`;
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
