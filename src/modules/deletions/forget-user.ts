import type { UserHook } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { readForeignKeys } from './owned-tables.ts';

/**
 * Does to kept rows what the foreign keys do to stored ones when a user is deleted: rows of the user are removed, and other references to
 * the user are cleared. Otherwise a later user with the same name would get the rulesets of this one with a restoration.
 */
export const forgetUser: UserHook = async ({ db }, username) => {
  const keys = (await readForeignKeys(db)).filter(({ referenced }) => referenced === 'user_account');
  const columnsOf = (action: string) =>
    sql`jsonb_to_recordset(${JSON.stringify(
      keys.flatMap(({ table, columns, onDelete }) =>
        onDelete === action ? columns.map((column) => ({ table, column })) : [],
      ),
    )}::jsonb) as k("table" text, "column" text)`;
  await db.rows(
    sql`delete from deleted_row r using ${columnsOf('c')} where r.table_name = k."table" and r.values ->> k."column" = ${username}`,
  );
  await db.rows(sql`
    update deleted_row r set values = r.values || cleared.values from (
      select d.id, jsonb_object_agg(k."column", null) as values from deleted_row d join ${columnsOf('n')}
        on d.table_name = k."table" and d.values ->> k."column" = ${username} group by d.id) cleared
    where r.id = cleared.id`);
};
