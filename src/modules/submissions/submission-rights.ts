import { caller, type Session } from '#api/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';

const isSubmitter = (submission: Sql): Sql => sql`${submission}.submitted_by = ${caller.username}`;

/**
 * The rights on a submission (docs/contract/rest.md 3). Each is an SQL condition. The argument `submission` is the alias of the table
 * `submission` in the query.
 */
export const submissionRights = Object.freeze({
  /**
   * The right to read the submission. Anyone who knows the uid of an anonymous submission may read it. This condition
   * therefore cannot guard a list: lists require `moderate_form`.
   */
  read: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form')
      ? sqlText('true')
      : sql`(${isSubmitter(submission)} or ${submission}.is_anonymous)`,
  /** The right to request a change of the submission. */
  change: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form') ? sqlText('true') : isSubmitter(submission),
});
