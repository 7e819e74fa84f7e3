import { caller } from '../../api/session/caller.ts';
import type { Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

/** The rights on a form, as conditions on a row of `form` under an alias. */
export const formRights = Object.freeze({
  /** To see its draft and to change it: for the whole domain, or as its creator, within the scopes of the key. */
  edit: (session: Session, form: Sql): Sql => {
    if (session.permissions.has('edit_form')) return sqlText('true');
    return session.scopes.has('edit_form') ? sql`(${form}.created_by = ${caller.username})` : sqlText('false');
  },
});
