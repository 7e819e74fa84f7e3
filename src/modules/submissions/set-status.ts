import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import type { Judged } from './moderate.ts';
import { moderation } from './moderation.ts';
import type { ApproveSubmissionInput } from './moderation.inputs.ts';
import { countSubmission } from './quota.ts';

/**
 * Moves a submission that is judged, with the reason for a rejection. Of several moderators at once one judges: the others fail
 * INVALID_SUBMISSION_STATUS, as it is not any more what they saw.
 */
export async function setStatus(
  { db, app: { clock } }: RequestContext,
  { status }: Judged,
  { formSlug, uid, expectedStatus }: ApproveSubmissionInput,
  event: 'approve' | 'reject',
  reason: string | null = null,
): Promise<void> {
  if (status !== expectedStatus) fail('INVALID_SUBMISSION_STATUS', { status, action: event, allowed: expectedStatus });
  const next = moderation.next(status, event);
  await countSubmission(db, formSlug, status, next);
  await db.rows(
    sql`update submission set status = ${next}, rejection_reason = ${reason}, updated_at = ${clock.now()} where uid = ${uid}`,
  );
}
