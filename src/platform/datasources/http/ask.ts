import { setTimeout } from 'node:timers/promises';
import { fail } from '../../../kernel/fail.ts';
import type { Fetched, FetchRequest } from '../../fetcher/fetcher.ts';

/** The statuses of an API that wants to be left alone for a while. */
const busyStatuses = [429, 503];
/** Milliseconds that one question waits in all. */
const patience = 60_000;
const firstWait = 1_000;

/** How an API is asked: as anything is fetched, by somebody who may call it off. */
export type Question = FetchRequest & { readonly signal: AbortSignal };

/** What sends a question: a fetcher, or something that tells who asks. */
export interface Asks {
  fetch(url: string, question: Question): Promise<Fetched>;
}

/**
 * Fetches from an API. One that is busy is asked again, after the time that it tells or ever longer ones, for a minute at
 * most; then it fails SOURCE_FAILED.
 */
export async function ask(fetcher: Asks, url: string, question: Question): Promise<Fetched> {
  let waited = 0;
  for (let wait = firstWait; ; wait *= 2) {
    const fetched = await fetcher.fetch(url, {
      ...question,
      acceptedStatuses: [...(question.acceptedStatuses ?? []), ...busyStatuses],
    });
    if (!busyStatuses.includes(fetched.status)) return fetched;
    fetched.body.destroy();
    const told = retryAfter(fetched.headers['retry-after']);
    const next = told ?? wait;
    if (waited + next > patience) fail('SOURCE_FAILED', { reason: tooBusy(fetched, told) });
    waited += next;
    await pause(next, question.signal);
  }
}

/** Waits some milliseconds; called off, it fails with the signal's reason. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });

/** Milliseconds, from a number of seconds or a date (RFC 9110, 10.2.3); undefined when neither stands there. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function tooBusy({ url, status }: Fetched, told: number | undefined): string {
  const when = told === undefined ? 'later' : `in ${Math.ceil(told / 1000)} seconds`;
  return `${new URL(url).host} takes no more requests for now: it answered with status ${status}. Try again ${when}.`;
}
