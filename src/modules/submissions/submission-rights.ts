import { caller } from '../../api/session/caller.ts';
import type { Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

const isBySubmitter = (submission: Sql): Sql => sql`${submission}.submitted_by = ${caller.username}`;

/** The rights on a submission (docs/contract/rest.md 3), as conditions on a row of `submission` under an alias. */
export const submissionRights = Object.freeze({
  /** To read it: an anonymous one needs only its uid, so lists require the right to moderate. */
  read: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form')
      ? sqlText('true')
      : sql`(${isBySubmitter(submission)} or ${submission}.is_anonymous)`,
  /** To request a change of it. */
  change: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form') ? sqlText('true') : isBySubmitter(submission),
});
