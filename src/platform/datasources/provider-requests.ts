import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Fetched, FetchRequest } from '../fetcher/fetcher.ts';
import { toStatusFailure } from '../fetcher/send-request.ts';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { parseJson } from '#kernel/json.ts';
import type { Readable } from 'node:stream';

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

/** Fetches from an API, with retries for a minute while it is limited or overloaded. Then fails SOURCE_FAILED. */
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
  pause(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });

/** Parses a `Retry-After` header (RFC 9110, 10.2.3) to milliseconds; undefined for anything else. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function overloadedMessage({ url, status }: Fetched, retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} seconds`;
  return `${new URL(url).host} limits requests or is overloaded: it answered with status ${status}. Try again ${when}.`;
}

/** The size limit of a metadata response; responses that hold the data have limits of their own. */
export const maxMetadataBytes = 4 * 2 ** 20;

/**
 * Parses a JSON response and validates it by a schema. The response is held in memory, so the caller must limit its size. Fails
 * SOURCE_FAILED; the message quotes nothing of the response.
 */
export async function readJsonResponse<Value>(
  { body, url }: Pick<Fetched, 'body' | 'url'>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const { host } = new URL(url);
  const parsedBody =
    parse(await buffer(body)) ??
    fail('SOURCE_FAILED', { reason: `${host} did not answer with JSON. Check the address.` });
  const parsed = schema.safeParse(parsedBody.json);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.slice(0, 5).join('.').slice(0, 100) || 'its beginning';
  return fail('SOURCE_FAILED', {
    reason: `${host} answered in an unexpected form, at ${place}. Check the address.`,
  });
}

/** Parses JSON in UTF-8 and wraps the value, because the value may be null; undefined for other bytes. */
function parse(bytes: Buffer): { readonly json: unknown } | undefined {
  try {
    return { json: parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** Advice to the user for each of a provider's error codes. */
export type AdviceByCode = ReadonlyMap<string, string>;

/** Creates the failure for a provider's error code, or for the status alone when the code is unknown. */
export function toProviderFailure(
  { status, url }: Fetched,
  code: string | undefined,
  advice: AdviceByCode,
): CatalogError {
  const { host } = new URL(url);
  const hint = code !== undefined && advice.get(code);
  return hint
    ? new CatalogError('SOURCE_FAILED', { reason: `${host} answered ${code}. ${hint}` })
    : toStatusFailure(status, host);
}

const maxPrefixLength = 65_536;
const timeoutMs = 5_000;

/** Reads the beginning of an error response, to find its error code: at most 64 KiB, for at most 5 seconds. */
export async function readPrefix(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  let beginning = '';
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      beginning += chunk.toString('latin1');
      if (beginning.length > maxPrefixLength) break;
    }
  } catch {
    /* The prefix received so far is enough. */
  }
  clearTimeout(timer);
  return beginning;
}

/** The longest relative address, in characters. */
const maxLength = 4_000;

/** Extends a base URL by a relative one; undefined when the result leads to another host or out of the base path. */
export const joinUrlBelow = (base: string, relative: string): string | undefined =>
  leavesBasePath(relative) ? undefined : joinUrl(base, relative);

/** Extends a base URL by a relative one; undefined when the result leads to another host. */
export function joinUrl(base: string, relative: string): string | undefined {
  if (relative === '') return base;
  const url = URL.parse(base);
  const resolved = URL.parse(relative, base);
  if (!url || relative.length > maxLength || !resolved || hostOf(resolved) !== hostOf(url)) return undefined;
  const query = url.search;
  url.search = '';
  url.hash = '';
  if (!/^[?#]/.test(relative) && !url.pathname.endsWith('/')) url.pathname += '/';
  // Without `./`, a first segment with a colon would be read as a scheme.
  const joined = URL.parse(/^[?#]/.test(relative) ? relative : `./${relative.replace(/^[/\\]+/, '')}`, url);
  if (!joined || hostOf(joined) !== hostOf(url) || joined.username !== '' || joined.password !== '') return undefined;
  if (joined.search === '') joined.search = query;
  return joined.href;
}

/** The scheme and host of a URL. `URL.origin` is null for schemes other than http and https. */
const hostOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/**
 * Whether a relative path leaves its base path, for our URL parser or for a server that parses paths differently. A server may decode
 * twice, split at backslashes, drop parameters after a segment (RFC 3986, 3.3), or treat an encoded leading slash as the root.
 */
function leavesBasePath(relative: string): boolean {
  // The URL parser removes these characters (https://url.spec.whatwg.org/#concept-basic-url-parser)
  const [path = ''] = relative.replace(/[\t\n\r]/g, '').split(/[?#]/, 1);
  const decoded = path
    .replace(/%(?:25)+/g, '%')
    .replace(/%2e/gi, '.')
    .replace(/%3b/gi, ';');
  const segments = decoded.split(/[/\\]|%2f|%5c/i);
  return /^[/\\]*(?:%2f|%5c)/i.test(decoded) || segments.some((segment) => /^\.\.(?:;|$)/.test(segment.trim()));
}

const maxSegmentLength = 1_000;

/** Encodes an identifier as one segment of a path. Fails SOURCE_FAILED for an identifier that would not stay one segment. */
export function encodePathSegment(identifier: string): string {
  const isOneSegment =
    identifier.isWellFormed() && identifier.length <= maxSegmentLength && !/^\.{0,2}$/.test(identifier);
  return isOneSegment
    ? encodeURIComponent(identifier)
    : fail('SOURCE_FAILED', { reason: 'an identifier is empty, too long or not a text. Copy it from the source.' });
}
