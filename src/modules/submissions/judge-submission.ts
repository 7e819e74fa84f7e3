import type { RequestContext } from '../../api/context.ts';
import { readText } from '../../engine/blocks/read-text.ts';
import { fail, failFields, refuseFields } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { moderate, type Judged } from './moderate.ts';
import { moderation } from './moderation.ts';
import type { ApproveSubmissionInput, ModerationInput, RejectSubmissionInput } from './moderation.inputs.ts';
import type { SubmissionContent } from './submission.entity.ts';
import type { SubmissionStatus } from './submission-status.ts';
import { takenFields } from './taken-fields.ts';

const longestReason = 10_000;

/**
 * Approves a submission and answers its uid; one that was rejected needs room in the quota again, and answers that nobody else
 * gave. Fails as `moderate` does, INVALID_SUBMISSION_STATUS, SUBMISSIONS_QUOTA_REACHED, INVALID_INPUT.
 */
export const approveSubmission = (ctx: RequestContext, input: ApproveSubmissionInput): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    const status = nextStatus(submission, 'approve', input.expectedStatus);
    if (submission.status === 'rejected') {
      if (submission.isFull) fail('SUBMISSIONS_QUOTA_REACHED');
      await requireUnique(tx, input, submission, submission.content);
    }
    await setStatus(tx, input.uid, status, null);
  });

/** Rejects a submission for a reason and answers its uid. Fails as `moderate` does, INVALID_SUBMISSION_STATUS, INVALID_INPUT. */
export const rejectSubmission = (ctx: RequestContext, input: RejectSubmissionInput): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    const reading = readText(input.reason.trim(), longestReason);
    if ('problem' in reading) failFields({ reason: [reading.problem] });
    if (reading.value === '') failFields({ reason: ['Say why.'] });
    await setStatus(tx, input.uid, nextStatus(submission, 'reject', input.expectedStatus), reading.value);
  });

/** Deletes a submission with its images, whatever its status, and answers the uid that it had. Fails as `moderate` does. */
export const deleteSubmission = (ctx: RequestContext, input: ModerationInput): Promise<string> =>
  moderate(ctx, input, ({ db }) => db.rows(sql`delete from submission where uid = ${input.uid}`));

/** Fails INVALID_INPUT where an answer has to be unique that another submission holds by now. The form is locked. */
export async function requireUnique({ db }: RequestContext, { formSlug, uid }: ModerationInput, { form }: Judged, values: SubmissionContent): Promise<void> {
  const taken = await takenFields(db, form, { formSlug, uid, values });
  refuseFields(Object.fromEntries(taken.map(({ field }) => [`content.${field}`, ['Another submission holds the same answer by now, which has to be unique.']])));
}

/** Of several moderators at once one judges; the others learn that it is not any more what they saw. */
function nextStatus({ status }: Judged, event: 'approve' | 'reject', expected: SubmissionStatus): SubmissionStatus {
  if (status !== expected) fail('INVALID_SUBMISSION_STATUS', { status, action: event, allowed: expected });
  return moderation.next(status, event);
}

const setStatus = ({ db, app: { clock } }: RequestContext, uid: string, status: SubmissionStatus, reason: string | null): Promise<unknown> =>
  db.rows(sql`update submission set status = ${status}, rejection_reason = ${reason}, updated_at = ${clock.now()} where uid = ${uid}`);
