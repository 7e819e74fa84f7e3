import { accountOf, caller, type Permission, requireAccount, type Session } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import type { FormAccessType } from './form.entity.ts';

/** The rights on a form, as SQL conditions on the alias of its table. */
export const formRights = Object.freeze({
  /** The right to see and change the draft: with `edit_form`, or as the creator with a key of that scope. */
  edit: (session: Session, form: Sql): Sql => {
    if (session.permissions.has('edit_form')) return sqlText('true');
    return session.scopes.has('edit_form') ? sql`(${form}.created_by = ${caller.username})` : sqlText('false');
  },
});

/** SQL condition: a form has reached its quota. The argument `form` is the alias of the table `form` in the query. */
export const isQuotaReached = (form: Sql): Sql =>
  sql`(${form}.submissions_quota is not null and ${form}.counted_submissions >= ${form}.submissions_quota)`;

/** SQL condition: a published form accepts a submission of the caller now. The argument `form` is the alias of the table `form` in the query. */
export const acceptsSubmissions = (session: Session, form: Sql): Sql =>
  sql`(${form}.access_type = any(${accessTypesFor(session)}::text[]) and not ${isQuotaReached(form)})`;

/** Whom forms of each access type accept submissions of: everyone, or callers with an account, or those of them with a right. */
const submitters: Readonly<
  Record<FormAccessType, { readonly needsAccount: boolean; readonly permission?: Permission }>
> = {
  open: { needsAccount: false },
  authenticated: { needsAccount: true },
  restricted: { needsAccount: true, permission: 'submit_private_form' },
};

/** The access types of the forms to which the caller may submit. */
const accessTypesFor = (session: Session): readonly string[] =>
  Object.entries(submitters)
    .filter(
      ([, { needsAccount, permission }]) =>
        (!needsAccount || accountOf(session) !== undefined) &&
        (permission === undefined || session.permissions.has(permission)),
    )
    .map(([accessType]) => accessType);

/** Checks that the caller may submit to forms of an access type. Fails UNAUTHORIZED, LIMITED_KEY and PERMISSION_DENIED. */
export function requireSubmitter(session: Session, accessType: FormAccessType): void {
  const { needsAccount, permission } = submitters[accessType];
  if (needsAccount) requireAccount(session);
  if (permission !== undefined && !session.permissions.has(permission)) fail('PERMISSION_DENIED', { permission });
}
