import { clientIdentity } from '#api/session.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { SubmissionStatus } from './submission-rights.ts';
import { z } from 'zod';
import { readJsonResponse } from '#platform/datasources/provider-requests.ts';

/** Counts an attempt on a form before its content is received, in place of `countAttempt`. Fails RATE_LIMIT_EXCEEDED. */
export async function countAttemptEarly(ctx: RequestContext, formSlug: string): Promise<void> {
  const { attempts } = ctx.state;
  if (attempts.has(formSlug)) return;
  await countAgainstLimit(ctx, formSlug);
  attempts.set(formSlug, 'unused');
}

/** Counts an attempt on a form, unless `countAttemptEarly` has counted it. Fails RATE_LIMIT_EXCEEDED after too many attempts. */
export async function countAttempt(ctx: RequestContext, formSlug: string): Promise<void> {
  const { attempts } = ctx.state;
  if (attempts.get(formSlug) === 'unused') attempts.set(formSlug, 'used');
  else await countAgainstLimit(ctx, formSlug);
}

async function countAgainstLimit(
  { app: { attemptRateLimiter, config }, session }: RequestContext,
  formSlug: string,
): Promise<void> {
  const limit = config.formRateLimit;
  const seconds = await attemptRateLimiter.attempt({
    key: JSON.stringify(['form', formSlug, ...clientIdentity(session)]),
    limit,
  });
  if (seconds > 0) fail('RATE_LIMIT_EXCEEDED', { limit, unit: 'submissions', seconds });
}

/**
 * Updates the count of submissions towards a form's quota when a submission is added, deleted or moderated. Rejected submissions do not
 * count. The count is stored, because every visitor reads it and counting many submissions takes long. The caller must hold the lock of
 * the form.
 */
export async function countSubmission(
  db: DatabaseClient,
  formSlug: string,
  before: SubmissionStatus | null,
  after: SubmissionStatus | null,
): Promise<void> {
  const difference = countsTowardsQuota(after) - countsTowardsQuota(before);
  if (difference !== 0)
    await db.send(
      sql`update form set counted_submissions = counted_submissions + ${difference}::int where slug = ${formSlug}`,
    );
}

const countsTowardsQuota = (status: SubmissionStatus | null): number =>
  status === null || status === 'rejected' ? 0 : 1;

const timeoutMs = 10_000;
const maxResponseBytes = 100_000;
const responseSchema = z.object({ success: z.boolean() });

/** Whether a reCAPTCHA token is valid; fails RECAPTCHA_UNAVAILABLE when the service does not answer. The cause is only logged. */
export async function verifyRecaptcha(
  { app: { config, fetcher, log } }: RequestContext,
  token: string,
): Promise<boolean> {
  if (config.recaptchaSecret === undefined)
    fail('RECAPTCHA_UNAVAILABLE', { reason: 'RECAPTCHA_SECRET is not set on this server; contact its administrator.' });
  try {
    const response = await fetcher.fetch(config.recaptchaUrl, {
      method: 'POST',
      content: new URLSearchParams({ secret: config.recaptchaSecret, response: token }).toString(),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      maxBytes: maxResponseBytes,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return (await readJsonResponse(response, responseSchema)).success;
  } catch (error) {
    log.warn({ err: error }, 'a reCAPTCHA token could not be verified');
    return fail('RECAPTCHA_UNAVAILABLE', { reason: 'its service sent no valid response; try again in a moment.' });
  }
}
