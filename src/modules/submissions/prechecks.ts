import type { Precheck } from '../../api/catalog-module.ts';
import { findForm, requireAcceptsSubmissions } from './find-form.ts';
import { findSubmission } from './find-submission.ts';
import { countAttemptAhead } from './limits/rate-limit.ts';

/** The checks of `submitForm` and `changeSubmission` before the answers are received; the attempt counts then, and only once. */
export const prechecks: Readonly<Record<'submitForm' | 'changeSubmission', Precheck>> = {
  async submitForm(ctx, { formSlug = '' }) {
    requireAcceptsSubmissions(ctx, await findForm(ctx, formSlug));
    await countAttemptAhead(ctx, formSlug);
  },
  async changeSubmission(ctx, { formSlug = '', uid = '' }) {
    await findSubmission(ctx, formSlug, uid);
    await countAttemptAhead(ctx, formSlug);
  },
};
