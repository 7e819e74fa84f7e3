import type { RequestContext } from '../../api/context.ts';
import { findForm, requireOpen } from './find-form.ts';
import { findSubmission } from './find-submission.ts';
import type { AdmitSubmissionInput } from './submission.inputs.ts';
import { takeTurnAhead } from './take-turn.ts';

/**
 * Refuses whoever may not submit, or not change the submission, before anything of it is read; true for others. It counts as
 * the attempt that follows in the same request. Fails as `submitForm` and `changeSubmission` do.
 */
export async function admitSubmission(ctx: RequestContext, { formSlug, uid }: AdmitSubmissionInput): Promise<true> {
  if (uid == null) requireOpen(ctx, await findForm(ctx, formSlug));
  else await findSubmission(ctx, formSlug, uid);
  await takeTurnAhead(ctx, formSlug);
  return true;
}
