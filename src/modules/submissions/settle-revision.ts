import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { removeUnnamedImages } from './keep-images.ts';
import { moderate, type Judged } from './moderate.ts';
import type { RevisionInput } from './moderation.inputs.ts';
import { replaceContent } from './replace-content.ts';
import type { SubmissionContent } from './submission.entity.ts';

/** What the content becomes when a change waits no longer. */
type Settlement = (tx: RequestContext, submission: Judged, revision: SubmissionContent) => Promise<SubmissionContent>;

/** Ends the waiting of the change that the moderator saw, and answers the submission's uid. Fails as `moderate` does, NO_REVISION, REVISION_MISMATCH. */
export const settleRevision = (ctx: RequestContext, input: RevisionInput, contentOf: Settlement): Promise<string> =>
  moderate(ctx, input, async (tx, submission) => {
    const content = await contentOf(tx, submission, revisionOf(submission, input));
    await replaceContent(tx, input.uid, content);
    await removeUnnamedImages(tx, input.uid);
  });

function revisionOf({ revision, revisionTag }: Judged, { expectedRevisionTag }: RevisionInput): SubmissionContent {
  if (!revision) return fail('NO_REVISION');
  return revisionTag === (expectedRevisionTag ?? revisionTag)
    ? revision
    : fail('REVISION_MISMATCH', { revision: revisionTag ?? '' });
}
