import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { CatalogError, fail } from '../../kernel/fail.ts';
import { acceptedEncodings, decodeBody, tooLarge } from './decode-body.ts';
import type { Fetched, Fetcher, FetchRequest, Validators } from './fetcher.ts';
import type { Guard } from './guard.ts';
import { guardedAgent } from './guarded-agent.ts';
import { firstHop, nextHop, type Hop } from './hop.ts';
import { sourceFailure } from './source-failure.ts';
import { suggestedName } from './suggested-name.ts';

/** The bounds of every fetch: times in milliseconds, sizes in bytes of the decoded body. */
export interface FetcherSettings {
  /** For a TLS handshake. */
  readonly handshakeTimeout: number;
  /** From the request to the end of the answer's headers. */
  readonly headersTimeout: number;
  /** Between two pieces of the body. */
  readonly bodyTimeout: number;
  /** For everything together, redirects and body included. */
  readonly totalTimeout: number;
  /** Where a request sets none of its own. */
  readonly maxBytes: number;
}

const usual: FetcherSettings = {
  handshakeTimeout: 10_000, headersTimeout: 60_000, bodyTimeout: 60_000, totalTimeout: 3_600_000, maxBytes: 4 * 2 ** 30,
};
const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Makes a fetcher that goes out through the guard only, at every redirect anew. */
export function createFetcher(guard: Guard, settings: Partial<FetcherSettings> = {}): Fetcher {
  const limits = { ...usual, ...settings };
  const agent = guardedAgent(guard, limits.handshakeTimeout);

  const send = ({ url, headers }: Hop, { method = 'GET', content }: FetchRequest, signal: AbortSignal) => agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    ...content !== undefined && { body: content },
    headers: { 'user-agent': 'Catalograph', accept: '*/*', 'accept-encoding': acceptedEncodings, ...headers },
    headersTimeout: limits.headersTimeout,
    bodyTimeout: limits.bodyTimeout,
    signal,
  });

  return {
    async fetch(target, request: FetchRequest = {}) {
      const { method, headers = {}, maxBytes = limits.maxBytes, signal, known, also = [] } = request;
      const timeout = AbortSignal.timeout(limits.totalTimeout);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      let hop = firstHop(target, { ...conditions(known), ...headers });

      /** An abort is the caller's own doing, and comes back to them as they gave it. */
      const failure = <E>(error: E): E | CatalogError => {
        if (signal?.aborted) return error;
        return timeout.aborted ? tooSlow(hop.url.host, limits.totalTimeout) : sourceFailure(error, hop.url.host);
      };

      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        const answer = await send(hop, request, either).catch((error: unknown) => { throw failure(error); });
        const location = locationOf(answer);
        if (location === undefined) return accept(answer, hop.url, { maxBytes, also: known ? [...also, 304] : also, failure });
        discard(answer.body);
        if (method === 'POST') fail('SOURCE_FAILED', { reason: `${hop.url.host} leads to another address. Give that one.` });
        hop = nextHop(hop, location);
      }
      return fail('SOURCE_FAILED', { reason: `the address redirects more than ${maxRedirects} times.` });
    },
    close: () => agent.destroy(),
  };
}

/** Asks for a source only if it is not the one that is known (RFC 9110, 13.1). */
const conditions = (known: Validators | undefined): Record<string, string> => ({
  ...known?.etag != null && { 'if-none-match': known.etag },
  ...known?.lastModified != null && { 'if-modified-since': known.lastModified },
});

interface Acceptance {
  readonly maxBytes: number;
  /** Statuses besides those of success that are of use. */
  readonly also: readonly number[];
  readonly failure: (error: Error) => Error;
}

/** What is given back of the last answer; one that is of no use is closed and fails. */
function accept(answer: Dispatcher.ResponseData, url: URL, { maxBytes, also, failure }: Acceptance): Fetched {
  const { statusCode: status, headers: sent, body } = answer;
  const headers = flatten(sent);
  try {
    if ((status < 200 || status > 299) && !also.includes(status)) throw unsuccessful(url.host, status);
    if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
    return {
      status,
      headers,
      url: url.href,
      filename: suggestedName(headers['content-disposition'], url),
      mimetype: headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null,
      size: headers['content-encoding'] === undefined && headers['content-length'] !== undefined ? Number(headers['content-length']) : null,
      validators: { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null },
      body: decodeBody(body, { encoding: headers['content-encoding'], maxBytes, failure }),
    };
  } catch (error) {
    discard(body);
    throw error;
  }
}

const locationOf = ({ statusCode, headers }: Dispatcher.ResponseData): string | undefined =>
  redirectStatuses.has(statusCode) ? flatten(headers)['location'] : undefined;

const flatten = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

/** Closes the connection instead of reading to the end what nobody wants. */
const discard = (body: Readable) => { body.on('error', () => { /* It says that it was destroyed. */ }).destroy(); };

const tooSlow = (host: string, milliseconds: number) =>
  new CatalogError('SOURCE_FAILED', { reason: `${host} took longer than ${milliseconds / 1000} seconds in all.` });

function unsuccessful(host: string, status: number): CatalogError {
  const mayPass = status === 429 || status > 499;
  const advice = status === 401 || status === 403 ? 'Check the credentials.' : mayPass ? 'Try again later.' : 'Check the address.';
  return new CatalogError('SOURCE_FAILED', { reason: `${host} answered with status ${status}. ${advice}` });
}
