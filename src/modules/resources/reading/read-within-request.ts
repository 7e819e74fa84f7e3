import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import type { Platform } from '#api/platform.ts';

/** The time limit for reading a source within a request. */
const defaultTimeoutMs = 20_000;
/** The maximum number of sources that one request may read. Each read may call another server. */
const maxReads = 5;

const readCounts = new WeakMap<RequestContext, number>();

/** Reads a source within a request. Fails QUERY_TOO_COMPLEX when the request has read too many sources, SOURCE_FAILED after the time limit. */
export async function readWithinRequest<T>(
  ctx: RequestContext,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const readCount = (readCounts.get(ctx) ?? 0) + 1;
  readCounts.set(ctx, readCount);
  if (readCount > maxReads)
    fail('QUERY_TOO_COMPLEX', {
      found: readCount,
      measure: 'sources to read',
      limit: maxReads,
      advice: 'Ask for fewer previews, guesses and remote datasets at once.',
    });
  return readWithDeadline(ctx.app, work, timeoutMs);
}

/** Reads a source with a permit and a deadline; fails SOURCE_FAILED at the deadline, which includes the wait for the permit. */
export async function readWithDeadline<T>(
  { semaphores }: Pick<Platform, 'semaphores'>,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await semaphores.sourceReads(() => work(signal), { signal });
  } catch (error) {
    if (signal.aborted) fail('SOURCE_FAILED', { reason: `reading it took longer than ${timeoutMs / 1000} seconds.` });
    throw error;
  }
}
