import type { IncomingMessage } from 'node:http';
import { CatalogError, fail } from '#kernel/fail.ts';
import {
  acceptedEncodings,
  acceptResponse,
  discardBody,
  maxSourceBytes,
  toConditionalHeaders,
} from './accept-response.ts';
import { noTracing, traceHeaders, type Tracing } from '../telemetry.ts';
import type { Fetcher, FetchRequest } from './fetcher.ts';
import type { Guard } from './guard.ts';
import { type Hop, sendRequest, toSourceFailure } from './send-request.ts';

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

/** The headers that belong to the connection, which a user may not set. */
const reserved = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'proxy-authorization',
  'proxy-connection',
]);

/** The first hop to a URL; a user name and password in the URL become an Authorization header. Fails SOURCE_REFUSED. */
function firstHop(target: string, headers: Readonly<Record<string, string>>): Hop {
  const { url, authorization } = readUrl(target);
  const lowerCased = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  lowerCased.forEach(checkHeader);
  return { url, headers: { ...(authorization && { authorization }), ...Object.fromEntries(lowerCased) } };
}

/**
 * The hop that a redirect leads to. After a redirect to another origin, no hop gets the user's headers, not even a hop back to the first
 * origin. Credentials in a redirect's address are ignored. Fails SOURCE_REFUSED.
 */
function nextHop({ url, headers }: Hop, location: string): Hop {
  const next = readUrl(location, url).url;
  return { url: next, headers: next.origin === url.origin ? headers : {} };
}

function readUrl(text: string, base?: URL): { url: URL; authorization: string | undefined } {
  const url = URL.parse(text, base) ?? failRefused('the address is not a valid URL. Write it as https://host/path.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    failRefused('only http:// and https:// addresses can be fetched.');
  const credentials =
    url.username !== '' || url.password !== '' ? `${decode(url.username)}:${decode(url.password)}` : undefined;
  url.username = url.password = url.hash = '';
  return { url, authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return failRefused('the user name or password in the address is not percent-encoded correctly.');
  }
}

function checkHeader([name, value]: readonly [string, string]): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    failRefused('a header has a name or value that HTTP does not allow.');
  }
  if (reserved.has(name)) failRefused(`the header ${name} cannot be set.`);
}

function failRefused(reason: string): never {
  return fail('SOURCE_REFUSED', { reason });
}

/** The maximum number of cookies of one fetch, and the length of each in characters. */
const maxCookies = 50;
const maxLength = 4_096;

/** A pair of a name and a value as HTTP allows it in a header (RFC 6265, 4.1.1). */
const cookiePair = /^[\w!#$%&'*+.^`|~-]+=[\x21-\x3a\x3c-\x7e]*$/;

interface Cookie {
  readonly name: string;
  readonly pair: string;
  readonly host: string;
  readonly isSecure: boolean;
}

/**
 * The cookies that the redirects of one fetch set: some servers redirect to the same address until a cookie comes back. A cookie goes only to
 * the host that set it, whatever its domain; one that was set over https goes only over https.
 */
class RedirectCookies {
  #cookies: readonly Cookie[] = [];

  /** Keeps the cookies that a response from an address sets, and drops those that it ends. */
  keep({ hostname: host, protocol }: URL, setCookies: readonly string[] = []): void {
    for (const text of setCookies) {
      const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
      if (pair.length > maxLength || !cookiePair.test(pair)) continue;
      const name = pair.slice(0, pair.indexOf('='));
      const others = this.#cookies.filter((cookie) => cookie.name !== name || cookie.host !== host);
      const cookie = { name, pair, host, isSecure: protocol === 'https:' };
      this.#cookies = isEnded(attributes) ? others : [...others, cookie].slice(-maxCookies);
    }
  }

  /** The headers of a request to an address, with the cookies of its host after those that the user sends. */
  addTo({ hostname, protocol }: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const kept = this.#cookies.filter(
      ({ host, isSecure }) => host === hostname && (!isSecure || protocol === 'https:'),
    );
    if (kept.length === 0) return headers;
    const cookie = [...(headers['cookie'] === undefined ? [] : [headers['cookie']]), ...kept.map(({ pair }) => pair)];
    return { ...headers, cookie: cookie.join('; ') };
  }
}

/** Whether attributes end a cookie: an age of zero or less, or else a date that is past (RFC 6265, 5.3). */
function isEnded(attributes: readonly string[]): boolean {
  const valueOf = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const age = valueOf('max-age');
  if (age !== undefined) return Number(age) <= 0;
  return Date.parse(valueOf('expires') ?? '') < Date.now();
}
