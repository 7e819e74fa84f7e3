import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import type { Platform } from '../../../api/platform.ts';

/** How long a request may read a source, in milliseconds. */
const maxTime = 20_000;
/** How many sources one request may read: each is a call to the outside. */
const maxReads = 5;

const reads = new WeakMap<RequestContext, number>();

/** Reads a source within a request; fails QUERY_TOO_COMPLEX when the request reads too many, SOURCE_FAILED when it takes too long. */
export async function withinRequest<T>(
  ctx: RequestContext,
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds = maxTime,
): Promise<T> {
  const found = (reads.get(ctx) ?? 0) + 1;
  reads.set(ctx, found);
  if (found > maxReads)
    fail('QUERY_TOO_COMPLEX', {
      found,
      measure: 'sources to read',
      limit: maxReads,
      advice: 'Ask for fewer previews, guesses and remote datasets at once.',
    });
  return readInTime(ctx.app, work, milliseconds);
}

/** Reads a source with a permit and a deadline; fails SOURCE_FAILED at the deadline, which includes the wait for the permit. */
export async function readInTime<T>(
  { semaphores }: Pick<Platform, 'semaphores'>,
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await semaphores.sourceReads(() => work(signal), signal);
  } catch (error) {
    if (signal.aborted)
      fail('SOURCE_FAILED', { reason: `reading it took longer than ${milliseconds / 1000} seconds.` });
    throw error;
  }
}
