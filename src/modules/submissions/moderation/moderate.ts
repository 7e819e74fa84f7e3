import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isQuotaReached, type FormContent } from '#forms/index.ts';
import { withAuditEntry } from '#identity/index.ts';
import { lockForm } from '../find-form.ts';
import { requireModerator } from './moderation-rights.ts';
import type { ModerationInput } from './moderation.inputs.ts';
import { revisionTag } from '../submission.source.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';
import type { SubmissionStatus } from '../submission-status.ts';

/** A submission under moderation. */
export interface ModeratedSubmission {
  /** The content of the form version that the submission belongs to. */
  readonly form: FormContent;
  /** Whether the form has reached its quota. */
  readonly isFull: boolean;
  readonly status: SubmissionStatus;
  readonly answers: SubmissionAnswers;
  readonly revision: SubmissionAnswers | null;
  readonly revisionTag: string | null;
}

/**
 * Moderates a submission to a form, published or not, and returns the submission's uid. All moderation goes through this function. It
 * records the change in the audit log, and locks the form, so that no one else submits, edits or moderates at the same time. Fails UNAUTHORIZED without a key, PERMISSION_DENIED
 * without `moderate_form`, and NOT_FOUND when the form has no such submission.
 */
export function moderate(
  ctx: RequestContext,
  action: string,
  input: ModerationInput,
  apply: (tx: RequestContext, submission: ModeratedSubmission) => Promise<unknown>,
): Promise<string> {
  const { formSlug, uid } = input;
  requireModerator(ctx.session);
  return withAuditEntry(ctx, { action, type: 'Submission', input }, async (tx) => {
    await lockForm(tx, formSlug);
    const [f, s] = [sqlText('f'), sqlText('s')];
    const submission =
      (await firstRow<ModeratedSubmission>(
        tx.db,
        sql`
      select v.content as form, ${isQuotaReached(f)} as "isFull", s.status, s.answers, s.revision, ${revisionTag(s)} as "revisionTag"
      from submission s join form f on f.slug = s.form_slug join form_version v on v.form_slug = s.form_slug and v.number = s.form_version
      where s.form_slug = ${formSlug} and s.uid = ${uid}`,
      )) ?? fail('NOT_FOUND');
    await apply(tx, submission);
    return uid;
  });
}
