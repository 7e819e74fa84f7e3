import { accountOf, type Session } from '#api/session.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { FormAccessType } from './form-content.ts';

/** SQL condition: a form has reached its quota. The argument `form` is the alias of the table `form` in the query. */
export const isQuotaReached = (form: Sql): Sql =>
  sql`(${form}.submissions_quota is not null and ${form}.counted_submissions >= ${form}.submissions_quota)`;

/** SQL condition: a published form accepts a submission of the caller now. The argument `form` is the alias of the table `form` in the query. */
export const acceptsSubmissions = (session: Session, form: Sql): Sql =>
  sql`(${form}.access_type = any(${accessTypesFor(session)}::text[]) and not ${isQuotaReached(form)})`;

/** The access types of the forms to which the caller may submit. */
function accessTypesFor(session: Session): readonly FormAccessType[] {
  if (accountOf(session) === undefined) return ['open'];
  return session.permissions.has('submit_private_form')
    ? ['open', 'authenticated', 'restricted']
    : ['open', 'authenticated'];
}
