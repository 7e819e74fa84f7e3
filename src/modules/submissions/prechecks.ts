import type { Precheck } from '#api/catalog-module.ts';
import { findForm, requireAcceptsSubmissions } from './find-form.ts';
import { findSubmission } from './find-submission.ts';
import { countAttemptEarly } from './limits/rate-limit.ts';

/**
 * The checks of `submitForm` and `changeSubmission` that run before the body of the request is received. They count the attempt; the
 * mutation does not count it again.
 */
export const prechecks: Readonly<Record<'submitForm' | 'changeSubmission', Precheck>> = {
  async submitForm(ctx, { formSlug = '' }) {
    requireAcceptsSubmissions(ctx, await findForm(ctx, formSlug));
    await countAttemptEarly(ctx, formSlug);
  },
  async changeSubmission(ctx, { formSlug = '', uid = '' }) {
    await findSubmission(ctx, formSlug, uid);
    await countAttemptEarly(ctx, formSlug);
  },
};
