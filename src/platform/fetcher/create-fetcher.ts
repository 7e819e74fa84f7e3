import type { IncomingMessage } from 'node:http';
import { CatalogError, fail } from '#kernel/fail.ts';
import { acceptResponse, discardBody } from './accept-response.ts';
import { toConditionalHeaders } from './conditional-headers.ts';
import { acceptedEncodings } from './decode-body.ts';
import { traceHeaders } from '../tracing/trace-headers.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import type { Fetcher, FetchRequest } from './fetcher.ts';
import type { Guard } from './guard.ts';
import { maxSourceBytes } from './limit-stream.ts';
import { firstHop, nextHop, type Hop } from './hop.ts';
import { RedirectCookies } from './redirect-cookies.ts';
import { sendRequest } from './send-request.ts';
import { toSourceFailure } from './source-failure.ts';

/** The limits of every fetch: times in milliseconds, sizes in bytes of the decoded body. */
export interface FetcherSettings {
  /** The time limit of the TLS handshake. */
  readonly handshakeTimeout: number;
  /** The time limit from the request to the end of the response headers. */
  readonly headersTimeout: number;
  /** The time limit between two chunks of the body. */
  readonly bodyTimeout: number;
  /** The time limit of the whole fetch, including redirects and the body. */
  readonly totalTimeout: number;
  /** The size limit of a body when the request sets none. */
  readonly maxBytes: number;
  /** Records a span for each fetch, and sends it as `traceparent`: random numbers that only the operator can resolve. */
  readonly tracing: Tracing;
}

const defaultSettings: FetcherSettings = {
  handshakeTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
  totalTimeout: 3_600_000,
  maxBytes: maxSourceBytes,
  tracing: noTracing,
};
const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Creates a fetcher. Every connection passes the guard, redirects included. */
export function createFetcher(guard: Guard, settings: Partial<FetcherSettings> = {}): Fetcher {
  const limits = { ...defaultSettings, ...settings };
  const closed = new AbortController();

  const send = ({ url, headers }: Hop, { method = 'GET', content }: FetchRequest, signal: AbortSignal) =>
    sendRequest(
      guard,
      {
        url,
        headers: {
          'user-agent': 'Catalograph',
          accept: '*/*',
          'accept-encoding': acceptedEncodings,
          ...traceHeaders(limits.tracing),
          ...headers,
        },
      },
      { ...limits, method, content, signal },
    );

  const fetchUntraced: Fetcher['fetch'] = async (target, request: FetchRequest = {}) => {
    const {
      method,
      headers = {},
      maxBytes = limits.maxBytes,
      signal,
      validators: known,
      acceptedStatuses = [],
    } = request;
    const timeout = AbortSignal.timeout(limits.totalTimeout);
    const stop = AbortSignal.any([timeout, closed.signal, ...(signal ? [signal] : [])]);
    const cookies = new RedirectCookies();
    let hop = firstHop(target, { ...toConditionalHeaders(known), ...headers });

    /** Converts an error of the fetch. When the caller has aborted, the error stays unchanged. */
    const failure = <E>(error: E): E | CatalogError => {
      if (signal?.aborted) return error;
      if (closed.signal.aborted) return closedFailure(hop.url.host);
      return timeout.aborted ? timeoutFailure(hop.url.host, limits.totalTimeout) : toSourceFailure(error, hop.url.host);
    };

    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await send({ ...hop, headers: cookies.addTo(hop.url, hop.headers) }, request, stop).catch(
        (error: unknown) => {
          throw failure(error);
        },
      );
      const location = locationOf(response);
      if (location === undefined)
        return acceptResponse(response, hop.url, {
          maxBytes,
          idleTimeout: limits.bodyTimeout,
          acceptedStatuses: [...acceptedStatuses, ...(known ? [304] : []), ...('range' in hop.headers ? [206] : [])],
          failure,
        });
      discardBody(response);
      if (method === 'POST')
        fail('SOURCE_FAILED', { reason: `${hop.url.host} redirects to another address. Use that one.` });
      cookies.keep(hop.url, response.headers['set-cookie']);
      hop = nextHop(hop, location);
    }
    return fail('SOURCE_FAILED', { reason: `the address redirects more than ${maxRedirects} times.` });
  };

  return {
    fetch: (target, request = {}) =>
      limits.tracing.inSpan(
        'fetch',
        {
          attributes: { 'server.address': hostOf(target), 'http.request.method': request.method ?? 'GET' },
          isCall: true,
        },
        () => fetchUntraced(target, request),
      ),
    close() {
      closed.abort();
      return Promise.resolve();
    },
  };
}

/** The host and port of an address; undefined for text that is none. */
const hostOf = (target: string): string | undefined => URL.parse(target)?.host;

const locationOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  redirectStatuses.has(statusCode) ? headers.location : undefined;

const closedFailure = (host: string) =>
  new CatalogError('SOURCE_FAILED', { reason: `the service stopped while it read ${host}. Try again.` });

const timeoutFailure = (host: string, milliseconds: number) =>
  new CatalogError('SOURCE_FAILED', { reason: `${host} took longer than ${milliseconds / 1000} seconds in all.` });
