import { caller } from '../../api/session/caller.ts';
import type { Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

/**
 * The rights on a form. Each function returns the SQL condition that the caller has the right; `form` is the alias of a row of the table
 * `form`.
 */
export const formRights = Object.freeze({
  /** To see the draft of the form and to change it: with `edit_form` for the whole domain, or as the creator with a key of this scope. */
  edit: (session: Session, form: Sql): Sql => {
    if (session.permissions.has('edit_form')) return sqlText('true');
    return session.scopes.has('edit_form') ? sql`(${form}.created_by = ${caller.username})` : sqlText('false');
  },
});
