import { callbackify } from 'node:util';
import type { Agent, Dispatcher } from 'undici';
import { CatalogError, fail } from '../../kernel/fail.ts';
import { acceptResponse, discardBody, flattenHeaders } from './accept-response.ts';
import { toConditionalHeaders } from './conditional-headers.ts';
import { acceptedEncodings } from './decode-body.ts';
import { traceHeaders } from '../tracing/trace-headers.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import type { Fetcher, FetchRequest } from './fetcher.ts';
import type { Guard } from './guard.ts';
import { maxSourceBytes } from './limit-stream.ts';
import { firstHop, nextHop, type Hop } from './hop.ts';
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
  let agent: Promise<Agent> | undefined;

  const send = async ({ url, headers }: Hop, { method = 'GET', content }: FetchRequest, signal: AbortSignal) => {
    agent ??= createGuardedAgent(guard, limits.handshakeTimeout);
    return (await agent).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      ...(content !== undefined && { body: content }),
      headers: {
        'user-agent': 'Catalograph',
        accept: '*/*',
        'accept-encoding': acceptedEncodings,
        ...traceHeaders(limits.tracing),
        ...headers,
      },
      headersTimeout: limits.headersTimeout,
      bodyTimeout: limits.bodyTimeout,
      signal,
    });
  };

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
    const abortOrTimeout = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let hop = firstHop(target, { ...toConditionalHeaders(known), ...headers });

    /** Converts an error of the fetch. When the caller has aborted, the error stays unchanged. */
    const failure = <E>(error: E): E | CatalogError => {
      if (signal?.aborted) return error;
      return timeout.aborted ? timeoutFailure(hop.url.host, limits.totalTimeout) : toSourceFailure(error, hop.url.host);
    };

    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await send(hop, request, abortOrTimeout).catch((error: unknown) => {
        throw failure(error);
      });
      const location = locationOf(response);
      if (location === undefined)
        return acceptResponse(response, hop.url, {
          maxBytes,
          acceptedStatuses: known ? [...acceptedStatuses, 304] : acceptedStatuses,
          failure,
        });
      discardBody(response.body);
      if (method === 'POST')
        fail('SOURCE_FAILED', { reason: `${hop.url.host} redirects to another address. Use that one.` });
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
    async close() {
      const opened = await agent?.catch(() => undefined);
      await opened?.destroy();
    },
  };
}

/** The host and port of an address; undefined for text that is none. */
const hostOf = (target: string): string | undefined => URL.parse(target)?.host;

const locationOf = ({ statusCode, headers }: Dispatcher.ResponseData): string | undefined =>
  redirectStatuses.has(statusCode) ? flattenHeaders(headers)['location'] : undefined;

const timeoutFailure = (host: string, milliseconds: number) =>
  new CatalogError('SOURCE_FAILED', { reason: `${host} took longer than ${milliseconds / 1000} seconds in all.` });

/**
 * Creates an HTTP/1.1 client. The guard opens its connections; TLS runs inside them. The HTTP library is loaded by the
 * first fetch, so that a start does not wait for it.
 */
async function createGuardedAgent(guard: Guard, handshakeTimeout: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const secure = buildConnector({ allowH2: false, timeout: handshakeTimeout });
  return new Agent({
    // One connection per fetch: the client loses the end of a response that it reads slowly when the server, which was
    // not told that this is the last one, closes the idle connection meanwhile.
    pipelining: 0,
    connect(target, callback) {
      const isSecure = target.protocol === 'https:';
      const port = Number(target.port || (isSecure ? 443 : 80));
      callbackify(guard.connect)(target.hostname, port, (error, socket) => {
        if (error) callback(error, null);
        else if (isSecure) secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      });
    },
  });
}
