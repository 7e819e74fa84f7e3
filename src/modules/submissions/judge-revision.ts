import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { requireUnique } from './judge-submission.ts';
import { removeUnnamedImages } from './keep-images.ts';
import { moderate, type Judged } from './moderate.ts';
import type { RevisionInput } from './moderation.inputs.ts';
import type { SubmissionContent } from './submission.entity.ts';

/** Makes the change that waits the content of its submission, whose status stays; answers the submission's uid. Fails as `moderate` does, NO_REVISION, REVISION_MISMATCH, INVALID_INPUT. */
export const approveRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    const revision = revisionOf(submission, input);
    if (submission.status !== 'rejected') await requireUnique(tx, input, submission, revision);
    await settleRevision(tx, input.uid, revision);
  });

/** Removes the change that waits; the submission stays as it is. Answers its uid. Fails as `moderate` does, NO_REVISION, REVISION_MISMATCH. */
export const rejectRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    revisionOf(submission, input);
    await settleRevision(tx, input.uid, submission.content);
  });

/** The change that waits, if it is the one that the moderator saw. */
function revisionOf({ revision, revisionTag }: Judged, { expectedRevisionTag }: RevisionInput): SubmissionContent {
  if (!revision) return fail('NO_REVISION');
  return revisionTag === (expectedRevisionTag ?? revisionTag) ? revision : fail('REVISION_MISMATCH', { revision: revisionTag ?? '' });
}

async function settleRevision(tx: RequestContext, uid: string, content: SubmissionContent): Promise<void> {
  await tx.db.rows(sql`
    update submission set content = ${JSON.stringify(content)}::jsonb, revision = null, revised_by = null, revised_at = null, updated_at = ${tx.app.clock.now()} where uid = ${uid}`);
  await removeUnnamedImages(tx, uid);
}
