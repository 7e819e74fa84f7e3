import { setTimeout } from 'node:timers/promises';
import { fail } from '#kernel/fail.ts';
import type { Fetched, FetchRequest } from '#platform/fetcher/fetcher.ts';
import { toStatusFailure } from '#platform/fetcher/source-failure.ts';

/** The statuses of an API that is rate-limited or overloaded. */
const busyStatuses = [429, 503];
/** The limit for all waits of one request to an API together, and for each wait of another request. */
const maxWaitMs = 60_000;
const maxWaits = 2;
const firstWaitMs = 1_000;

/** A request to a datasource, which the caller can abort. */
export type DatasourceRequest = FetchRequest & { readonly signal: AbortSignal };

/** Sends requests: a fetcher, or a wrapper that adds credentials. */
export interface AuthorizedFetcher {
  fetch(url: string, request: DatasourceRequest): Promise<Fetched>;
}

/**
 * Fetches from an API. Retries while the API is rate-limited or overloaded, after its `Retry-After` or with exponential backoff,
 * for a minute at most. After that, fails SOURCE_FAILED.
 */
export async function fetchWithRetry(
  fetcher: AuthorizedFetcher,
  url: string,
  request: DatasourceRequest,
): Promise<Fetched> {
  let waitedMs = 0;
  for (let backoffMs = firstWaitMs; ; backoffMs *= 2) {
    const fetched = await fetcher.fetch(url, {
      ...request,
      acceptedStatuses: [...(request.acceptedStatuses ?? []), ...busyStatuses],
    });
    if (!busyStatuses.includes(fetched.status)) return fetched;
    fetched.body.destroy();
    const retryAfterMs = parseRetryAfter(fetched.headers['retry-after']);
    const delayMs = retryAfterMs ?? backoffMs;
    if (waitedMs + delayMs > maxWaitMs) fail('SOURCE_FAILED', { reason: overloadedMessage(fetched, retryAfterMs) });
    waitedMs += delayMs;
    await delay(delayMs, request.signal);
  }
}

/**
 * Fetches a file from a server of any kind. Where the server is busy and says when to try again, waits for that time, twice and for a minute
 * each at most. Fails SOURCE_FAILED where it does not, or after that.
 */
export async function fetchWhenReady(
  fetcher: AuthorizedFetcher,
  url: string,
  request: DatasourceRequest,
): Promise<Fetched> {
  for (let waits = 0; ; waits++) {
    const fetched = await fetcher.fetch(url, {
      ...request,
      acceptedStatuses: [...(request.acceptedStatuses ?? []), ...busyStatuses],
    });
    if (!busyStatuses.includes(fetched.status)) return fetched;
    fetched.body.destroy();
    const retryAfterMs = parseRetryAfter(fetched.headers['retry-after']);
    if (retryAfterMs === undefined) throw toStatusFailure(fetched.status, new URL(fetched.url).host);
    if (waits === maxWaits || retryAfterMs > maxWaitMs)
      fail('SOURCE_FAILED', { reason: overloadedMessage(fetched, retryAfterMs) });
    await delay(retryAfterMs, request.signal);
  }
}

/** Waits for the given time. Rejects with the signal's reason when the signal aborts. */
export const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });

/**
 * Parses a `Retry-After` header, a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds; undefined when the
 * header holds neither.
 */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function overloadedMessage({ url, status }: Fetched, retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} seconds`;
  return `${new URL(url).host} limits requests or is overloaded: it answered with status ${status}. Try again ${when}.`;
}
