import type { RequestContext } from '#api/context.ts';
import { fail, failFields, failOnFields } from '#kernel/fail.ts';
import { type ModeratedSubmission, moderate } from './moderate.ts';
import type { ApproveSubmissionInput, ModerationInput, RejectSubmissionInput } from './moderation.inputs.ts';
import { parseText } from '#engine/blocks/parse-text.ts';
import { sql } from '#kernel/sql.ts';
import { countSubmission } from '../limits/quota.ts';
import { createStateMachine } from '#kernel/state-machine.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';
import { findDuplicateAnswers } from '../answers/find-duplicate-answers.ts';

/**
 * Approves a submission and returns its uid. A submission that was rejected must fit into the quota again, and no other submission may
 * have its unique answers. Fails as `moderate` does, and with INVALID_SUBMISSION_STATUS when the status is not the expected one or allows
 * no approval, SUBMISSIONS_QUOTA_REACHED when the quota has no room, or INVALID_INPUT when another submission has a unique answer.
 */
export const approveSubmission = (ctx: RequestContext, input: ApproveSubmissionInput): Promise<string> =>
  moderate(ctx, 'approveSubmission', input, async (tx, submission) => {
    await setStatus(tx, submission, input, 'approve');
    if (submission.status !== 'rejected') return;
    if (submission.isFull) fail('SUBMISSIONS_QUOTA_REACHED');
    await requireUnique(tx, submission, input, submission.answers);
  });

const maxReasonLength = 10_000;

/**
 * Rejects a submission for a reason and returns its uid. Fails as `moderate` does, and with INVALID_INPUT when the reason is empty or too
 * long, or INVALID_SUBMISSION_STATUS when the status is not the expected one or allows no rejection.
 */
export const rejectSubmission = (ctx: RequestContext, input: RejectSubmissionInput): Promise<string> =>
  moderate(ctx, 'rejectSubmission', input, (tx, submission) =>
    setStatus(tx, submission, input, 'reject', parseReason(input)),
  );

function parseReason({ reason }: RejectSubmissionInput): string {
  const parsed = parseText(reason.trim(), maxReasonLength);
  if ('problem' in parsed) failFields({ reason: [parsed.problem] });
  return parsed.value === '' ? failFields({ reason: ['Give a reason.'] }) : parsed.value;
}

/**
 * Changes the status of a submission, with the reason for a rejection. When several moderators decide at once, one succeeds and the
 * others fail INVALID_SUBMISSION_STATUS, because the status is no longer the status that they expect.
 */
export async function setStatus(
  { db, app: { clock } }: RequestContext,
  { status }: ModeratedSubmission,
  { formSlug, uid, expectedStatus }: ApproveSubmissionInput,
  event: 'approve' | 'reject',
  reason: string | null = null,
): Promise<void> {
  if (status !== expectedStatus) fail('INVALID_SUBMISSION_STATUS', { status, action: event, allowed: expectedStatus });
  const next = submissionTransitions.next(status, event);
  await countSubmission(db, formSlug, status, next);
  await db.rows(
    sql`update submission set status = ${next}, rejection_reason = ${reason}, updated_at = ${clock.now()} where uid = ${uid}`,
  );
}

/**
 * The transitions of moderation (docs/contract/specification.md 3.4). A decision may be reversed; approving a rejected submission needs
 * room in the quota.
 */
export const submissionTransitions = createStateMachine(
  {
    pending: { approve: 'approved', reject: 'rejected' },
    approved: { reject: 'rejected' },
    rejected: { approve: 'approved' },
  },
  'INVALID_SUBMISSION_STATUS',
);

/** Deletes a submission with its images, whatever its status, and returns its uid. Fails as `moderate` does. */
export const deleteSubmission = (ctx: RequestContext, input: ModerationInput): Promise<string> =>
  moderate(ctx, 'deleteSubmission', input, async ({ db }, { status }) => {
    await countSubmission(db, input.formSlug, status, null);
    await db.rows(sql`delete from submission where uid = ${input.uid}`);
  });

const takenMessages = ['The answer must be unique, and another submission already has it.'];

/** Fails INVALID_INPUT when another submission already has an answer that must be unique. The caller must hold the lock of the form. */
export async function requireUnique(
  { db }: RequestContext,
  { form }: ModeratedSubmission,
  { formSlug, uid }: ModerationInput,
  values: SubmissionAnswers,
): Promise<void> {
  const errors = await findDuplicateAnswers(db, form, { formSlug, uid, values });
  failOnFields(Object.fromEntries(errors.map(({ field }) => [`content.${field}`, takenMessages])));
}
