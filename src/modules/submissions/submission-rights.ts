import { caller } from '../../api/session/caller.ts';
import type { Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

const isSubmitter = (submission: Sql): Sql => sql`${submission}.submitted_by = ${caller.username}`;

/** The rights on a submission (docs/contract/rest.md 3). Each is an SQL condition; `submission` is the alias of a row of `submission`. */
export const submissionRights = Object.freeze({
  /** The right to read it. The uid is the only credential for an anonymous submission, so lists require the right to moderate. */
  read: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form')
      ? sqlText('true')
      : sql`(${isSubmitter(submission)} or ${submission}.is_anonymous)`,
  /** The right to request a change of it. */
  change: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form') ? sqlText('true') : isSubmitter(submission),
});
