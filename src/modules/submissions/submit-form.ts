import { randomUUID } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import type { AnswerError } from '#engine/blocks/parse-answers.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { accountOf } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { withValidKey } from '#identity/index.ts';
import type { FormContent } from '#forms/index.ts';
import { findForm, lockForm, requireAcceptsSubmissions } from './find-form.ts';
import { addImages, storeImages, withImageReferences } from './answers/store-images.ts';
import { countSubmission } from './limits/quota.ts';
import { parseSubmission } from './answers/parse-submission.ts';
import type { SubmitFormInput } from './submission.inputs.ts';
import { findDuplicateAnswers } from './answers/find-duplicate-answers.ts';
import { countAttempt } from './limits/rate-limit.ts';
import { verifyRecaptcha } from './limits/verify-recaptcha.ts';

/** The result of a submission or a change: the submission's uid, or all errors. */
export type SubmissionResult = { readonly uid: string } | { readonly errors: readonly AnswerError[] };

/** The name of the part of a request that contains the reCAPTCHA token. */
const recaptchaPart = 'g-recaptcha-response';

/**
 * Submits to the version of a form that is published when the request arrives. Fails as `findForm` and `requireAcceptsSubmissions` do, and
 * with RATE_LIMIT_EXCEEDED after too many attempts or RECAPTCHA_UNAVAILABLE when the token cannot be verified.
 */
export async function submitForm(
  ctx: RequestContext,
  { formSlug, data, images: sent, recaptchaToken }: SubmitFormInput,
): Promise<SubmissionResult> {
  const form = await findForm(ctx, formSlug);
  requireAcceptsSubmissions(ctx, form);
  await countAttempt(ctx, formSlug);
  const { content, version } = form;
  const { values, errors, images } = await parseSubmission(ctx, { formSlug, form: content, data, images: sent });
  const allErrors = [...errors, ...(await recaptchaErrors(ctx, content, recaptchaToken ?? '', errors.length === 0))];
  if (allErrors.length > 0) return { errors: allErrors };
  const stored = await storeImages(ctx, images);
  const uid = randomUUID();
  return withValidKey(ctx, async (tx) => {
    // Others wait for the form until the commit, so nothing here waits for a result that it does not need.
    const [, locked] = await allInOrder([lockForm(tx, formSlug), findForm(tx, formSlug)]);
    // In this case, the form was deleted, and another form now has its slug.
    if (locked.createdAt !== form.createdAt) fail('NOT_FOUND');
    requireAcceptsSubmissions(tx, locked);
    const duplicates = await findDuplicateAnswers(tx.db, content, { formSlug, values });
    if (duplicates.length > 0) return { errors: duplicates };
    const username = accountOf(tx.session) ?? null;
    const { clock } = tx.app;
    const status = locked.isModerated ? 'pending' : 'approved';
    await countSubmission(tx.db, formSlug, null, status);
    await tx.db.send(sql`
      insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, submitted_by, created_at, updated_at)
      values (${uid}, ${formSlug}, ${version}, ${JSON.stringify(withImageReferences(values, stored))}::jsonb, ${status},
        ${username === null}, ${username}, ${clock.now()}, ${clock.now()})`);
    await addImages(tx, uid, stored);
    return { uid };
  });
}

/**
 * The errors of the reCAPTCHA token, when the form requires a token. A token can be verified only once, so it is verified only when the rest
 * of the submission is valid.
 */
async function recaptchaErrors(
  ctx: RequestContext,
  { isRecaptchaEnabled }: FormContent,
  token: string,
  isOtherwiseValid: boolean,
): Promise<readonly AnswerError[]> {
  if (!isRecaptchaEnabled) return [];
  if (token.trim() === '')
    return [
      { field: recaptchaPart, message: 'A reCAPTCHA token is required. Solve the reCAPTCHA and send its token.' },
    ];
  return !isOtherwiseValid || (await verifyRecaptcha(ctx, token))
    ? []
    : [{ field: recaptchaPart, message: 'The reCAPTCHA token is invalid or expired. Solve the reCAPTCHA again.' }];
}
