import { clientIdentity } from '#api/session.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';

/**
 * Counts the request's attempt on a form before the content of the request is received. `countAttempt` then does not count the attempt
 * again. Fails RATE_LIMIT_EXCEEDED after too many attempts.
 */
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
  { app: { rateLimiter, config }, session }: RequestContext,
  formSlug: string,
): Promise<void> {
  const limit = config.formRateLimit;
  const seconds = await rateLimiter.attempt({
    key: JSON.stringify(['form', formSlug, ...clientIdentity(session)]),
    limit,
  });
  if (seconds > 0) fail('RATE_LIMIT_EXCEEDED', { limit, unit: 'submissions', seconds });
}
