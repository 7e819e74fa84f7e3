import { z } from 'zod';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { readJsonResponse } from '#platform/datasources/provider-requests.ts';

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
