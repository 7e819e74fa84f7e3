import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { moderate } from './moderate.ts';
import type { ApproveSubmissionInput } from './moderation.inputs.ts';
import { requireUnique } from './require-unique.ts';
import { setStatus } from './set-status.ts';

/**
 * Approves a submission and answers its uid; one that was rejected needs room in the quota again, and answers that nobody else
 * gave. Fails as `moderate` does, INVALID_SUBMISSION_STATUS, SUBMISSIONS_QUOTA_REACHED, INVALID_INPUT.
 */
export const approveSubmission = (ctx: RequestContext, input: ApproveSubmissionInput): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    await setStatus(tx, submission, input, 'approve');
    if (submission.status !== 'rejected') return;
    if (submission.isFull) fail('SUBMISSIONS_QUOTA_REACHED');
    await requireUnique(tx, submission, input, submission.content);
  });
