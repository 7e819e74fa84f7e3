import { caller, requirePermission, type Session } from '#api/session.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';

const isSubmitter = (submission: Sql): Sql => sql`${submission}.submitted_by = ${caller.username}`;

/** The rights on a submission (docs/contract/rest.md 3), as SQL conditions on the alias of its table. */
export const submissionRights = Object.freeze({
  /** The right to read the submission. It cannot guard a list: of an anonymous one, everyone who knows the uid has it. */
  read: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form')
      ? sqlText('true')
      : sql`(${isSubmitter(submission)} or ${submission}.is_anonymous)`,
  /** The right to request a change of the submission. */
  change: (session: Session, submission: Sql): Sql =>
    session.permissions.has('moderate_form') ? sqlText('true') : isSubmitter(submission),
});

/** Whether the caller may read and moderate submissions. */
export const isModerator = (session: Session): boolean => session.permissions.has('moderate_form');

/** Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `moderate_form`. */
export const requireModerator = (session: Session): void => {
  requirePermission(session, 'moderate_form');
};

/** The moderation status (docs/contract/specification.md 3.4). */
export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
/** The moderation status of a submission. */
export type SubmissionStatus = (typeof submissionStatuses)[number];
