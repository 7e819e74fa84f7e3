import { caller, type Session } from '#api/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/**
 * The rights on a form. Each function returns the SQL condition that the caller has the right. The argument `form` is the alias of the
 * table `form` in the query.
 */
export const formRights = Object.freeze({
  /**
   * The right to see the draft of the form and to change it: with the permission `edit_form`, or as the creator of the form
   * when the key has the scope `edit_form`.
   */
  edit: (session: Session, form: Sql): Sql => {
    if (session.permissions.has('edit_form')) return sqlText('true');
    return session.scopes.has('edit_form') ? sql`(${form}.created_by = ${caller.username})` : sqlText('false');
  },
});
