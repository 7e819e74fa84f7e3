import type { RequestContext } from '../../api/context.ts';
import type { RevisionInput } from './moderation.inputs.ts';
import { settleRevision } from './settle-revision.ts';

/** Removes the change that waits; the submission stays as it is. Answers its uid. Fails as `settleRevision` does. */
export const rejectRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  settleRevision(ctx, input, async (_tx, { content }) => content);
