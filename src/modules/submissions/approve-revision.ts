import type { RequestContext } from '../../api/context.ts';
import type { RevisionInput } from './moderation.inputs.ts';
import { requireUnique } from './require-unique.ts';
import { settleRevision } from './settle-revision.ts';

/** Makes the change that waits the content of its submission, whose status stays; answers the submission's uid. Fails as `settleRevision` does, INVALID_INPUT. */
export const approveRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  settleRevision(ctx, input, async (tx, submission, revision) => {
    if (submission.status !== 'rejected') await requireUnique(tx, submission, input, revision);
    return revision;
  });
