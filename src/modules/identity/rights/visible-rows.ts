import { caller } from '#api/session/caller.ts';
import type { Session } from '#api/session/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/** Condition: the row belongs to the caller. */
export const belongsToCaller = (row: Sql): Sql => sql`${row}.username = ${caller.username}`;

/** A visibility condition: administrators see every row, other callers see the rows that meet `condition`. */
export const visibleToAdministratorsOr =
  (condition: (row: Sql) => Sql) =>
  ({ permissions }: Session, row: Sql): Sql =>
    permissions.has('administer') ? sqlText('true') : condition(row);
