import type { RequestContext } from '#api/context.ts';
import type { RevisionInput } from './moderation.inputs.ts';
import { requireUnique } from './moderation.service.ts';
import { fail } from '#kernel/fail.ts';
import { deleteUnreferencedImages } from '../answers/store-images.ts';
import { type ModeratedSubmission, moderate } from './moderate.ts';
import { replaceAnswers } from '../answers/replace-answers.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';

/**
 * Applies the pending change to its submission and returns the submission's uid. The status of the submission stays the same. Fails as
 * `resolveRevision` does, and with INVALID_INPUT when another submission already has an answer that must be unique.
 */
export const approveRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  resolveRevision(ctx, 'approveRevision', input, async (tx, submission, revision) => {
    if (submission.status !== 'rejected') await requireUnique(tx, submission, input, revision);
    return revision;
  });

/**
 * Discards the pending change of a submission and returns the submission's uid. The submission stays as it is. Fails as `resolveRevision`
 * does.
 */
export const rejectRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  resolveRevision(ctx, 'rejectRevision', input, async (_tx, { answers }) => answers);

/** Returns the answers that the submission has after the pending change (`revision`) is applied or discarded. */
type ResolveAnswers = (
  tx: RequestContext,
  submission: ModeratedSubmission,
  revision: SubmissionAnswers,
) => Promise<SubmissionAnswers>;

/**
 * Replaces the answers of a submission with those that `resolveAnswers` returns, and returns the submission's uid. Fails as `moderate`
 * does, and with NO_REVISION without a pending change or REVISION_MISMATCH when the pending change is not the expected one.
 */
const resolveRevision = (
  ctx: RequestContext,
  action: string,
  input: RevisionInput,
  resolveAnswers: ResolveAnswers,
): Promise<string> =>
  moderate(ctx, action, input, async (tx, submission) => {
    const answers = await resolveAnswers(tx, submission, requireRevision(submission, input));
    await replaceAnswers(tx, input.uid, answers);
    await deleteUnreferencedImages(tx, input.uid);
  });

/** The pending change. Fails NO_REVISION without one, REVISION_MISMATCH when another change has replaced the expected change. */
function requireRevision(
  { revision, revisionTag }: ModeratedSubmission,
  { expectedRevisionTag }: RevisionInput,
): SubmissionAnswers {
  if (!revision) return fail('NO_REVISION');
  return revisionTag === (expectedRevisionTag ?? revisionTag)
    ? revision
    : fail('REVISION_MISMATCH', { revision: revisionTag ?? '' });
}
